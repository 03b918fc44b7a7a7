internal import Slipway

/// Key `restart`: how often a program is started again, and after what pauses.
package struct RestartSpecification: Hashable, Sendable {
    package var attempts = 5
    package var within: Duration = .seconds(600)
    package var initial: Duration = .seconds(1)
    package var maximum: Duration = .seconds(60)

    /// Creates the default policy.
    package init() {}
}

extension RestartSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "restart",
            title: "Restarts",
            summary:
                "With `ended: restart`, how often a program is started again, and after what pauses."
        )
    }

    static func read(_ keys: inout Keys) -> RestartSpecification? {
        var restart = RestartSpecification()
        keys.read("attempts", &restart.attempts, .whole(1...65536))
            .means("The most restarts in the time `within`; then the launch fails.", example: "3")
        keys.read("within", &restart.within, .duration())
            .means("The time in which restarts are counted.", example: "1h")
        keys.pauses(
            &restart.initial,
            &restart.maximum,
            "The first pause, which doubles each time."
        )
        return restart
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
