internal import Glibc
package import SlipwayLoop
internal import SlipwaySystem

/// The folder of the programs' notify sockets: other users may enter it, but not list it.
@Loop
package final class NotifyFolder {
    /// A folder for it to be in; `nil` for one of its own under `/tmp`.
    private let parent: String?
    private var path: String?

    /// Creates nothing until a program needs it.
    ///
    /// - Parameter parent: The service's runtime directory, if it has one.
    package nonisolated init(in parent: String?) {
        self.parent = parent
    }

    /// The folder, which is made with the first call.
    ///
    /// - Throws: The reason in words.
    func make() throws(ChildFailure) -> String {
        if let path { return path }
        let path = if let parent { try Self.make(in: parent) } else { try Self.makeTemporary() }
        self.path = path
        return path
    }

    /// Removes the folder, which is empty once every program has ended.
    package func remove() {
        if let path { rmdir(path) }
        path = nil
    }

    private static func make(in parent: String) throws(ChildFailure) -> String {
        let path = "\(parent)/programs"
        guard mkdir(path, 0o711) == 0 || errno == EEXIST else { throw failure(path) }
        // The mask of new files does not apply.
        guard chmod(path, 0o711) == 0 else { throw failure(path) }
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

    private static func failure(_ path: String) -> ChildFailure {
        .notStarted("cannot make the folder of notify sockets '\(path)': \(ErrorNumber.current)")
    }
}
