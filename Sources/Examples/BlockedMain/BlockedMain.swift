internal import Glibc
internal import Slipway
internal import SlipwaySystemd

/// A service that is ready at once and then blocks its main queue for good, while everything else
/// goes on: what a watchdog is for.
///
/// The tests run it under a real systemd. An embedder finds in it how an action is submitted from
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
