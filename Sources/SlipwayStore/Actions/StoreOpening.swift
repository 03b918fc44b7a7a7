internal import Slipway

/// The opening of the file, with as many tries as it takes, and what is told meanwhile.
///
/// A file that another process has is waited for until the patience is over. After that, and after
/// any other failure, the service goes on without the file, and the opening is tried again for
/// ever.
struct StoreOpening {
    private enum State {
        case waits, isAway
        case isOpen(StateLock)
    }

    /// The time for which another process may have the file before that is told: the last process
    /// of the service may just be ending.
    private static let silence = Duration.milliseconds(500)
    private static let longestBackoff = Duration.seconds(10)

    private let file: StoreFile
    private let patience: Instant
    private let began = Instant.now
    private var state = State.waits
    /// When the next try is due.
    private(set) var nextTry = Instant.now
    private var backoff = Duration.milliseconds(50)
    private var told: StoreNews?
    /// The findings that were told: each try finds the same ones.
    private var findings: Set<String> = []

    /// - Parameters:
    ///   - file: The file.
    ///   - patience: How long another process may have the file.
    init(_ file: StoreFile, until patience: Instant) {
        self.file = file
        self.patience = patience
    }

    var isDue: Bool { if case .isOpen = state { false } else { nextTry <= .now } }

    /// Changes wait for the file.
    var holdsChanges: Bool { if case .waits = state { true } else { false } }

    /// The opening may still be a matter of a moment.
    var isQuick: Bool { began.duration(to: .now) < Self.silence }

    /// Tries to open the file.
    ///
    /// - Returns: What is new.
    mutating func open(
        _ tables: inout StoreTables,
        _ queue: FileQueue,
        _ tell: (StoreNews) -> Void
    ) -> StoreNews? {
        do throws(ActionFileError) {
            let opened = try ActionFile(
                in: file.folder,
                layer: file.layer,
                progress: { queue.begins() },
                tell: { if findings.insert($0).inserted { tell(.finding($0)) } }
            )
            let found: ActionsFound
            let writer = ActionWriter(opened.table, in: opened.file, file.retention)
            do throws(SQLiteError) {
                found = try opened.table.found()
                try writer.setUp(StoreRoom(in: file.folder, upTo: file.maximum))
            } catch {
                throw ActionFileError(error)
            }
            state = .isOpen(opened.lock)
            tables.failure = nil
            tables.file = writer
            return .opened(found)
        } catch {
            // The disk is full: the reserve is there for this.
            if error.isFull, StoreReserve.give(in: file.folder) {
                return open(&tables, queue, tell)
            }
            let words = StoreError(
                "cannot use \(file.folder)/\(ActionFile.name): \(error.reason)"
            )
            tables.failure = words
            return failed(isBusy: error.isBusy, words, at: .now)
        }
    }

    /// Lets another service have the file.
    func close() { if case .isOpen(let lock) = state { lock.release() } }

    private mutating func failed(
        isBusy: Bool,
        _ words: StoreError,
        at now: Instant
    ) -> StoreNews? {
        guard holdsChanges, isBusy, now < patience else {
            if holdsChanges { backoff = .seconds(1) }
            state = .isAway
            nextTry = now.advanced(by: backoff)
            backoff = min(backoff * 2, Self.longestBackoff)
            return new(.isAway(words))
        }
        nextTry = min(now.advanced(by: backoff), patience)
        backoff = min(backoff * 2, Self.silence)
        return began.duration(to: now) >= Self.silence ? new(.waits(words)) : nil
    }

    private mutating func new(_ news: StoreNews) -> StoreNews? {
        guard news != told else { return nil }
        told = news
        return news
    }
}
