package import Slipway
internal import SlipwayJSON

/// Key `health`: how a program that hangs is found.
package struct HealthSpecification: Hashable, Sendable {
    /// The ways to check a program.
    package enum Check: Hashable, Sendable {
        case http(ProbeSpecification)
        case tcp(Template)
        indirect case exec(ExecSpecification)

        /// The references in its texts, with repetitions.
        var references: [ValueReference] {
            switch self {
            case .http(let probe): probe.templates.flatMap(\.references)
            case .tcp(let template): template.references
            case .exec(let exec): exec.templates.flatMap(\.references)
            }
        }
    }

    package var check: Check
    /// The longest time of one check.
    package var timeout: Duration = .seconds(5)
    package var limits = HealthLimits()

    /// Creates a specification with the default times.
    package init(check: Check) { self.check = check }
}

extension HealthSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "health",
            title: "Health checks",
            summary:
                "How a program that hangs is found: exactly one of `http`, `tcp` and `exec`, asked again and again.",
            manual: """
                A program is ended after `misses` failed checks without `successes` passed ones in a row between them,
                which counts as an exit; until then `slipway status` says how many have failed, and its log why the
                first did. What a program of `exec` writes is not passed on, but for its last line when it fails, which
                is cut to 1000 characters, and what it leaves behind ends with it.
                """,
            foreign: .ofHealth
        )
    }

    static func read(_ keys: inout Keys) -> HealthSpecification? {
        var checks = Alternatives<Check>("check")
        keys.alternative("http", of: &checks, .probe, Check.http)
            .means(
                "A URL answers with a status from 200 to 399, or with an expected one.",
                example: "\"http://localhost:8080/health\""
            )
        keys.alternative("tcp", of: &checks, .hostAndPort, Check.tcp)
            .means(
                "`HOST:PORT` accepts a connection; an IPv6 address stands in brackets.",
                example: "\"localhost:8080\""
            )
        keys.alternative("exec", of: &checks, .exec(.health), Check.exec)
            .means("A program exits with 0.", example: "[/usr/bin/redis-cli, ping]")
        var health = HealthSpecification(check: .tcp(Template(segments: [])))
        keys.read("every", &health.limits.every, .duration(.milliseconds(100)))
            .means("The pause between two checks.", example: "30s")
        keys.read("timeout", &health.timeout, .duration())
            .means("How long one check may take.", example: "1s")
        keys.read("misses", &health.limits.misses, .whole(1...1000))
            .means(
                "How many failed checks mean that it hangs; `successes` says when earlier ones count no more.",
                example: "5"
            )
        keys.read("successes", &health.limits.successes, .whole(1...1000))
            .means(
                "How many passed checks in a row make up for failed ones: with 2, one that fails most of the "
                    + "time is found, too.",
                example: "2"
            )
        keys.read("startPeriod", &health.limits.startPeriod, .duration(.zero))
            .means(
                "For how long after it is ready failed checks do not count, until one has passed.",
                example: "30s"
            )
        guard let check = keys.one(of: checks, orElse: "checks nothing")?.value else { return nil }
        health.check = check
        return health
    }
}
