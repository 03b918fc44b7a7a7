internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

/// A call that waits until its action runs or has ended.
struct WaitingSender: Sendable {
    private var reply: SubmitReply
    private let wait: Method.Submit.Wait
    private let offsets: Offsets
    /// The sender may know the last line of the action's program.
    let isTrusted: Bool
    private let sink: ReplySink
    private(set) var isFinished = false

    init(
        _ reply: SubmitReply,
        _ wait: Method.Submit.Wait,
        _ offsets: Offsets,
        isTrusted: Bool,
        _ sink: ReplySink
    ) {
        self.isTrusted = isTrusted
        self.reply = reply
        self.wait = wait
        self.offsets = offsets
        self.sink = sink
    }

    /// The action has reached the state waited for, or can never reach it.
    ///
    /// A postponed action does not reach that state in this launch.
    var isSatisfied: Bool { reply.hasReached(wait) || reply.action.isPostponed }

    func sendProgress() { sink.send(reply, offsets) }

    func finish() { sink.finish(reply, offsets) }

    func finishLate() {
        var late = reply
        late.waitTimedOut = true
        sink.finish(late, offsets)
    }

    /// Ends the wait for an action of which nothing more can be told.
    func fail(_ refusal: LaunchRefusal) { sink.fail(refusal.varlinkError) }

    /// Replies to a change of the action.
    ///
    /// A status older than the last one is ignored: a status may come from the launch directly,
    /// before its event.
    mutating func take(_ status: ActionStatus, _ result: HandlerResult) {
        guard !isFinished, status != reply.action, status.rank >= reply.action.rank else { return }
        reply.action = status
        reply.result = result
        if isSatisfied {
            isFinished = true
            finish()
        } else {
            sendProgress()
        }
    }
}

extension LaunchRefusal {
    /// The refusal for an accepted action that has ended and was forgotten before it was reported.
    static func lost(_ id: ActionID) -> LaunchRefusal {
        .storeFailed(message: "action '\(id)' has ended; what became of it is not known any more")
    }
}

extension ActionStatus {
    /// Grows with every change of the state: a later attempt counts more than an earlier one.
    var rank: Int {
        switch state {
        case .waiting: 2 * attempts
        case .running: 2 * attempts - 1
        case .done, .failed, .cancelled, .expired, .superseded, .interrupted: .max
        }
    }
}
