package import Slipway
internal import SlipwayJSON

/// Key `restart`: how often a program is started again, and after what backoff.
package struct RestartSpecification: Hashable, Sendable {
    /// The ends after which a program is started again.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Every end that was not asked for.
        case always
        /// Every such end that is no success.
        case failure
    }

    /// The limits, as the launch takes them.
    package var limits = RestartLimits()
    /// The first start, which the operation waits for, may be followed by others too.
    package var includesFirstStart = false

    /// Creates the default policy.
    package init() {}

    /// The ends that ``limits`` are for.
    private var cause: Cause {
        get { limits.onlyFailures ? .failure : .always }
        set { limits.onlyFailures = newValue == .failure }
    }
}

extension RestartSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "restart",
            title: "Restarts",
            summary:
                "With `ended: restart`, how often a program is started again, and after what pauses.",
            manual: """
                A broker that may be down for hours; once it has run for 15 minutes, earlier restarts are forgotten:

                    queue:
                      exec: { command: [/usr/sbin/broker], ready: notify }
                      timeout: 30s
                      ended: restart
                      restart: { attempts: unlimited, maximum: 5m, steady: 15m, firstStart: true }
                """,
            foreign: .ofRestart
        )
    }

    static func read(_ keys: inout Keys) -> RestartSpecification? {
        var restart = RestartSpecification()
        keys.read("attempts", &restart.limits.attempts, .restarts, usual: "`5`")
            .means(
                "The most restarts in the time `within`; then it is given up, and what follows `ended` says. "
                    + "`unlimited`: it is never given up.",
                example: "3"
            )
        keys.read("within", &restart.limits.window, .duration())
            .means("The time in which restarts are counted.", example: "1h")
        keys.pauses(
            &restart.limits.initial,
            &restart.limits.maximum,
            "The first pause, which doubles each time."
        )
        keys.read("steady", &restart.limits.steady, .duration(), usual: "never")
            .means(
                "Once it has been ready for so long, earlier restarts are forgotten: they count no more, "
                    + "and the next pause is the first one again.",
                example: "10m"
            )
        keys.read("when", &restart.cause, .word)
            .means(
                "After which ends. `always`: after every end that was not asked for. `failure`: not after a "
                    + "`success`, with which it has done its work, and which is no trouble of the launch.",
                example: "failure"
            )
        keys.read("firstStart", &restart.includesFirstStart, .boolean)
            .means(
                "Whether a first start that fails is followed by others, too, while its operation waits. Its "
                    + "`timeout` is that of each start then, and it has no `retry`.",
                example: "true"
            )
        return restart
    }
}

extension Kind where Value == Int? {
    /// A number of restarts, or any.
    fileprivate static var restarts: Kind {
        let unlimited = "unlimited"
        let range = 1...65536
        return Kind(
            .either(
                "whole number, \(range.lowerBound) to \(range.upperBound), or `unlimited`",
                [.whole(range), .words([unlimited])]
            )
        ) { decoder, field in
            if case .scalar(let scalar) = field.node.content, scalar.text == unlimited {
                return .some(nil)
            }
            return decoder.wholeNumber(field, in: range, or: unlimited).map { .some($0) }
        }
    }
}

extension Kind where Value == RestartSpecification {
    static var restart: Kind {
        Kind(.mapping(RestartSpecification.self)) { decoder, field in
            guard let here = ForeignWords.restart(field) else { return decoder.mapping(field) }
            decoder.report(
                "found \(field.node.shown); here that is \(here)",
                at: field.node.origin,
                field.path
            )
            return nil
        }
    }
}
