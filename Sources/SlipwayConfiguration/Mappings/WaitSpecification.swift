internal import SlipwayJSON

/// Key `wait`: waits until something is there.
package struct WaitSpecification: Body {
    /// The target of the wait.
    package enum Target: Hashable, Sendable {
        /// An address; filled in with ``Template/hostAndPort(_:)``.
        case tcp(Template)
        case socket(Template)
        case file(Template)
        case http(ProbeSpecification)
    }

    package var target: Target
    package var every: Duration
    /// Unused for a file.
    package var tryTimeout: Duration

    /// Creates a specification.
    package init(
        target: Target,
        every: Duration = .milliseconds(50),
        tryTimeout: Duration = .seconds(5)
    ) {
        self.target = target
        self.every = every
        self.tryTimeout = tryTimeout
    }

    package var requestURL: Template? {
        if case .http(let probe) = target { probe.url } else { nil }
    }
    package var tls: TLSSpecification? {
        if case .http(let probe) = target { probe.tls } else { nil }
    }

    package var templates: [Template] {
        switch target {
        case .tcp(let template), .socket(let template), .file(let template): [template]
        case .http(let probe): probe.templates
        }
    }
    package var textsWithoutNUL: [Template] {
        if case .http(let probe) = target { Array(probe.headers.values) } else { [] }
    }
}

extension WaitSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "wait",
            title: "wait",
            summary:
                "Waits until something is there: exactly one of `tcp`, `socket`, `file` and `http`.",
            manual:
                "While it waits, `status` says for what, and what was wrong last; so does the reason when the time is over.",
            foreign: .ofWait
        )
    }

    static func read(_ keys: inout Keys) -> WaitSpecification? {
        var targets = Alternatives<Target>("target")
        keys.alternative("tcp", of: &targets, .hostAndPort, Target.tcp)
            .means(
                "`HOST:PORT` accepts a connection, which is closed without a byte; an IPv6 address stands in "
                    + "brackets. Never from a payload.",
                example: "\"localhost:5432\""
            )
        keys.alternative("socket", of: &targets, .socketPath, Target.socket)
            .means(
                "A Unix stream socket accepts a connection, which is closed without a byte.",
                example: "/run/postgresql/.s.PGSQL.5432"
            )
        keys.alternative("file", of: &targets, .absolutePath, Target.file)
            .means("A path exists.", example: "/run/shop/ready")
        keys.alternative("http", of: &targets, .probe, Target.http)
            .means(
                "A URL answers with a status from 200 to 399, or with an expected one.",
                example: "\"http://localhost:8080/health\""
            )
        var wait = WaitSpecification(target: .tcp(Template(segments: [])))
        keys.read("every", &wait.every, .duration(.milliseconds(1)))
            .means("The pause between two tries.", example: "1s")
        keys.read("tryTimeout", &wait.tryTimeout, .duration())
            .means("How long one try may take, before the next one.", example: "500ms")
        guard let target = keys.one(of: targets, orElse: "waits for nothing")?.value else {
            return nil
        }
        wait.target = target
        return wait
    }
}
