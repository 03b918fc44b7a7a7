import Slipway
import SlipwaySystemd
import SlipwayTesting

/// The first launch of a package that has the library alone: virtual, then real.
@main struct LibraryAlone {
    static func main() async throws {
        var plan = Plan("library-alone")
        plan.add("hello") { print("hello") }
        let graph = try Graph(plan)
        print(try await VirtualLaunch(graph).run().timeText())
        try await Launch(graph).run(reportingTo: [.systemd], until: .complete)
    }
}
