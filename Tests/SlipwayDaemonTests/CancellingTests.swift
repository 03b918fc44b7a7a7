import Glibc
import Slipway
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Testing

@testable import SlipwayDaemon
@testable import SlipwayHost

/// Launch actions that are cancelled while a reload moves them.
@Suite(.timeLimit(.minutes(1)))
struct CancellingTests {
    /// For a moment neither of both launches knows it.
    @Test func anActionOnItsWayFromOneLaunchIntoTheNextIsCancelledThere() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        let service = served.service
        var plan = Plan("test")
        _ = plan.action("later") { (_: JSON, _) in }
        let before = Launch(try Graph(plan), deadlineFrom: .run, keeper: service.store)
        try service.store.prepare()
        service.store.serve(before) { _, payload in ActionPayload(JSON.object(payload)) }
        let action = NewAction(
            id: ActionID("0123456789abcdef0123456789abcdef"),
            kind: "later",
            payload: "{}",
            key: nil,
            uid: getuid(),
            pid: getpid()
        )
        try await served.run {
            await withCheckedContinuation { continuation in
                do throws(SubmitRefusal) {
                    try before.submit(action) { _, _ in continuation.resume() }
                } catch {
                    Issue.record("\(error)")
                    continuation.resume()
                }
            }
            let (answers, answer) = AsyncStream<Result<ChangedAction, LaunchRefusal>>.makeStream()
            let peer = Peer(pid: getpid(), uid: getuid(), gid: getgid())
            InlineExecutor.run {
                do throws(LaunchRefusal) {
                    let id = action.id.description
                    answer.yield(
                        .success(try await service.cancelAction(id, "not wanted", peer))
                    )
                } catch {
                    answer.yield(.failure(error))
                }
            }
            // It is read after what the call reads first: by then neither has had it.
            _ = try await service.store.record(action.id)
            await before.handOver(to: served.launch)
            let result = try #require(await answers.first { _ in true })
            let changed = try result.get()
            #expect(changed.changed)
            #expect(changed.state == "cancelled")
            #expect(served.launch.action(action.id)?.state == .cancelled(reason: "not wanted"))
        }
    }
}
