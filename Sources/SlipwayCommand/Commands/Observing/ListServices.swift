internal import ArgumentParser
internal import SlipwayJSON

/// `slipway list` answers "which services are there?".
struct ListServices: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "list",
        abstract: "List the services of this machine, and how each is.",
        discussion: """
            Asked are the services that have a socket in /run/slipway, in the folder of the user's session, \
            or elsewhere, where a daemon has bound it itself; and, of the instances of slipway@.service, \
            the system's manager and the user's. So every user gets an answer: of a service that may not be \
            asked, what its manager says. Nothing is started by it.

            STATE: running, or degraded, which is running without all that it should have; starting; \
            stopping; failed; restarting after a pause; waiting for an action, which starts it; stopped; \
            unknown, if neither says anything. SINCE is for how long.
            """
    )

    @OptionGroup var output: OutputOptions

    func run() throws {
        let list = ServiceCensus().take()
        try output.print(json: list.json, text: list.text(.standard))
    }
}
