import Glibc
import Slipway

/// Runs launches whose body fails in the moment in which a signal asks to stop, as one does whose
/// child gets the signal too; prints how many of them ended as an ordinary stop, and what becomes of a
/// launch that is to run on the main thread inside another one.
@main
enum SignalledBody {
    private struct ChildDied: Error {}

    static func main() throws {
        var stopped = 0
        var failures: [String] = []
        for _ in 0..<100 {
            var plan = Plan("signalled")
            plan.add("step") { (_) throws in
                raise(SIGTERM)
                throw ChildDied()
            }
            let launch = Launch(try Graph(plan))
            do { try launch.runOnMainThread() } catch { failures.append("\(error)") }
            if launch.report.phase == .stopped { stopped += 1 }
        }
        print("\(stopped) stopped")
        for failure in failures { print(failure) }
        var plan = Plan("outer")
        plan.add("step", on: .main) {
            do { try Launch(Graph(Plan("inner"))).runOnMainThread() } catch { print("\(error)") }
        }
        try Launch(try Graph(plan)).runOnMainThread(until: .ready)
    }
}
