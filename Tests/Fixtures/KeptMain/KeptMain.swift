import Glibc
import Slipway

/// Runs a launch whose main thread something keeps for ever, in the way that the argument says, without
/// a reporter.
@main
enum KeptMain {
    static func main() throws {
        var plan = Plan("kept")
        plan.deadline = .milliseconds(300)
        plan.grace = .milliseconds(100)
        switch CommandLine.arguments.dropFirst().first {
        case "operation": plan.add("sdk-init", on: .main) { block() }
        case "actor":
            plan.add("window", on: .main, requires: ["fetch"]) {}
            plan.add("fetch") { Task { @MainActor in block() } }
            plan.add("slow") { context in try await context.sleep(for: .seconds(60)) }
        case "isolated": plan.add("sdk-init", on: .main) { @MainActor in block() }
        case "teardown":
            plan.add("sdk-init", on: .main, teardown: { (_: Void) in block() }) {}
            plan.add("slow") { context in try await context.sleep(for: .seconds(60)) }
        case "caught":
            plan.add("sdk-init", on: .main) { block() }
            return try runInside(plan)
        default: return
        }
        try Launch(Graph(plan)).runOnMainThread()
    }

    /// In a program with an asynchronous main, whose thread is not the launch's.
    private static func runInside(_ plan: Plan) throws {
        let launch = Launch(try Graph(plan))
        Task.detached {
            do { try await launch.run() } catch { print(error) }
            exit(0)
        }
        while true { pause() }
    }

    private static func block() { while true { sleep(1) } }
}
