internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway introspect` answers "what can be called?".
struct Introspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "introspect",
        abstract: "Show what the daemon offers: its interfaces, or the description of one."
    )

    @Argument(
        help: "The interface to describe (default: list them).",
        completion: .list([LaunchInterface.name, "org.varlink.service", "io.systemd.service"])
    )
    var interface: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.observing()
        guard let interface else {
            let reply = try client.call("org.varlink.service.GetInfo")
            return try output.print(json: reply, text: Self.text(info: reply))
        }
        let reply = try client.call(
            "org.varlink.service.GetInterfaceDescription",
            ["interface": .string(interface)]
        )
        let text = reply["description"]?.stringValue ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try output.print(
            json: reply,
            text: lines.map(\.printable).joined(separator: "\n").trimmed
        )
    }

    /// The text of the daemon's facts about itself, and of its interfaces.
    static func text(info: JSON) -> String {
        let facts = ["vendor", "product", "version", "url"].compactMap { key in
            info[key]?.stringValue.map { "\(key): \($0.printable)" }
        }
        let interfaces = (info["interfaces"]?.arrayValue ?? []).compactMap(\.stringValue)
        return (facts + ["interfaces:"] + interfaces.map { "  \($0.printable)" })
            .joined(separator: "\n")
    }
}

extension String {
    /// The text without trailing newlines.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == "\n" { text.removeLast() }
        return String(text)
    }
}
