import Slipway

extension Queue {
    /// One at a time: what fails for the same reason is put right once.
    static let authentication = Queue.named("authentication")
}

/// Pages that are fetched with a token, which is good for a few of them only.
///
/// Whoever is refused asks for a new token and tries again. While it is being renewed nothing else is
/// started that would only be refused too.
@main struct TokenRenewal {
    static func main() async throws {
        let server = Server()
        var plan = Plan("pages")
        plan.queues[.authentication] = .fixed(1)
        plan.queues[.userInitiated] = .fixed(2)

        let renew = plan.action("renew-token", on: .authentication) { (refused: Token, context) in
            // Somebody else was refused with the same token, and came first.
            guard await server.token == refused else { return }
            context.launch.pause(.userInitiated)
            defer { context.launch.resume(.userInitiated) }
            try await server.renewToken()
        }
        let pages = (1...8).map { number in
            plan.add(
                "page-\(number)",
                retry: .constant(attempts: 20, pause: .milliseconds(5)) { $0 is Refused }
            ) { context in
                do {
                    return try await server.page(number)
                } catch let refused as Refused {
                    try context.launch.submit(renew, refused.token)
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

/// Says when a queue is paused, and when it goes on.
struct Pauses: LaunchReporter {
    func report(_ event: Event) {
        switch event.kind {
        case .paused(let queue?): print("\(queue) is paused")
        case .resumed(let queue?): print("\(queue) goes on")
        default: return
        }
    }
}
