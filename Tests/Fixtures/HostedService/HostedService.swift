import Slipway
import SlipwayHost

/// A Swift service that ends as its argument says: `stops`, `fails`, `cycle` (its graph has one),
/// `opaque` (no sender could send its payload), `throws` (before there is a graph) or `serves` (it has a part that stays).
///
/// Its control socket is its second argument.
@main struct HostedService {
    private struct Opaque: Sendable {}

    private struct Unprepared: Error, CustomStringConvertible {
        let description = "no licence was found"
    }

    static func main() {
        let way = CommandLine.arguments.dropFirst().first ?? "stops"
        let options = HostOptions(socket: CommandLine.arguments.dropFirst(2).first)
        LaunchHost.main(options: options) {
            var plan = Plan("hosted")
            switch way {
            case "fails": plan.add("login") { throw Unprepared() }
            case "cycle": plan.add("login", after: [Named("login")]) {}
            case "opaque": plan.action("open") { (_: Opaque) in }
            case "throws": throw Unprepared()
            case "serves":
                plan.service("web") { ready in
                    ready()
                    await ready.waitUntilStopping()
                }
            default: plan.add("login") {}
            }
            return try Graph(plan)
        }
    }
}
