internal import Glibc
internal import Slipway
internal import SlipwaySystemd

/// A service that is ready at once and then blocks its main queue for ever, while everything else
/// continues: a case for a watchdog.
///
/// The tests run this program under a real systemd. It also shows how to submit an action from
/// within the service.
@main struct BlockedMain {
    static func main() throws {
        var plan = Plan("blocked-main")
        plan.add("warm-up") {}
        let block = plan.action("block", on: .main) { (_: Void, _) in
            while true { sleep(1) }
        }
        let launch = try Launch(Graph(plan))
        let saboteur = WhenReady { _ = try? launch.submit(block, ()) }
        try launch.runOnMainThread(reportingTo: [.systemd, saboteur])
    }
}
