internal import Slipway

/// Tells from what was asked of the file, and from what came back, whether its file system answers.
///
/// A disk that hangs fails nothing: a call of the system just does not return, for a second or for ever. So the
/// thread that uses the file says when it begins something and when it has nothing to do, and another one
/// looks at the time. One that is only slow answers with each thing that it has done.
struct StorePulse {
    /// The time without an answer after which the file counts as silent.
    static let patience = Duration.seconds(5)

    /// The answer of a look at the time.
    enum Condition: Hashable, Sendable {
        /// It answers, or was asked nothing.
        case answers
        /// It does not. Awaited: it was not open yet, and the time in which it has to be is not over.
        case silent(isAwaited: Bool)
    }

    /// The file has to be open by then.
    private let opensUntil: Instant
    private var isOpened = false
    /// When the last thing began to which nothing has come back; `nil` for none.
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

    /// The time is worth a look then; `nil` as long as nothing happens.
    var nextLook: Instant? {
        guard let askedAt else { return nil }
        switch told {
        case .answers: return askedAt.advanced(by: Self.patience)
        case .silent(isAwaited: true): return isOpened ? nil : opensUntil
        case .silent(isAwaited: false): return nil
        }
    }

    /// Anything that happens is worth a look at once: it answers again.
    var isNews: Bool { told != .answers }

    private func condition(at now: Instant) -> Condition {
        guard let askedAt, askedAt.advanced(by: Self.patience) <= now else { return .answers }
        return .silent(isAwaited: !isOpened && now < opensUntil)
    }
}
