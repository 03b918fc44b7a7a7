internal import Slipway
internal import Synchronization

/// The messages to the manager on their way, in order, whoever sends them.
///
/// A manager that reads nothing keeps a sender for as long as the kernel's queue of datagrams is full. The
/// thread of a reporter may wait for that; who must not hands its message over, and goes on.
final class Outbox: Sendable {
    private let waiting = Mutex<[NotifyMessage]>([])
    /// Held while a message is sent, so that the next one comes after it.
    private let sending = Mutex(())
    private let deliver: @Sendable (String) -> Bool

    init(_ deliver: @escaping @Sendable (String) -> Bool) { self.deliver = deliver }

    /// Sends a message after those before it; blocks until that is done.
    func send(_ message: NotifyMessage) {
        add(message)
        flush()
    }

    /// Has a message sent after those before it by a thread of its own; does not block.
    func post(_ message: NotifyMessage) {
        add(message)
        do throws(Thread.Refusal) {
            try Thread("slipway-notify") { [self] in flush() }
        } catch {
            // It may block here, but it is not lost.
            flush()
        }
    }

    private func add(_ message: NotifyMessage) {
        waiting.withLock { waiting in
            // A status that nobody has read yet is of no use beside the next one.
            if message.isOnlyStatus, waiting.last?.isOnlyStatus == true { waiting.removeLast() }
            waiting.append(message)
        }
    }

    private func flush() {
        while sending.withLock({ _ in sendNext() }) {}
    }

    private func sendNext() -> Bool {
        let next = waiting.withLock { waiting in
            waiting.isEmpty ? nil : waiting.removeFirst()
        }
        guard let next else { return false }
        _ = deliver(next.text)
        return true
    }
}

extension NotifyMessage {
    fileprivate var isOnlyStatus: Bool { self == NotifyMessage(status: status) }
}
