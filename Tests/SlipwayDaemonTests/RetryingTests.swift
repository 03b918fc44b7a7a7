import Slipway
import SlipwayClient
import SlipwayDaemon
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The acts of operators on actions that have ended: run one again, and let go of the records.
@Suite(.timeLimit(.minutes(5)))
struct RetryingTests {
    private func found(_ id: ActionID, _ served: ServedLaunch) async throws -> ActionReply {
        try await served.call(Method.GetAction(id.description))
    }

    private func refusal(
        _ method: some LaunchMethod,
        _ served: ServedLaunch
    ) async -> LaunchRefusal? {
        let error = await #expect(throws: ControlClientError.self) {
            try await served.call(method)
        }
        guard case .refused(let refusal) = error else { return nil }
        return LaunchRefusal(refusal)
    }

    @Test func anEndedActionRunsAgainAsANewOneThatNamesIt() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: true)
        try await served.run {
            let first = try await served.submit(
                Method.Submit(kind: "now", payload: ["a": 7], key: "k", wait: .done)
            )
            let again = try await served.call(Method.RetryAction(first.action.id.description))
            #expect(again.action.id != first.action.id)
            #expect(again.action.kind == "now")
            #expect(again.durability == .disk)
            try await eventually("it is done") {
                try await found(again.action.id, served).action.state == .done
            }
            let (earlier, later) = (
                try await found(first.action.id, served), try await found(again.action.id, served)
            )
            #expect(later.retryOf == first.action.id.description)
            #expect(later.payload == ["a": 7])
            // The key stays that of the first one.
            #expect(later.key == nil)
            #expect(earlier.key == "k")
            #expect(later.sender?.uid == earlier.sender?.uid)
            served.letGo()
        }
    }

    @Test func oneThatIsToBeRetriedOnceIsNotRetriedAgain() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: true)
        try await served.run {
            let request = Method.Submit(kind: "now", payload: ["a": 7], wait: .done)
            let id = try await served.submit(request).action.id.description
            let retry = try await served.call(Method.RetryAction(id, isOnce: true)).action.id
                .description
            #expect(
                await refusal(Method.RetryAction(id, isOnce: true), served)
                    == .alreadyRetried(id, retry: retry)
            )
            _ = try await served.call(Method.RetryAction(id))
            served.letGo()
        }
    }

    /// Two operators clear up at the same time.
    @Test func ofSeveralAtTheSameMomentOneRetriesAnActionOnce() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: true)
        try await served.run {
            let request = Method.Submit(kind: "now", payload: ["a": 7], wait: .done)
            let id = try await served.submit(request).action.id.description
            let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do {
                            _ = try await served.call(Method.RetryAction(id, isOnce: true))
                            return true
                        } catch ControlClientError.refused(let error) {
                            guard case .alreadyRetried = LaunchRefusal(error) else { throw error }
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 1)
            let page = try await served.call(Method.ListActions())
            #expect(page.actions.count == 2)
            served.letGo()
        }
    }

    @Test func whatHasNotEndedIsNotRunAgain() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: true)
        try await served.run {
            let id = try await served.submit(Method.Submit(kind: "later")).action.id.description
            #expect(
                await refusal(Method.RetryAction(id), served)
                    == .cannotRetry(id, reason: "has not ended")
            )
            #expect(await refusal(Method.RetryAction("none"), served) == .noSuchAction("none"))
            served.letGo()
        }
    }

    @Test func withoutItsPayloadNothingIsRunAgain() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let reply = try await served.submit(Method.Submit(kind: "now", wait: .done))
            let id = reply.action.id
            try await eventually("its payload is let go") {
                try await found(id, served).payload == nil
            }
            #expect(
                await refusal(Method.RetryAction(id.description), served)
                    == .cannotRetry(id.description, reason: "has no payload any more")
            )
            served.letGo()
        }
    }

    @Test(arguments: [true, false])
    func aPurgeLetsGoOfWhatHasEndedAndOfItsKeys(isDurable: Bool) async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: isDurable)
        try await served.run {
            let keyed = Method.Submit(kind: "now", key: "k", wait: .done)
            let ended = try await served.submit(keyed)
            let waiting = try await served.submit(Method.Submit(kind: "later"))
            let count = try await served.call(Method.PurgeActions()).purged
            #expect(count == 1)
            let page = try await served.call(Method.ListActions())
            #expect(page.actions.map(\.id) == [waiting.action.id])
            let again = try await served.submit(keyed)
            #expect(!again.isDuplicate)
            #expect(again.action.id != ended.action.id)
            served.letGo()
        }
    }
}
