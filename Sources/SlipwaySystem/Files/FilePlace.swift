package import Glibc

/// The place of a file: an open folder, and a name in it.
///
/// The folder is reached one part after the other, each in the one before it, and no link is followed that another
/// user could have made: who owns a directory of the path could lead root to any other place otherwise. A link of root,
/// or of this process's user, is as good as a directory where no one else may write beside it, such as `/var/run`.
/// All calls block as long as the file system is silent.
package final class FilePlace {
    /// The folders that are made if they are missing.
    package enum Making {
        case nothing
        /// The last folder alone, with a mode as far as the mask of new files lets.
        case last(mode_t)
        /// The last folder alone, with a mode to which the mask does not apply.
        case lastExactly(mode_t)
        /// All folders, with a mode as far as the mask of new files lets.
        case all(mode_t)
        /// All folders, with a mode to which the mask does not apply.
        case allExactly(mode_t)
    }

    private static let mostLinks = 40
    /// The folder, open for its place alone.
    package private(set) var folder: Int32
    /// The name of the file; `.` for the folder itself.
    package private(set) var name = "."
    /// The name is a link of /proc to what a process has open.
    package private(set) var isOpenFile = false
    /// No other user could have moved one of the folders that the path has led through.
    private var wasClosed = true
    /// A link of the file's name was followed.
    package private(set) var isBehindLink = false
    /// The path of the folder, for messages.
    private var reached: String
    private let making: Making

    /// Reaches a place.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not be there; with a slash at its end, that of the folder itself.
    ///   - making: The folders that are made.
    ///   - followsLast: A link of the file's name is followed, too.
    /// - Throws: A folder is not there, or a link leads to it that another user could have made.
    package init(
        _ path: String,
        making: Making = .nothing,
        followsLast: Bool = true
    ) throws(Fault) {
        self.making = making
        reached = path.hasPrefix("/") ? "" : "."
        folder = open(path.hasPrefix("/") ? "/" : ".", pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Fault(.open, path, .current) }
        // The next part is the last element.
        var rest = Array(path.split(separator: "/").map(String.init).reversed())
        if path.hasSuffix("/") { rest.insert(".", at: 0) }
        var links = 0
        while let part = rest.popLast() {
            if part == "." { continue }
            var target: String?
            if rest.isEmpty, part != ".." {
                target = followsLast ? try self.target(of: part) : nil
                if target == nil { name = part } else { isBehindLink = true }
            } else {
                target = try enter(part, isLast: rest.allSatisfy { $0 == "." })
            }
            guard let target else { continue }
            links += 1
            guard links <= Self.mostLinks, !target.isEmpty else {
                throw Fault(.open, "\(reached)/\(part)", ErrorNumber(ELOOP))
            }
            if target.hasPrefix("/") { try move("/", called: "") }
            rest += target.split(separator: "/").map(String.init).reversed()
        }
    }

    deinit { if folder >= 0 { close(folder) } }

    /// Tells whether the file is in a folder, or in one below it.
    package func isInside(_ other: FileIdentity) -> Bool {
        var place = openat(folder, ".", pathOnly | O_DIRECTORY | O_CLOEXEC)
        defer { close(place) }
        var last: FileIdentity?
        while place >= 0 {
            var status = stat()
            guard fstat(place, &status) == 0 else { return false }
            let identity = FileIdentity(status)
            guard identity != other else { return true }
            // The root is its own parent.
            guard identity != last else { return false }
            last = identity
            let next = openat(place, "..", pathOnly | O_DIRECTORY | O_CLOEXEC)
            close(place)
            place = next
        }
        return false
    }

    /// Only root and this process's user may change what is in the folder.
    package var isClosed: Bool {
        var status = stat()
        guard fstat(folder, &status) == 0, Self.isOwn(status) else { return false }
        // A group of the user's own is as good as the user; so is that of root.
        let mayGroup = status.st_gid == 0 || geteuid() != 0 && status.st_gid == getegid()
        return status.st_mode & S_IWOTH == 0 && (mayGroup || status.st_mode & S_IWGRP == 0)
    }

    /// Only root and this process's user may change what is in the folder, and no other user could
    /// have moved one of those on the way here.
    package var isClosedThroughout: Bool { wasClosed && isClosed }

    /// Tells whether a file belongs to root, or to this process's user.
    package static func isOwn(_ status: stat) -> Bool {
        // In a namespace of users root is the user *nobody*.
        status.st_uid == 0 || status.st_uid == geteuid() || geteuid() != 0 && status.st_uid == 65534
    }

    /// Goes on to a folder.
    ///
    /// - Returns: The text of a link that is to be followed; `nil` once the folder is reached.
    private func enter(_ part: String, isLast: Bool) throws(Fault) -> String? {
        let path = "\(reached)/\(part)"
        if part == ".." {
            // A user who may move a folder of the path could choose the one above it.
            guard isClosed || reached.allSatisfy({ "./".contains($0) }) else {
                throw Fault(.follow, path, ErrorNumber(ELOOP))
            }
            try move(part, called: path)
            return nil
        }
        let flags = pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var next = openat(folder, part, flags)
        if next < 0, errno == ENOENT, let mode = mode(isLast: isLast) {
            let isNew = mkdirat(folder, part, mode) == 0
            guard isNew || errno == EEXIST else { throw Fault(.make, path, .current) }
            next = openat(folder, part, isNew ? flags & ~pathOnly | O_RDONLY : flags)
            // A folder that another process has made keeps its permissions.
            if next >= 0, isNew, isExact, fchmod(next, mode) != 0 {
                let reason = ErrorNumber.current
                close(next)
                throw Fault(.permit, path, reason)
            }
        }
        if next < 0 {
            let reason = ErrorNumber.current
            if [ENOTDIR, ELOOP].contains(reason.rawValue), let target = try target(of: part) {
                return target
            }
            guard isOpenFile else { throw Fault(.open, path, reason) }
            isOpenFile = false
            try move(part, called: path)
            return nil
        }
        wasClosed = wasClosed && (isClosed || keeps(next))
        close(folder)
        (folder, reached) = (next, path)
        return nil
    }

    /// Tells whether no other user can move the next folder, though all may write here, as in /tmp.
    private func keeps(_ next: Int32) -> Bool {
        var (here, there) = (stat(), stat())
        return fstat(folder, &here) == 0 && fstat(next, &there) == 0
            && here.st_mode & S_ISVTX != 0 && Self.isOwn(here) && Self.isOwn(there)
    }

    /// The mode with which a folder is made; `nil` if it is not.
    private func mode(isLast: Bool) -> mode_t? {
        switch making {
        case .nothing: nil
        case .last(let mode), .lastExactly(let mode): isLast ? mode : nil
        case .all(let mode), .allExactly(let mode): mode
        }
    }

    private var isExact: Bool {
        switch making {
        case .lastExactly, .allExactly: true
        case .nothing, .last, .all: false
        }
    }

    /// Opens a folder from here, over a link of the kernel's, too.
    private func move(_ part: String, called path: String) throws(Fault) {
        let next = openat(folder, part, pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard next >= 0 else { throw Fault(.open, path, .current) }
        close(folder)
        (folder, reached) = (next, path)
    }

    /// The text of a link that may be followed; `nil` for what is none, and for one of /proc.
    private func target(of part: String) throws(Fault) -> String? {
        var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, part, &text, text.count)
        guard count >= 0 else { return nil }
        var link = stat()
        guard fstatat(folder, part, &link, AT_SYMLINK_NOFOLLOW) == 0, Self.isOwn(link), isClosed
        else { throw Fault(.follow, "\(reached)/\(part)", ErrorNumber(ELOOP)) }
        // A link of /proc leads to what is open, whatever its text says.
        var proc = stat()
        guard stat("/proc/self", &proc) == 0, link.st_dev == proc.st_dev else {
            return String(decoding: text.prefix(count), as: UTF8.self)
        }
        isOpenFile = true
        return nil
    }
}

extension FilePlace {
    /// Why a place is not reached.
    package struct Fault: Error, Hashable {
        /// The step that was refused.
        package enum Step: Hashable, Sendable {
            case open, make, permit, follow
        }

        package let step: Step
        /// The folder or the link.
        package let path: String
        package let reason: ErrorNumber

        init(_ step: Step, _ path: String, _ reason: ErrorNumber) {
            (self.step, self.path, self.reason) = (step, path, reason)
        }
    }
}

extension FilePlace.Fault: CustomStringConvertible {
    package var description: String {
        switch step {
        case .open: "cannot open directory '\(path)': \(reason)"
        case .make: "cannot make directory '\(path)': \(reason)"
        case .permit: "cannot give its permissions to directory '\(path)': \(reason)"
        case .follow:
            "cannot follow '\(path)': another user could have put it there; name the place to which it leads"
        }
    }
}
