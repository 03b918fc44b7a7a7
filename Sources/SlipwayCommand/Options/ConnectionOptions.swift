internal import ArgumentParser
internal import Glibc
internal import SlipwayControl

/// Which daemon a command talks to.
struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The service, if several are running.", valueName: "name"))
    var app: String?

    @Option(
        help: ArgumentHelp(
            "The daemon's control socket (default: $SLIPWAY_SOCKET, else by name).",
            valueName: "path"
        )
    )
    var socket: String?

    func validate() throws {
        if let app, let reason = SocketSearch.fault(ofName: app) {
            throw ValidationError("'--app \(app)': \(reason).")
        }
        if socket == "" { throw ValidationError("'--socket' is empty; give a path.") }
    }

    /// Finds the daemon and connects to it; blocks for a moment.
    func connect() throws -> ControlClient {
        let search = SocketSearch { getenv($0).map { String(cString: $0) } }
        return try ControlClient(path: search.path(socket: socket, app: app))
    }
}
