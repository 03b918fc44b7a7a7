package import Slipway
internal import SlipwayJSON
internal import SlipwaySystem

/// Key `probes`: the place where the service says by HTTP whether it is ready.
package struct ProbesSpecification: Hashable, Sendable {
    /// An address of `ListenAddress`; checked once its variables are known.
    package var listen: Template
    /// The position of `listen`.
    package var origin: Origin

    /// Creates a specification.
    package init(listen: Template, origin: Origin) {
        self.listen = listen
        self.origin = origin
    }

    /// The path of `listen`, for faults.
    package static let key = "probes.listen"
}

extension ProbesSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "probes",
            title: "Probes of the service",
            summary:
                "Where the service answers GET and HEAD of HTTP at `/startup`, `/ready` and `/live`, each with 200 or 503, and one line that says why.",
            manual: """
                [Operating](OPERATING.md#probes) has what each answers when, and what asks them. It answers from before the
                first operation until the last process has ended. Every process that reaches the address is answered, with no more
                than the line of `systemctl status`. A reload that changes it opens the new place before it leaves the old one.
                """
        )
    }

    static func read(_ keys: inout Keys) -> ProbesSpecification? {
        let listen = keys.require(
            "listen",
            .listenAddress,
            orElse: "add one, such as listen: 127.0.0.1:8081"
        )
        .means(
            "A TCP port of this machine: `127.0.0.1:8081`, `\"[::1]:8081\"`, or `\":8081\"` for each of its addresses. "
                + "Or the path of a Unix socket, which every process may use that can reach it (mode 0666).",
            example: "127.0.0.1:8081"
        )
        guard let listen, let field = keys.section["listen"] else { return nil }
        return ProbesSpecification(listen: listen, origin: field.node.origin)
    }
}

extension Kind where Value == Template {
    /// The address of the probes, which the configuration and its environment choose.
    fileprivate static var listenAddress: Kind {
        Kind(.listenAddress) { decoder, field in
            let listen = decoder.template(
                field,
                .address,
                expected: "an address, such as 127.0.0.1:8081",
                refusing: { if case .environment = $0 { false } else { true } },
                "the file and its environment alone say where to listen; write the address, or ${env.NAME}"
            )
            guard let listen else { return nil }
            guard let text = listen.literal else { return listen }
            do throws(ListenAddressFault) {
                _ = try ListenAddress(parsing: text)
            } catch {
                decoder.report("\(error)", at: field.node.origin, field.path)
            }
            return listen
        }
    }
}

extension KeyType {
    fileprivate static var listenAddress: KeyType {
        named(
            "listenAddress",
            "`ADDRESS:PORT`, `:PORT` or absolute path",
            [
                "type": "string",
                "pattern":
                    "^(/.*[^/]$|.*\\$\\{env\\.|(\\[[0-9A-Fa-f:.]+\\]|[0-9.]*):0*[1-9][0-9]{0,4}$)",
                "not": [
                    "pattern": "\\$\\{(payload|operations|credential|launch|action)\\."
                ],
            ]
        )
    }
}
