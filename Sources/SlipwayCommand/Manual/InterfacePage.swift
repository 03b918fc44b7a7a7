internal import SlipwayInterface
internal import SlipwayVarlink

/// org.slipway.Launch(7): the control interface.
enum InterfacePage {
    static var page: ManualPage {
        ManualPage(
            name: LaunchInterface.name,
            section: 7,
            summary: "the control interface of a launch",
            blocks: [.title("DESCRIPTION")] + ManualText.blocks(LaunchInterface.words)
                + ManualText.blocks(description)
                + [.title("METHODS")] + Method.all.map { entry(of: $0.row) }
                + [.title("EXAMPLES")]
                + examples.flatMap { example -> [ManualPage.Block] in
                    [.paragraph([.plain(example.words)]), .example([example.line])]
                }
                + [.title("DEFINITION"), .example(definition)]
                + Manual.seeAlso("slipway-call(1)", "slipway-introspect(1)", "slipwayd(8)")
        )
    }

    static let examples = [
        CommandExample("Where is the launch?", "slipway call GetStatus"),
        CommandExample(
            "Send an action, and see each change of it:",
            "slipway call --more Submit '{\"kind\": \"open-url\", \"payload\": {\"url\": \"https://example.org\"}, \"wait\": \"done\"}'"
        ),
        CommandExample(
            "The definition, as the service itself gives it:",
            "slipway introspect org.slipway.Launch"
        ),
    ]

    private static var definition: [String] {
        VarlinkInterface.launch.description.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private static func entry(of method: MethodRow) -> ManualPage.Block {
        let several = method.streams ? " With `more` it has several replies." : ""
        return .entry(
            [.code(method.name)],
            ManualText.spans("\(method.words).\(several) For \(method.access.words).")
        )
    }

    private static let description = """
        It is Varlink: JSON objects with a NUL byte behind each, over a Unix socket. Beside it a service has \
        org.varlink.service, and io.systemd.service with *Ping* and the log level.

        The control socket, `/run/slipway/NAME/org.slipway.Launch`, takes every call. The observing one, \
        `/run/slipway-run/NAME/org.slipway.Launch`, is there while the service runs, and takes those that change nothing. Who \
        calls is known by the credentials of the socket.
        """
}

extension Access {
    fileprivate var words: String {
        switch self {
        case .observe: "all who can connect, also to the observing socket"
        case .observeOwn:
            "all who can connect, also to the observing socket; an action's payload is shown to its sender "
                + "and to operators"
        case .send: "all who can connect to the control socket, unless the kind says `allow`"
        case .own: "the sender of the action, and operators"
        case .operate: "operators"
        }
    }
}
