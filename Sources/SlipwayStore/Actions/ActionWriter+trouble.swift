internal import Glibc
internal import Slipway

/// The state of a file in which something could not be stored, as the writer knows it.
extension ActionWriter {
    /// The time between two looks whether there is room again.
    private static let pause = Duration.seconds(2)
    /// The least room in which an action is likely to fit.
    private static let leastSpace: UInt64 = 256 * 1024

    /// Takes what became of changes.
    ///
    /// - Returns: What is new; `nil` for nothing.
    func note(
        _ writes: [ActionWrite],
        _ results: [Result<ActionWritten, StoreError>]
    ) -> StoreNews? {
        for case .failure(let error) in results {
            nextLook = .now.advanced(by: Self.pause)
            guard trouble != error else { return nil }
            trouble = error
            return .cannotStore(error)
        }
        // An end may fit where no action does.
        guard trouble != nil, writes.contains(where: \.change.isAcceptance) else { return nil }
        trouble = nil
        return .stores
    }

    /// Tells whether changes that could not be stored may be stored again; looks at most once in
    /// each ``pause``.
    func recovers(at now: Instant = .now) -> Bool {
        guard trouble != nil, now >= nextLook else { return false }
        nextLook = now.advanced(by: Self.pause)
        guard canStore else { return false }
        trouble = nil
        return true
    }

    /// When there is something to do though nothing is asked.
    var nextVisit: Instant { trouble == nil ? nextPurge : min(nextPurge, nextLook) }

    /// A full disk may have room for one page and not for an action.
    private var canStore: Bool {
        var space = statvfs()
        guard let file, !file.isLost, statvfs(file.path, &space) == 0 else { return false }
        // A file system may name any numbers.
        let bytes = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        guard bytes.overflow || bytes.partialValue >= Self.leastSpace else { return false }
        do throws(SQLiteError) {
            // It writes the value that is there already.
            try table.connection.run("PRAGMA user_version = \(ActionSchema.version)")
            return true
        } catch {
            return false
        }
    }
}
