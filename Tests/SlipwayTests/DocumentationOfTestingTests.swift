import Slipway
import SlipwayPictures
import SlipwayTesting
import Testing

/// The documentation's Swift code that tests a plan, so that it compiles and runs.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationOfTestingTests {
    @Test func partsThatStayInVirtualTime() throws {
        var plan = Plan("test")
        plan.service("web", ended: .restart) { ready in
            ready()
            try await ready.context.sleep(for: .seconds(60))
            throw NetworkError()
        }
        let launch = VirtualLaunch(try Graph(plan))
        let report = try launch.run(for: .seconds(90))
        #expect(report.programs.first?.restarts == 1)
    }

    @Test func theStartupIsSound() throws {
        _ = try Graph(storefront())
    }

    @Test func testing() async throws {
        let plan = storefront()
        let graph = try Graph(plan)
        let report = graph.simulate(durations: ["user-data": .milliseconds(300)])
        #expect(report.readyAt != nil)
        print(GraphDrawing(plan).text())
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(launch.report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    private func storefront() -> Plan { Plan(["sdk-init": [], "toggles": ["sdk-init"]]) }
}

private struct NetworkError: Error {}
