internal import Slipway

/// Something that is asked of the store.
enum StoreJob: Sendable {
    case write(ActionWrite, StoreTables.Completion)
    /// Asks the file before an action is held in memory: of two with the same key, the stored one
    /// counts. Without an answer (`nil`) the action is taken.
    case ask(ActionChange, @Sendable (KeepingAnswer?) -> Void)
    case read(@Sendable (ActionReading) -> Void)
    case copy(StoreCopying.Completion)
    /// Uses the file for data other than actions, once it is open.
    case useFile(FileUse, @Sendable (Result<ActionWriter, StoreError>) -> Void)
    /// Does something that needs no file, without waiting for it.
    case run(@Sendable () -> Void)

    /// Answers the job without the file.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - memory: What can be read nevertheless; `nil` for nothing.
    func refuse(_ error: StoreError, _ memory: MemoryActions? = nil) {
        switch self {
        case .write(_, let completion): completion(.failure(error))
        case .ask(_, let answer): answer(nil)
        case .read(let body): body(ActionReading(memory: memory, writer: nil, failure: error))
        case .copy(let completion): completion(.failure(error))
        case .useFile(_, let body): body(.failure(error))
        case .run(let body): body()
        }
    }

    /// A caller waits for the answer: while the file is silent, the job is not put off, but
    /// refused.
    ///
    /// The decisions of a launch, and the history, wait for the file.
    var isCall: Bool {
        switch self {
        case .write(let write, _): write.change.isAcceptance
        case .ask, .read, .copy: true
        case .useFile(let use, _): use != .unsynced
        case .run: false
        }
    }

    var isCopy: Bool { if case .copy = self { true } else { false } }

    /// Tells whether the job is to wait until the file is open.
    ///
    /// - Parameter isQuick: Whether the opening may still be a matter of a moment.
    /// - Returns: Whether it waits.
    func isHeld(_ isQuick: Bool) -> Bool {
        switch self {
        case .write: true
        case .useFile(let use, _): isQuick || use != .urgent
        case .ask, .read, .copy, .run: false
        }
    }
}
