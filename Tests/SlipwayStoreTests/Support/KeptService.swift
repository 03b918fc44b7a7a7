import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayVarlink
import Synchronization

/// A launch with a store, and a kind `open` that requires `login`.
struct KeptService {
    let launch: Launch
    let store: ActionStore
    let handler = ActionHandler()
    let login = Gate()
    let kind: ActionKind<JSON>
    let policy: ActionPolicy

    /// `isBlocked`: its handler waits until it is cancelled; then it throws `failure`, if any, or
    /// `returns` all the same.
    init(
        _ policy: ActionPolicy = ActionPolicy(),
        loginStage: Stage = .launch,
        isBlocked: Bool = false,
        returns: Bool = false,
        failure: Failure? = nil,
        drain: Duration = .zero,
        isDurable: Bool = true
    ) throws {
        var plan = Plan("shop", drain: drain)
        let step = plan.add("login", stage: loginStage) { [login] _ in try await login.pass() }
        kind = plan.action("open", requires: [step], policy: policy) {
            [handler] (payload: JSON, context) in
            handler.handled.withLock {
                $0.append((context.actionID, context.attempt, context.actionKey))
            }
            handler.calls.withLock { $0.append(payload) }
            guard isBlocked else { return }
            do { try await handler.gate.pass() } catch {
                if !returns { throw failure ?? error }
            }
        }
        self.policy = policy
        store = ActionStore(isDurable: isDurable)
        launch = Launch(try Graph(plan), deadlineFrom: .run, keeper: store)
        store.serve(launch) { _, payload in ActionPayload(JSON.object(payload)) }
        try store.prepare()
    }

    /// Submits an action as a host does.
    func submit(_ id: String, key: String? = nil, _ payload: JSONObject = [:]) async
        -> Result<KeepingAnswer, SubmitRefusal>
    {
        let action = NewAction.sent(id, payload, key: key)
        let answer: Result<KeepingAnswer, SubmitRefusal> = await withCheckedContinuation { sender in
            do throws(SubmitRefusal) {
                try launch.submit(action) { answer, _ in
                    sender.resume(returning: .success(answer))
                }
            } catch {
                sender.resume(returning: .failure(error))
            }
        }
        guard case .failure = answer, let known = try? await store.find(action) else {
            return answer
        }
        return .success(known)
    }

    /// Runs the launch over a folder while `body` does, then stops it.
    func run(in folder: String, _ body: () async throws -> Void) async throws {
        if store.isDurable { store.open(in: folder, onTrouble: { _ in }) }
        async let end: Void = launch.run()
        do { try await body() } catch {
            launch.stop()
            throw error
        }
        launch.stop()
        try await end
        store.end(within: .seconds(60))
    }

    func state(_ id: String) -> ActionStatus.State? { launch.action(ActionID(id))?.state }
}

/// The payloads with which handlers were called, and the way in which they are to end.
final class ActionHandler: Sendable {
    let calls = Mutex<[JSON]>([])
    /// The actions for which they were called.
    let handled = Mutex<[(id: ActionID?, attempt: Int, key: String?)]>([])
    /// Only a cancellation opens it.
    let gate = Gate()
}

/// Lets bodies pass once it is open.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, [])
    )

    func pass() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
        try Task.checkCancellation()
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
