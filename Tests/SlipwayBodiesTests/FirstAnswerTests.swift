import SlipwayConfiguration
import SlipwayLoop
import SlipwaySystem
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct FirstAnswerTests {
    init() throws { try Loop.start() }

    @Test func theFirstAnswerCounts() async {
        let answer = FirstAnswer<Int>()
        answer.give(1)
        answer.give(2)
        #expect(await answer.value() == 1)
    }

    @Test func anAnswerThatNeverComesIsNotWaitedFor() async {
        let end = await firstAnswer(within: .milliseconds(1)) { (_: FirstAnswer<TryEnd<Int>>) in }
        guard case .timedOut = end else { return #expect(Bool(false), "\(end)") }
    }

    @Test func aCancelledTaskDoesNotWait() async {
        let task = Task {
            await firstAnswer(within: .seconds(1000)) { (_: FirstAnswer<TryEnd<Int>>) in }
        }
        task.cancel()
        guard case .cancelled = await task.value else { return #expect(Bool(false)) }
    }

    @Test func onlySoManyLookupsAreUnderWay() async throws {
        // A name that is looked up, in a thread, however the machine is connected.
        let place = try HostAndPort(parsing: "localhost:1")
        let failures = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        _ = try await NameLookup.addresses(of: place, within: .seconds(30))
                        return nil
                    } catch {
                        return (error as? LookupFailure)?.reason
                    }
                }
            }
            return await group.reduce(into: [String]()) { all, one in
                all += [one].compactMap(\.self)
            }
        }
        let refusal = "cannot resolve 'localhost': \(NameLookup.most) lookups are under way already"
        #expect(failures.allSatisfy { $0 == refusal }, "\(failures)")
        // They have made room again.
        #expect(try await !NameLookup.addresses(of: place, within: .seconds(30)).isEmpty)
    }
}
