internal import SlipwayUsage

/// slipwayd(8).
enum DaemonPage {
    static var page: ManualPage {
        ManualPage(
            name: "slipwayd",
            section: 8,
            summary: "launch a service, and take launch actions",
            blocks: [
                .title("SYNOPSIS"), .paragraph([.code("slipwayd ")] + synopsis),
                .title("DESCRIPTION"), .paragraph(ManualText.spans(DaemonUsage.summary)),
            ]
                + ManualText.blocks(description)
                + [.title("OPTIONS")] + DaemonUsage.options.map(entry)
                + [.title("EXIT STATUS")]
                + DaemonUsage.exitStatuses.map {
                    .entry([.code("\($0.status)")], [.plain("\($0.words).")])
                }
                + [.paragraph(ManualText.spans(DaemonUsage.ownExitStatus, .single))]
                + ManualText.blocks(rest)
                + Manual.seeAlso(
                    "slipway(1)",
                    "slipway.yaml(5)",
                    "org.slipway.Launch(7)",
                    "systemd.service(5)"
                )
        )
    }

    /// The command of the example.
    static let example = "slipwayd --config demo.yaml --directory demo"

    private static var synopsis: [ManualPage.Span] {
        let named = ["--help", "--version"]
        return [
            .code(
                DaemonUsage.options.filter { !named.contains($0.names.last ?? "") }.map(\.brief)
                    .joined(separator: " ")
            )
        ]
    }

    private static func entry(_ option: DaemonUsage.Option) -> ManualPage.Block {
        let names = option.names.joined(separator: ", ")
        let value: [ManualPage.Span] = option.value.map { [.plain(" "), .emphasis($0)] } ?? []
        return .entry([.code(names)] + value, [.plain(option.words)])
    }

    private static let description = """
        The operations of the file run as fast as their dependencies allow. Once all that is required has succeeded, the \
        service is ready: `slipwayd` says READY=1 to the service manager. Actions that arrive earlier wait, stored, for what \
        they require. It says in its STATUS= what a start or a stop waits for.

        SIGTERM, SIGINT and SIGQUIT stop it: what runs is asked to end, and what succeeded is undone, backwards along the graph. SIGHUP \
        brings the changed configuration into the running service, as `slipway reload` does.

        On a machine with systemd the units `slipway@NAME.service` and `slipway@NAME.socket` run it for \
        /etc/slipway/NAME.yaml, and for `systemctl --user` for ~/.config/slipway/NAME.yaml. It gets its folders and its \
        socket from them; the socket starts it at the first action. Without systemd any supervisor runs it that starts a \
        program in the foreground.
        """

    private static let rest = """
        ## Environment

        `RUNTIME_DIRECTORY`, `STATE_DIRECTORY` and `CACHE_DIRECTORY` are its folders, `CREDENTIALS_DIRECTORY` has its \
        credentials, and `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `LISTEN_FDS` are those of sd_notify(3), sd_watchdog_enabled(3) \
        and sd_listen_fds(3). What the configuration names as `${env.NAME}` comes from its environment.

        ## Files

        `/etc/slipway/NAME.yaml` is the configuration of an instance, `/etc/slipway/NAME.d/*.yaml` are its drop-ins, and \
        `/etc/slipway/NAME.env` has variables for it. `/run/slipway/NAME/org.slipway.Launch` is the control socket, \
        `/run/slipway-run/NAME/org.slipway.Launch` the observing one, and in `/var/lib/slipway/NAME` are the actions that wait \
        and the launches of the past.

        In a user's session these are `~/.config/slipway`, `$XDG_RUNTIME_DIR/slipway`, `$XDG_RUNTIME_DIR/slipway-run` and \
        `~/.local/state/slipway` (of systemd before 254 `~/.config/slipway`, too). Without `XDG_RUNTIME_DIR`, or with that of \
        another user, a terminal's service has its sockets in `~/.local/state/slipway-control` and `~/.local/state/slipway-run`.

        ## Examples

        A service in the foreground, without a unit and without root, with all that it keeps in the folder demo:

            \(example)
        """
}
