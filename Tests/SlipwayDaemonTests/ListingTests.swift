import Glibc
import Slipway
import SlipwayClient
import SlipwayDaemon
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The pages of a list of actions, of which some are on disk and some in memory.
@Suite(.timeLimit(.minutes(10)))
struct ListingTests {
    private static let yaml = """
        name: test
        operations:
          hold: { sleep: 1s }
        actions:
          stored: { requires: [hold], sleep: 1s }
          chatty: { requires: [hold], sleep: 1s, durability: memory }
          quick: { sleep: 1s }
        """

    private static func ids(_ page: ActionPage) -> [String] { page.actions.map(\.id.description) }

    /// Asks for pages until there are no more, at most a few.
    private func pages(_ served: ServedLaunch, of count: Int) async throws -> [[String]] {
        var pages: [[String]] = []
        var listing = Method.ListActions(count: count)
        repeat {
            let page = try await served.call(listing)
            pages.append(Self.ids(page))
            listing.after = page.next
        } while listing.after != nil && pages.count < 20
        return pages
    }

    /// Of what is stored as waiting, some runs by now.
    @Test func noPageThatHasANextOneIsEmpty() async throws {
        let served = try ServedLaunch(Self.yaml, isDurable: true)
        try await served.run {
            for kind in ["quick", "stored", "stored", "quick"] {
                _ = try await served.submit(Method.Submit(kind: kind))
            }
            for count in 1...5 {
                for state in [ActionStatus.State.Word.running, .waiting] {
                    var listing = Method.ListActions(state: state, count: count)
                    repeat {
                        let page = try await served.call(listing)
                        if page.next != nil { #expect(!page.actions.isEmpty) }
                        listing.after = page.next
                    } while listing.after != nil
                }
            }
            served.letGo()
        }
    }

    /// However many wait before them: the store is not read page by page for them.
    @Test func runningActionsAreFoundBehindThoseThatWait() async throws {
        let long = "  long: { exec: [/bin/sleep, '1000'] }"
        let served = try ServedLaunch(Self.yaml + "\n" + long, isDurable: true)
        try await served.run {
            for _ in 0..<50 { _ = try await served.submit(Method.Submit(kind: "stored")) }
            let reply = try await served.submit(Method.Submit(kind: "long", wait: .running))
            let listing = Method.ListActions(state: .running, count: 1)
            #expect(Self.ids(try await served.call(listing)) == [reply.action.id.description])
            _ = try await served.call(Method.CancelAction(reply.action.id.description))
            served.letGo()
        }
    }

    @Test(arguments: [true, false])
    func everyActionIsOnOnePageAndThePagesEnd(isDurable: Bool) async throws {
        let served = try ServedLaunch(Self.yaml, isDurable: isDurable)
        try await served.run {
            var sent: [String: [String]] = [:]
            for _ in 1...3 {
                for kind in ["chatty", "stored"] {
                    let reply = try await served.submit(Method.Submit(kind: kind))
                    #expect(reply.durability == (isDurable && kind == "stored" ? .disk : .memory))
                    sent[kind, default: []].append(reply.action.id.description)
                }
            }
            let (stored, chatty) = (sent["stored"] ?? [], sent["chatty"] ?? [])
            for count in 1...7 {
                let pages = try await pages(served, of: count)
                let listed = pages.flatMap(\.self)
                #expect(listed.count == 6, "in pages of \(count)")
                #expect(listed.filter { stored.contains($0) } == stored)
                #expect(listed.filter { chatty.contains($0) } == chatty)
                if isDurable { #expect(Array(listed.prefix(3)) == stored) }
            }
            served.letGo()
        }
    }

    /// More actions end meanwhile than a launch remembers.
    @Test func aPageAfterAnActionThatIsForgottenDoesNotBeginAgain() async throws {
        let served = try ServedLaunch(Self.yaml)
        try await served.run {
            let first = try await served.submit(Method.Submit(kind: "quick", wait: .done))
            let waiting = try await served.submit(Method.Submit(kind: "stored"))
            let page = try await served.call(Method.ListActions(count: 1))
            #expect(Self.ids(page) == [first.action.id.description])
            try await served.submit(600, Method.Submit(kind: "quick", wait: .done))
            #expect(served.launch.action(first.action.id) == nil)
            let listing = Method.ListActions(after: page.next, count: 1)
            let next = try await served.call(listing)
            #expect(Self.ids(next) == [waiting.action.id.description])
            served.letGo()
        }
    }

    @Test(arguments: [true, false])
    func theLatestAreTheLastOfAllWhereverTheyAreKept(isDurable: Bool) async throws {
        let served = try ServedLaunch(Self.yaml, isDurable: isDurable)
        try await served.run {
            var sent: [String] = []
            for kind in ["chatty", "stored", "stored", "chatty", "quick", "chatty"] {
                let wait: Method.Submit.Wait = kind == "quick" ? .done : .accepted
                let reply = try await served.submit(Method.Submit(kind: kind, wait: wait))
                sent.append(reply.action.id.description)
            }
            for count in 1...7 {
                let listing = Method.ListActions(count: count, isLatest: true)
                let page = try await served.call(listing)
                #expect(Self.ids(page) == sent.suffix(count))
                #expect(page.next == nil)
            }
            // Those that have ended are passed over.
            let listing = Method.ListActions(state: .waiting, count: 3, isLatest: true)
            let page = try await served.call(listing)
            #expect(Self.ids(page) == [sent[2], sent[3], sent[5]])
            served.letGo()
        }
    }

    @Test(arguments: [true, false])
    func onlyWhatCameSinceIsListedIfThatIsAsked(isDurable: Bool) async throws {
        let served = try ServedLaunch(Self.yaml, isDurable: isDurable)
        try await served.run {
            for kind in ["chatty", "stored"] {
                _ = try await served.submit(Method.Submit(kind: kind))
            }
            let now = Calendar.now.date(of: .now)
            for (since, count) in [(now - .seconds(60), 2), (now + .seconds(60), 0)] {
                let page = try await served.call(Method.ListActions(since: since))
                #expect(page.actions.count == count)
            }
            served.letGo()
        }
    }

    @Test(arguments: [true, false])
    func aListSaysWhoSentWhatWithWhichKey(isDurable: Bool) async throws {
        let served = try ServedLaunch(Self.yaml, isDurable: isDurable)
        try await served.run {
            for kind in ["chatty", "stored"] {
                _ = try await served.submit(Method.Submit(kind: kind, key: "of-\(kind)"))
            }
            let page = try await served.call(Method.ListActions())
            #expect(page.listed.allSatisfy { $0.key == "of-\($0.status.kind)" })
            #expect(page.listed.allSatisfy { $0.sender?.uid == geteuid() })
            served.letGo()
        }
    }

    @Test(arguments: ["", "a1", "d:", "d:x", "d:1:2", "m:x", "m:1:2", "o:1", "x:1", "01HZZZ"])
    func aTokenThatNobodyGaveIsRefused(token: String) async throws {
        let served = try ServedLaunch(Self.yaml)
        try await served.run {
            await #expect(throws: ControlClientError.refused(.invalidParameter("after"))) {
                try await served.call(Method.ListActions(after: token))
            }
        }
    }
}
