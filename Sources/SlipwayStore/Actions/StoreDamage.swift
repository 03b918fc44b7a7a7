internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The damaged files beside the store.
///
/// Each file was moved aside, or copied, and lies there until an operator removes it: it may have
/// what could not be saved.
struct StoreDamage: Hashable, Sendable {
    private struct Aside: Hashable, Sendable {
        let path: String
        /// The rest of the file's name: when it was found to be damaged, in seconds since 1970,
        /// perhaps with a number.
        let moment: String
        /// The file is a copy of the log.
        let isLog: Bool
    }

    private let last: Aside
    private let count: Int

    /// Finds the damaged files; `nil` if there are none.
    ///
    /// Blocks as long as the file system is silent.
    ///
    /// - Throws: The folder cannot be read.
    init?(beside folder: String) throws(ErrorNumber) {
        let all = try FolderEntry.all(in: folder).compactMap { Self.aside($0.name, in: folder) }
        guard let last = all.max(by: { $0.moment < $1.moment }) else { return nil }
        self.last = last
        count = all.count
    }

    private static func aside(_ name: String, in folder: String) -> Aside? {
        // Files that belong to another one go with it.
        guard !["-wal", "-shm", "-journal"].contains(where: name.hasSuffix) else { return nil }
        for isLog in [false, true] {
            let start = ActionFile.asideName(for: ActionFile.name + (isLog ? "-wal" : ""))
            guard name.hasPrefix(start) else { continue }
            return Aside(
                path: "\(folder)/\(name)",
                moment: String(name.dropFirst(start.count)),
                isLog: isLog
            )
        }
        return nil
    }

    /// A line about what is missing, and where it lies.
    var words: String {
        let seconds = Int64(last.moment.prefix { $0 != "." }) ?? 0
        let moment = Duration.seconds(seconds).dateText
        let more = count > 1 ? " (and \(counted(count - 1, "further file")) beside it)" : ""
        let what =
            last.isLog
            ? "is a damaged log of the store, with changes from before \(moment)"
            : "has what could not be saved of a damaged store, with its kept values and its "
                + "history, from before \(moment)"
        // The status line has room for little: the place comes first.
        return "\(last.path)\(more) \(what); remove the file once it is of no use"
    }
}

/// Looks for damaged files once the store is open, and from time to time as long as there are some.
struct DamageWatch {
    /// The interval between two looks: the trouble outlasts the removal of the last file by no
    /// more.
    static let interval = Duration.seconds(10)

    private var found: StoreDamage?
    /// When to look again; `nil` as long as there is nothing to look for.
    private(set) var nextLook: Instant?

    /// Looks, if it is time to; blocks as long as the file system is silent.
    ///
    /// A look that fails tells nothing: what was found before counts until the next one.
    ///
    /// - Returns: What is new.
    mutating func look(beside folder: String, isOpened: Bool, at now: Instant) -> StoreNews? {
        guard isOpened || nextLook.map({ $0 <= now }) == true else { return nil }
        let before = found
        nextLook = now.advanced(by: Self.interval)
        do throws(ErrorNumber) { found = try StoreDamage(beside: folder) } catch { return nil }
        if found == nil { nextLook = nil }
        return found == before ? nil : .damage(found)
    }
}
