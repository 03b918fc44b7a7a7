internal import Slipway

/// Tells from what was asked of the file, and from what came back, whether its file system answers.
///
/// A disk that hangs fails nothing: a call of the system just does not return, for a second or for
/// ever. So the thread that uses the file says when it begins something and when it has nothing to
/// do, and another one looks at the time. A disk that is only slow answers with each thing that it
/// has done.
struct StorePulse {
    /// The time without an answer after which the file counts as silent.
    static let patience = Duration.seconds(5)

    /// The answer of a look at the time.
    enum Condition: Hashable, Sendable {
        /// The file answers, or was asked nothing.
        case answers
        /// The file does not answer. Awaited: it was not open yet, and the time in which it has to
        /// be is not over.
        case silent(isAwaited: Bool)
    }

    /// The instant by which the file has to be open.
    private let opensUntil: Instant
    private var isOpened = false
    /// When the thing began, or was asked, that has not come back; `nil` for none.
    private var askedAt: Instant?
    /// The condition that was told last.
    private(set) var told = Condition.answers

    /// - Parameter opensUntil: How long a file is awaited that is not open yet.
    init(opensUntil: Instant) { self.opensUntil = opensUntil }

    /// Something begins, and what began before has come back.
    mutating func begins(at now: Instant) { askedAt = now }

    /// Something was asked, and begins once what is under way has come back.
    mutating func asked(at now: Instant) { askedAt = askedAt ?? now }

    /// Everything has come back.
    mutating func rests() { askedAt = nil }

    /// The file is open, or is known not to be usable: from now on a silence is a fault at once.
    mutating func opened() { isOpened = true }

    /// A look at the time.
    ///
    /// - Returns: The condition, if it is another one than was told last.
    mutating func look(at now: Instant) -> Condition? {
        let condition = condition(at: now)
        guard condition != told else { return nil }
        told = condition
        return condition
    }

    /// When the time is to be looked at next; `nil` as long as nothing happens.
    var nextLook: Instant? {
        guard let askedAt else { return nil }
        switch told {
        case .answers: return askedAt.advanced(by: Self.patience)
        case .silent(isAwaited: true): return isOpened ? nil : opensUntil
        case .silent(isAwaited: false): return nil
        }
    }

    /// The next sign of life is worth a look at once: the file answers again.
    var isNews: Bool { told != .answers }

    private func condition(at now: Instant) -> Condition {
        guard let askedAt, askedAt.advanced(by: Self.patience) <= now else { return .answers }
        return .silent(isAwaited: !isOpened && now < opensUntil)
    }
}
