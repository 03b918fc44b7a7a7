import Slipway

extension Queue {
    /// A serial queue: a failure that several operations share is repaired once.
    static let authentication = Queue.named("authentication")
}

/// Pages that are fetched with a token, which works for a few of them only.
///
/// A refused operation requests a new token, waits for it, and tries again: however many operations
/// wait, the token is renewed once. During the renewal no further operation starts, since it would
/// be refused too.
@main struct TokenRenewal {
    static func main() async throws {
        let server = Server()
        var plan = Plan("pages")
        plan.queues[.authentication] = .fixed(1)
        plan.queues[.userInitiated] = .fixed(2)

        let renew = plan.action("renew-token", on: .authentication) { (refused: Token, context) in
            // Another operation was refused with the same token, and has renewed it.
            guard await server.token == refused else { return }
            context.launch.pause(.userInitiated)
            defer { context.launch.resume(.userInitiated) }
            try await server.renewToken()
        }
        let pages = (1...8).map { number in
            plan.add(
                "page-\(number)",
                retry: .constant(attempts: 20, pause: .zero) { $0 is Refused }
            ) { context in
                do {
                    return try await server.page(number)
                } catch let refused as Refused {
                    let renewal = try context.launch.submit(renew, refused.token)
                    await context.launch.outcome(of: renewal)
                    throw refused
                }
            }
        }
        let all = plan.all("all-pages", of: pages)
        plan.add("print", reading: all) { pages in
            for page in pages { print("page \(page.number) with token \(page.token.number)") }
        }
        try await Launch(Graph(plan)).run(reportingTo: [Pauses()], until: .ready)
    }
}

/// Prints when a queue is paused and resumed.
struct Pauses: LaunchReporter {
    func report(_ event: Event) {
        switch event.kind {
        case .paused(let queue?): print("\(queue) is paused")
        case .resumed(let queue?): print("\(queue) goes on")
        default: return
        }
    }
}
