internal import Slipway

/// When a file that cannot be used is tried again, and what is said meanwhile.
///
/// One that another process has is waited for as long as the patience lasts. After that, as after any
/// other reason, the service goes on without, and it is tried again for ever.
struct OpeningTries {
    /// What became of a try.
    enum State: Hashable, Sendable {
        case waits, isAway
    }

    /// How long another process may have the file before that is said: the one before may just be
    /// ending.
    static let silence = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(10)

    private(set) var state = State.waits
    private let patience: Instant
    private let began: Instant
    private var pause = Duration.milliseconds(50)
    private var told: StoreNews?

    /// - Parameters:
    ///   - patience: How long another process may have the file.
    ///   - now: The instant of the first try.
    init(until patience: Instant, at now: Instant) {
        self.patience = patience
        began = now
    }

    /// A try failed.
    ///
    /// - Returns: What is to be said of it, if that is new, and when the next one is due.
    mutating func failed(
        _ error: ActionFileError,
        _ words: StoreError,
        at now: Instant
    ) -> (news: StoreNews?, next: Instant) {
        guard state == .waits, error.isBusy, now < patience else {
            if state == .waits { pause = .seconds(1) }
            state = .isAway
            return (tell(.isAway(words)), nextTry(at: now))
        }
        let isLong = began.duration(to: now) >= Self.silence
        return (isLong ? tell(.waits(words)) : nil, min(nextTry(at: now), patience))
    }

    private mutating func nextTry(at now: Instant) -> Instant {
        defer { pause = min(pause * 2, state == .waits ? Self.silence : Self.longestPause) }
        return now.advanced(by: pause)
    }

    private mutating func tell(_ news: StoreNews) -> StoreNews? {
        guard news != told else { return nil }
        told = news
        return news
    }
}
