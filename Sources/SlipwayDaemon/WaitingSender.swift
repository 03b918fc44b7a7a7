internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords

/// A sender who waits until its action is running, or has ended.
struct WaitingSender: Sendable {
    private var reply: SubmitReply
    private let wait: SubmitRequest.Wait
    private let offsets: Offsets
    private let sink: ReplySink
    private(set) var isFinished = false

    init(_ reply: SubmitReply, _ wait: SubmitRequest.Wait, _ offsets: Offsets, _ sink: ReplySink) {
        self.reply = reply
        self.wait = wait
        self.offsets = offsets
        self.sink = sink
    }

    /// Whether the action is where its sender wants it, or will never be there.
    var isSatisfied: Bool {
        switch wait {
        case .accepted: true
        case .running: reply.action.state.rank >= 1
        case .done: reply.action.state.isEnded
        }
    }

    func sendFirst() { sink.send(reply.parameters(offsets)) }

    func finish() { sink.finish(reply.parameters(offsets)) }

    func finishLate() {
        var late = reply
        late.waitTimedOut = true
        sink.finish(late.parameters(offsets))
    }

    /// The action has ended, and how is not known any more.
    func finishLost() {
        sink.fail(LaunchRefusal.lost(reply.action.id).varlinkError)
    }

    /// Passes a change on.
    ///
    /// A status older than the last one changes nothing: the launch was asked directly, and its
    /// events come later.
    mutating func take(_ status: ActionStatus) {
        guard !isFinished, status != reply.action, status.state.rank >= reply.action.state.rank
        else { return }
        reply.action = status
        if isSatisfied {
            isFinished = true
            finish()
        } else {
            sendFirst()
        }
    }
}

extension LaunchRefusal {
    /// An action that was accepted, has ended, and was let go of before anybody was told.
    static func lost(_ id: ActionID) -> LaunchRefusal {
        .storeFailed(message: "action '\(id)' has ended; what became of it is not known any more")
    }
}
