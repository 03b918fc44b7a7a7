internal import Glibc
package import SlipwayLoop
internal import SlipwaySystem

/// The folder of the programs' notify sockets: other users may enter it, but not list it.
@Loop
package final class NotifyFolder {
    /// The number of bytes of the longest name of a socket in it.
    private static let longestName = String(UInt64.max, radix: 36).utf8.count
    /// The folder around it; `nil` for a folder of its own under `/tmp`.
    private let parent: String?
    private var path: String?
    /// The folder under `/tmp`; `nil` unless a program needs it.
    private var temporary: String?

    /// Creates nothing until a program needs it.
    ///
    /// - Parameter parent: The service's runtime directory, if it has one.
    package nonisolated init(in parent: String?) {
        self.parent = parent
    }

    /// The folder, which is made with the first call, and again once it is gone: under `/tmp` if
    /// the runtime directory has too long a path for sockets, or is closed to the program's user.
    ///
    /// - Parameter user: The user of a program; `nil` for this process's.
    /// - Returns: Its path.
    /// - Throws: The reason in words.
    func make(for user: uid_t?) throws(ChildFailure) -> String {
        guard let parent, Self.hasRoom(parent),
            user ?? geteuid() == geteuid() || Self.isOpenToAll(parent)
        else {
            if let temporary, Self.isThere(temporary) { return temporary }
            let path = try Self.makeTemporary()
            temporary = path
            return path
        }
        if let path, Self.isThere(path) { return path }
        let path = try Self.make(in: parent)
        self.path = path
        return path
    }

    /// Removes the folder, which is empty once every program has ended.
    package func remove() {
        for folder in [path, temporary].compactMap(\.self) { rmdir(folder) }
        (path, temporary) = (nil, nil)
    }

    /// Tells whether a folder that was made is still there: after some days a cleaner may have removed it, and then any
    /// user may make one of its name.
    private static func isThere(_ folder: String) -> Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// Tells whether the paths of sockets below a folder are short enough.
    private static func hasRoom(_ parent: String) -> Bool {
        path(in: parent).utf8.count + 1 + longestName <= SocketAddress.longestPath
    }

    /// Tells whether every user may reach what is in a folder.
    private static func isOpenToAll(_ folder: String) -> Bool {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
        }
        return true
    }

    private static func path(in parent: String) -> String { "\(parent)/programs" }

    private static func make(in parent: String) throws(ChildFailure) -> String {
        let path = path(in: parent)
        let place: FilePlace
        do throws(FilePlace.Fault) {
            place = try FilePlace("\(path)/", making: .lastExactly(0o711))
        } catch {
            throw failure(path, error.reason)
        }
        var status = stat()
        let isRight = fstat(place.folder, &status) == 0 && status.st_mode & 0o7777 == 0o711
        // A folder that was left by an earlier run. There is no fchmod for what is open for its
        // place alone.
        guard isRight || chmod("/proc/self/fd/\(place.folder)", 0o711) == 0 else {
            throw failure(path)
        }
        return path
    }

    private static func makeTemporary() throws(ChildFailure) -> String {
        var template = Array("/tmp/slipway-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw failure("/tmp/slipway-XXXXXX") }
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        guard chmod(path, 0o711) == 0 else { throw failure(path) }
        return path
    }

    private static func failure(
        _ path: String,
        _ reason: ErrorNumber = .current
    ) -> ChildFailure {
        .notStarted("cannot make the folder of notify sockets '\(path)': \(reason)")
    }
}
