internal import NIOCore

/// Closes a connection on which a frame began and does not end.
///
/// Keeps one timer at most and moves it only when it fires, so that busy connections, on which
/// almost every read ends inside a frame, do not set a timer a read. Event loop only.
final class FrameClock {
    private let limit: TimeAmount
    private var frame: Int?
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    /// Notes which frame is half there; `nil` for none.
    func watch(_ frame: Int?, on channel: any Channel) {
        defer { self.frame = frame }
        guard let frame, frame != self.frame else { return }
        deadline = .now() + limit
        if timer == nil { schedule(channel) }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func schedule(_ channel: any Channel) {
        let clock = NIOLoopBound(self, eventLoop: channel.eventLoop)
        timer = channel.eventLoop.scheduleTask(deadline: deadline) { clock.value.fire(channel) }
    }

    private func fire(_ channel: any Channel) {
        timer = nil
        guard frame != nil else { return }
        if NIODeadline.now() >= deadline {
            channel.close(promise: nil)
        } else {
            schedule(channel)
        }
    }
}
