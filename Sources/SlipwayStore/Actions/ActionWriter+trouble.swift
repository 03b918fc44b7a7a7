internal import Slipway

/// The state of a file in which something could not be stored, as the writer knows it.
extension ActionWriter {
    /// The time between two looks whether there is room again.
    private static let interval = Duration.seconds(2)
    /// The least room in which an action is likely to fit.
    private static let leastSpace: UInt64 = 256 * 1024

    /// Takes what became of changes.
    ///
    /// - Returns: What is new; `nil` for nothing.
    func note(
        _ writes: [ActionWrite],
        _ results: [Result<ActionWritten, StoreError>]
    ) -> StoreNews? {
        for case .failure(let error) in results { return failed(error) }
        // An end may fit where no action does.
        guard writes.contains(where: \.change.isAcceptance) else {
            nextLook = .now
            return nil
        }
        room?.noteAcceptance()
        guard trouble != nil else { return nil }
        recover()
        return .stores
    }

    /// There was too little room for something that is not new: what is new would be refused.
    ///
    /// - Returns: What is new; `nil` for nothing.
    func noteShortage() -> StoreNews? {
        guard trouble == nil, let file, let room, room.isShort || room.reserve.isGivenUp else {
            return nil
        }
        return failed(refusal ?? StoreError("\(file.path): the disk is full; make room"))
    }

    private func failed(_ error: StoreError) -> StoreNews? {
        // A sender that is refused again and again does not put off the look.
        if trouble == nil { nextLook = .now.advanced(by: Self.interval) }
        guard trouble != error else { return nil }
        trouble = error
        return .cannotStore(error)
    }

    private func recover() {
        trouble = nil
        room?.noteRecovery()
    }

    /// Tells whether changes that could not be stored may be stored again; looks at most once in
    /// each ``interval``.
    func recovers(at now: Instant = .now) -> Bool {
        guard trouble != nil, now >= nextLook else { return false }
        nextLook = now.advanced(by: Self.interval)
        guard canStore else { return false }
        recover()
        return true
    }

    /// The instant at which there is work to do without a new job.
    var nextVisit: Instant {
        if room?.mayRelieve == true || room?.mayGiveBack == true { return .now }
        return trouble == nil ? nextPurge : min(nextPurge, nextLook)
    }

    /// A full disk may have room for one page and not for an action.
    private var canStore: Bool {
        guard let file, !file.isLost else { return false }
        let least = Self.leastSpace + (room?.reserve.lack ?? 0)
        if let space = DiskSpace(at: file.path), space.free < least { return false }
        do throws(SQLiteError) {
            // Writes the value that is there already.
            try table.connection.run("PRAGMA user_version = \(ActionSchema.version)")
            try room?.measure(table)
            room?.reserve.hold()
            return room?.refusal == nil
        } catch {
            return false
        }
    }
}
