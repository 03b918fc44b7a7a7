import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Testing

struct ConfiguredGraphTests {
    private let text = """
        name: test
        grace: 3s
        operations:
          c:
            exec: { command: [c, "${operations.b.value.text}", "${env.A}", "${launch.id}"], output: json }
          a: { exec: { command: [a], output: json } }
          b:
            requires: [a]
            exec: { command: [b], output: json }
            stop: [stop-b, "${operations.b.value.text}", "${operations.a.value.text}"]
        actions:
          open:
            parameters: { url: { required: true } }
            exec: [open, "${payload.url}", "${operations.c.value}"]
        """

    @Test func declaresWhatTheFileSays() throws {
        let configured = try ConfiguredGraph(parsing: .test(text))
        let graph = configured.graph
        #expect(graph.plan.operations.map(\.name) == ["c", "a", "b"])
        #expect(graph.plan.operations[0].requires == ["b"])
        #expect(graph.plan.operations[2].origin == Origin(file: "test.yaml", line: 7, column: 3))
        #expect(graph.plan.actions.map(\.name) == ["open"])
        #expect(configured.actions.keys.sorted() == ["open"])
    }

    @Test(.timeLimit(.minutes(10)))
    func runsOperationsActionsAndStopsWithTheirValues() async throws {
        let runner = Recorder(values: ["a": ["text": "A"], "b": ["text": "B"], "c": "C"])
        let configured = try ConfiguredGraph(
            parsing: .test(text),
            environment: ["A": "env"],
            runner: runner
        )
        let launch = Launch(configured.graph, id: "launch-1")
        let running = Task { try await launch.run() }
        #expect(await launch.waitUntilReady() == .ready(degraded: false))
        let events = launch.events()
        let kind = try #require(configured.actions["open"])
        let action = try launch.submit(kind, ["url": "a:b"]).id
        for await _ in events where launch.action(action)?.state == .done { break }
        launch.stop()
        _ = try? await running.value
        #expect(
            runner.calls == ["a", "b", "c B env launch-1", "open a:b C", "stop-b B A"]
        )
    }

    @Test func faultsOfTheGraphAloneLeaveAPlanToDraw() throws {
        let cycle =
            "name: a\noperations: { a: { requires: [b], sleep: 1s }, b: { requires: [a], sleep: 1s } }"
        let drawable = #expect(throws: ConfigurationFaults.self) {
            try ConfiguredGraph(parsing: .test(cycle))
        }
        #expect(drawable?.plan?.operations.map(\.name) == ["a", "b"])
        #expect(drawable?.faults.map(\.isCycle) == [true])
        let misread = #expect(throws: ConfigurationFaults.self) {
            try ConfiguredGraph(parsing: .test(cycle + "\ngrace: 5"))
        }
        #expect(misread?.faults.count == 2)
        #expect(misread?.plan == nil)
    }
}
