import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Testing

/// The players of `config/examples/deliver` take actions, in each language that is installed; where every change is checked, in all.
@Suite(.timeLimit(.minutes(5)))
struct DeliverExampleTests {
    private static func isThere(_ interpreter: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: interpreter) || Checkout.isChecked
    }

    private static let players = [
        (["/usr/bin/python3", "-u"], "player.py"), (["/usr/bin/node"], "player.js"),
    ].filter { isThere($0.0[0]) }

    @Test(arguments: players)
    func thePlayerTakesActionsAndSaysWhatBecameOfThem(
        command: [String],
        script: String
    ) async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/actions"
        let path = Checkout.file("config/examples/deliver/\(script)").path()
        let player = try Program(
            executable: URL(filePath: command[0]),
            arguments: command.dropFirst() + [path, socket],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        ).start()
        try await deliver(["song": "waltz"], to: socket)
        #expect(player.output == "plays waltz, attempt 3\n")

        let error = await #expect(throws: DeliveryError.self) {
            try await deliver(["song": "polka"], to: socket)
        }
        #expect(
            error?.description
                == "'player' answered with an error: there is no song 'polka'; there are waltz, tango"
        )
        // Several at a time, and a connection that only looks.
        let long = Task { try await deliver(["song": "tango", "seconds": 100], to: socket) }
        try await eventually("it plays") { player.output.contains("plays tango") }
        try await wait(for: socket)
        try await deliver(["song": "waltz"], to: socket)
        kill(player.identifier, SIGKILL)
        await #expect(throws: DeliveryInterrupted.self) { try await long.value }
        #expect(player.output.split(separator: "\n").count == 3)
    }

    private static let careless = [
        (
            ["/usr/bin/python3", "-c"],
            """
            import sys; sys.path.insert(0, sys.argv[2]); import actions
            results = {"set": {1}, "bytes": b"a", "not a number": float("nan")}
            handle = lambda kind, payload, attempt: results[payload["result"]]
            actions.listen(sys.argv[1], handle).serve_forever()
            """, ["set", "bytes", "not a number"]
        ),
        (
            ["/usr/bin/node", "-e"],
            """
            const loop = {}; loop.loop = loop;
            const results = { bigint: 1n, loop };
            const handle = async (kind, payload) => {
              if (payload.result === "null") throw null;
              return results[payload.result];
            };
            require(process.argv[2] + "/actions.js").listen(process.argv[1], handle);
            """, ["bigint", "loop", "null"]
        ),
    ].filter { isThere($0.0[0]) }

    @Test(arguments: careless)
    func whatCannotBeAnsweredIsAnError(
        command: [String],
        script: String,
        results: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/actions"
        let program = try Program(
            executable: URL(filePath: command[0]),
            arguments: command.dropFirst() + [
                script, socket, Checkout.file("config/examples/deliver").path(),
            ],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        ).start()
        for result in results {
            let error = await #expect(throws: DeliveryError.self, "\(result)") {
                try await deliver(["result": .string(result)], to: socket)
            }
            let words = error?.description ?? ""
            #expect(words.hasPrefix("'player' answered with an error: "), "\(words)")
        }
        #expect(program.isRunning, "\(program.output)")
        kill(program.identifier, SIGKILL)
    }

    private func deliver(_ payload: JSON, to socket: String) async throws {
        let specification = DeliverSpecification(
            program: DependencySpecification(
                name: "player",
                origin: Origin(file: "test.yaml", line: 1)
            ),
            socket: Template(literal: socket)
        )
        _ = try await BodyRunner.quiet().run(
            .deliver(specification),
            of: BodyOwner(name: "play", action: ActionID("a1"), attempt: 3),
            values: TemplateValues(payload: payload)
        )
    }

    private func wait(for socket: String) async throws {
        let target = WaitSpecification.Target.socket(Template(literal: socket))
        _ = try await BodyRunner.quiet().run(.wait(WaitSpecification(target: target)))
    }
}
