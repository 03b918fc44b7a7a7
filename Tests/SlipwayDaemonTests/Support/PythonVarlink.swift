import Foundation
import SlipwayTestSupport

/// The command line of the python client, as `make setup-test` installs it.
struct PythonVarlink {
    private static let python = Checkout.file(".build/python/bin/python")

    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: python.path())
    }

    /// The daemon's control socket.
    var socket: String

    func info() async throws -> Program.Result {
        try await program(["info", "unix:\(socket)"]).run()
    }

    func help(_ interface: String) async throws -> Program.Result {
        try await program(["help", "unix:\(socket)/\(interface)"]).run()
    }

    func call(_ method: String, _ parameters: String = "{}") async throws -> Program.Result {
        let call = try start(call: method, parameters)
        return await call.result()
    }

    /// Starts a call of a method of `org.slipway.Launch`.
    func start(
        call method: String,
        _ parameters: String = "{}",
        more: Bool = false
    ) throws -> RunningProgram {
        let address = "unix:\(socket)/org.slipway.Launch.\(method)"
        return try program(["call"] + (more ? ["-m"] : []) + [address, parameters]).start()
    }

    private func program(_ arguments: [String]) -> Program {
        Program(
            executable: Self.python,
            arguments: ["-m", "varlink.cli"] + arguments,
            // Its output is not buffered, also in a file.
            environment: ["PYTHONUNBUFFERED": "1"]
        )
    }
}
