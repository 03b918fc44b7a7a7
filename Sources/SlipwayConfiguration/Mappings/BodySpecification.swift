internal import SlipwayJSON

/// The body of an operation or a launch action, as the file declares it; `SlipwayBodies` runs it.
package enum BodySpecification: Hashable, Sendable {
    case exec(ExecSpecification)
    case http(HTTPSpecification)
    /// Only of an operation.
    case flags(FlagsSpecification)
    case wait(WaitSpecification)
    case write(WriteSpecification)
    /// Only of an action.
    case deliver(DeliverSpecification)
    case sleep(Duration)
    /// Operations of its own, which the plan runs; never of an action.
    case group(GroupSpecification)
}

/// The facts about a body that the rest of the module has to know.
package protocol Body: Hashable, Sendable {
    /// The texts of the body, which may have references.
    var templates: [Template] { get }
    /// The texts that cannot hold a NUL character, unless they are JSON.
    var textsWithoutNUL: [Template] { get }
    /// The body may return another value than null.
    var givesValue: Bool { get }
    /// The URL of a request that the body makes; `nil` if it makes none.
    var requestURL: Template? { get }
    /// The files of the request's TLS.
    var tls: TLSSpecification? { get }
}

extension Body {
    package var textsWithoutNUL: [Template] { [] }
    package var givesValue: Bool { false }
    package var requestURL: Template? { nil }
    package var tls: TLSSpecification? { nil }
}

extension BodySpecification {
    /// The body; `nil` for `sleep`, of which there is nothing to know.
    private var body: (any Body)? {
        switch self {
        case .exec(let body): body
        case .http(let body): body
        case .flags(let body): body
        case .wait(let body): body
        case .write(let body): body
        case .deliver(let body): body
        case .group(let body): body
        case .sleep: nil
        }
    }

    /// The references in the body's texts, with repetitions.
    package var references: [ValueReference] { (body?.templates ?? []).flatMap(\.references) }

    /// The URL of a request that the body makes; `nil` if it makes none.
    package var requestURL: Template? { body?.requestURL }

    /// The files of the request's TLS.
    package var tls: TLSSpecification? { body?.tls }

    /// The texts that cannot hold a NUL character.
    var textsWithoutNUL: [Template] { (body?.textsWithoutNUL ?? []).filter { !$0.isJSON } }

    /// The body may return another value than null; a group, if it names an operation in it whose
    /// value is its own.
    var givesValue: Bool { body?.givesValue ?? false }
}

extension Keys {
    /// Declares the bodies of an operation or an action, which has exactly one.
    ///
    /// - Returns: The first body in the file; its value is `nil` if it is faulty.
    mutating func body(ofAction isAction: Bool) -> (name: String, value: BodySpecification?)? {
        begin(part: "Bodies", "It has exactly one of these.")
        var bodies = Alternatives<BodySpecification>("body")
        bodies.compared = compared.map { ($0.body.key, $0.body.withoutEnd) }
        alternative(
            "exec",
            of: &bodies,
            .exec(isAction ? .action : .operation),
            BodySpecification.exec
        )
        .means(
            "Runs a program, never through a shell; its output can be the value.",
            example: "[/usr/bin/migrate, --all]"
        )
        alternative("http", of: &bodies, .http, BodySpecification.http)
            .means(
                "Makes an HTTP request: a URL, or a mapping with `url`.",
                example: "\"https://api.example.org/me\""
            )
        alternative("wait", of: &bodies, .mapping, BodySpecification.wait)
            .means(
                "Waits until a TCP port, a Unix socket, a file or a URL is there.",
                example: "{ tcp: \"localhost:5432\" }"
            )
        alternative("write", of: &bodies, .mapping, BodySpecification.write)
            .means(
                "Writes a file, whole or not at all.",
                example: "{ path: /run/shop/token, content: \"${operations.login.value}\" }"
            )
        alternative("sleep", of: &bodies, .duration(.zero), BodySpecification.sleep)
            .means("Passes time, for trying things out.", example: "1s")
        // A body of the other kind is reported by itself.
        guard isAction else {
            alternative("flags", of: &bodies, .mapping, BodySpecification.flags)
                .means(
                    "Asks an OFREP server for feature flags; the value has all of them.",
                    example:
                        "{ url: \"http://localhost:8016\", context: { targetingKey: \"${env.DEVICE}\" } }"
                )
            alternative("group", of: &bodies, .mapping, BodySpecification.group)
                .means(
                    "Operations of its own, which are one operation to the outside.",
                    example: "{ operations: { … } }"
                )
            if let compared {
                var settings = compared.body.exec?.settings ?? ProcessSettings()
                settings.readEnd(&self)
                return nil
            }
            return one(of: bodies, orElse: section["deliver"] == nil ? "has no body" : nil)
        }
        alternative("deliver", of: &bodies, .mapping, BodySpecification.deliver)
            .means(
                "Hands the action to a program that runs already.",
                example: "{ to: player, socket: /run/player.sock }"
            )
        return one(of: bodies, orElse: section["flags"] == nil ? "has no body" : nil)
    }
}

extension BodySpecification {
    /// The command that the body runs; `nil` if it runs none.
    var exec: ExecSpecification? {
        if case .exec(let exec) = self { exec } else { nil }
    }

    /// The body without the keys that say how its processes end.
    fileprivate var withoutEnd: BodySpecification {
        guard var exec else { return self }
        exec.settings.forgetEnd()
        return .exec(exec)
    }

    /// The key of the body.
    package var key: String {
        switch self {
        case .exec: "exec"
        case .http: "http"
        case .flags: "flags"
        case .wait: "wait"
        case .write: "write"
        case .deliver: "deliver"
        case .sleep: "sleep"
        case .group: "group"
        }
    }
}
