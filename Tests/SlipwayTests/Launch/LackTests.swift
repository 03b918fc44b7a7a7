import Slipway
import SlipwayReport
import Testing

/// A body says which step it still lacks.
@Suite struct LackTests {
    private static let words = "waits for tcp db:5432: Connection refused (ECONNREFUSED)"

    private func started() throws -> MachineDriver {
        var plan = Plan("late", deadline: .seconds(8))
        plan.add("settings", retry: .exponential(attempts: 2, initial: .seconds(1), jitter: 0)) {
            _ in
        }
        plan.add("web", requires: [Named("settings")]) { _ in }
        return try MachineDriver.started(plan)
    }

    @Test func theStatusSaysIt() throws {
        let driver = try started()
        driver.lacks(0, "waits for tcp db:5432")
        driver.lacks(0, Self.words)
        driver.now = .at(2900)
        let report = driver.report
        #expect(report.operations[0].lack == Self.words)
        let text = try #require(report.explanation(at: driver.now)).text
        #expect(text.contains("running for 2.900s (\(Self.words))"), "\(text)")
    }

    /// It is not at the head of the chain, but the launch waits for it too.
    @Test func whatRunsBesideSaysItToo() throws {
        let driver = try MachineDriver.started(Plan(["base": [], "settings": [], "top": ["base"]]))
        driver.lacks(1, Self.words)
        let step = driver.report.explanation(at: driver.now)?.steps
            .first { $0.name == "settings" }
        #expect(step?.relation == Explanation.Step.alsoRunning)
        #expect(step?.detail == Self.words)
    }

    @Test func theDeadlineSaysIt() throws {
        let driver = try started()
        driver.lacks(0, Self.words)
        driver.now = .at(8000)
        driver.fireNext()
        #expect(
            driver.rootCauses.first?.failure.message
                == "not ready within 8s; running: 'settings' (8s, \(Self.words)); waiting: 'web'"
        )
    }

    @Test func itIsThatOfTheAttemptThatRuns() throws {
        let driver = try started()
        driver.lacks(0, Self.words)
        driver.end(0, .failed("no database"))
        #expect(driver.report.operations[0].lack == nil)
        driver.lacks(0, "too late")
        #expect(driver.report.operations[0].lack == nil)
        driver.fireNext()
        #expect(driver.running == [0])
        #expect(driver.report.operations[0].lack == nil)
        driver.lacks(0, Self.words)
        #expect(driver.report.operations[0].lack == Self.words)
        driver.end(0)
        #expect(driver.report.operations[0].lack == nil)
    }
}
