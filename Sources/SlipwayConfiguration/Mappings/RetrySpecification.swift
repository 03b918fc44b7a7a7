package import Slipway
internal import SlipwayJSON

/// Key `retry`: when a failed attempt is repeated.
package struct RetrySpecification: Hashable, Sendable {
    package var attempts: Int
    package var initial: Duration = .milliseconds(100)
    package var maximum: Duration = .seconds(5)
    package var factor: Double = 2
    package var jitter: Double = 0.2
    /// `nil`: as long as the launch.
    package var budget: Duration?

    /// Creates a policy with the default backoff.
    package init(attempts: Int) { self.attempts = attempts }
}

extension RetrySpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "retry",
            title: "Retries",
            summary: "When a failed attempt is repeated.",
            manual: "It may be a number: `retry: 4` is `retry: { attempts: 4 }`.",
            foreign: .ofRetry
        )
    }

    static func read(_ keys: inout Keys) -> RetrySpecification? {
        var retry = RetrySpecification(attempts: 1)
        retry.readAttempts(&keys)
        keys.read("budget", &retry.budget, .duration(), usual: "as long as the launch")
            .means("How long all attempts and pauses may take, at least `timeout`.", example: "20s")
        return retry
    }

    /// Declares the keys that operations and actions share.
    fileprivate mutating func readAttempts(_ keys: inout Keys) {
        let attempts = keys.require(
            "attempts",
            .whole(Self.mostAttempts),
            orElse: "add attempts: 5"
        )
        .means("The most attempts, the first one included.", example: "4")
        if let attempts { self.attempts = attempts }
        keys.pauses(&initial, &maximum, "The pause after the first failed attempt.")
        keys.read("factor", &factor, .decimal(1...1000))
            .means("By how much the pause grows after each further attempt.", example: "1.5")
        keys.read("jitter", &jitter, .decimal(0...1))
            .means(
                "How far a pause varies at random in either direction, as a fraction of it; none is longer than `maximum`.",
                example: "0"
            )
    }

    fileprivate static let mostAttempts = 1...65536
}

/// Key `retry` of an action, which may go on over several launches.
struct ActionRetry: Mapping {
    var retry = RetrySpecification(attempts: 1)

    static var about: MappingText {
        MappingText(
            name: "actionRetry",
            title: "Retries of actions",
            summary: "When an action that failed is repeated.",
            manual:
                "It may be a number, too. A stop or a crash uses up no attempt; the pause and the budget go on.",
            foreign: .ofRetry
        )
    }

    static func read(_ keys: inout Keys) -> ActionRetry? {
        var action = ActionRetry()
        action.retry.readAttempts(&keys)
        keys.read("budget", &action.retry.budget, .duration(), usual: "for as many as `attempts`")
            .means(
                "How long after the beginning of the first attempt another one may begin.",
                example: "1h"
            )
        return action
    }
}

extension Kind where Value == RetrySpecification {
    /// A mapping, or only the number of attempts.
    static var retry: Kind {
        Kind(.attempts(or: RetrySpecification.self)) { decoder, field in
            guard field.isMapping else { return decoder.attempts(field) }
            return decoder.mapping(field, RetrySpecification.self)
        }
    }

    /// A mapping, or only the number of attempts, for an action.
    static var actionRetry: Kind {
        Kind(.attempts(or: ActionRetry.self)) { decoder, field in
            guard field.isMapping else { return decoder.attempts(field) }
            return decoder.mapping(field, ActionRetry.self)?.retry
        }
    }
}

extension ConfigurationDecoder {
    fileprivate func attempts(_ field: Field) -> RetrySpecification? {
        wholeNumber(field, in: RetrySpecification.mostAttempts, or: "a mapping with attempts")
            .map { RetrySpecification(attempts: $0) }
    }
}

extension KeyType {
    fileprivate static func attempts(or mapping: any Mapping.Type) -> KeyType {
        let mapping = KeyType.mapping(mapping)
        return .either(
            "\(mapping.words), or the number of attempts",
            [.whole(RetrySpecification.mostAttempts), mapping]
        )
    }
}

extension Keys {
    /// Declares `initial` and `maximum`, the first and the longest backoff; without `maximum` the
    /// first may be longer than the usual longest.
    mutating func pauses(_ initial: inout Duration, _ maximum: inout Duration, _ first: String) {
        let usual = maximum
        read("initial", &initial, .duration(.zero)).means(first, example: "500ms")
        let field = field(
            "maximum",
            .duration(.zero),
            usual: "`\(DurationText.text(usual))`, or `initial` if that is longer"
        )
        .means("The longest pause, at least `initial`.", example: "10s")
        guard let field else {
            maximum = max(initial, usual)
            return
        }
        guard let longest = decoder.duration(field, .zero) else {
            maximum = initial
            return
        }
        maximum = longest
        guard longest < initial else { return }
        decoder.report(
            "is shorter than initial, \(initial.timespan); write at least that, or "
                + "a shorter initial",
            at: field.node.origin,
            field.path
        )
    }
}

extension RetrySpecification {
    /// The retry of the plan, which has the budget apart.
    package var retry: Retry {
        .exponential(
            attempts: attempts,
            initial: initial,
            factor: factor,
            maximum: maximum,
            jitter: jitter
        )
    }
}
