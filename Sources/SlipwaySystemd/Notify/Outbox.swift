internal import Glibc
internal import Slipway
internal import Synchronization

/// The messages to the manager on their way, in one order for all threads that send.
///
/// A manager that reads nothing blocks a sender for as long as the kernel's queue of datagrams is
/// full. The thread of a reporter may wait for that; a thread that must not wait leaves its message
/// to another one. Without means to send it, such as a descriptor, a message is tried again for a
/// while: a manager that never hears of `READY=1` ends the service.
final class Outbox: Sendable {
    private struct Queue {
        var messages: [NotifyMessage] = []
        /// A thread is there that sends the messages: no other is needed, however many are posted.
        var isDraining = false
    }

    private let waiting = Mutex(Queue())
    /// The number of times that a message may still be tried again.
    ///
    /// The lock is held while one is sent, so that the next one comes after it.
    private let sending = Mutex(Outbox.patience)
    private let deliver: @Sendable (String) -> Delivery

    /// The number of times that a message is tried again, and the backoff before each, in
    /// microseconds: 5 s together.
    private static let patience = 50
    private static let interval: UInt32 = 100_000

    init(_ deliver: @escaping @Sendable (String) -> Delivery) { self.deliver = deliver }

    /// Adds a message to those that wait; the caller then calls ``send()`` or ``post()``.
    ///
    /// Call it with the lock held under which the message was made, so that messages wait in the
    /// order in which they were made.
    func add(_ message: NotifyMessage) { waiting.withLock { $0.messages.add(message) } }

    /// Sends the messages that wait; blocks until that is done.
    func send() { flush() }

    /// Has a thread of its own send the messages that wait; does not block.
    func post() {
        let hasThread = waiting.withLock { waiting in
            defer { waiting.isDraining = true }
            return waiting.isDraining
        }
        guard !hasThread else { return }
        do throws(Thread.Refusal) {
            try Thread("slipway-notify") { [self] in flush(isDrain: true) }
        } catch {
            // Without a thread the call may block, but no message is lost.
            flush(isDrain: true)
        }
    }

    private func flush(isDrain: Bool = false) {
        while sending.withLock({ sendNext(isDrain, &$0) }) {}
    }

    private func sendNext(_ isDrain: Bool, _ patience: inout Int) -> Bool {
        let next = waiting.withLock { waiting -> NotifyMessage? in
            guard waiting.messages.isEmpty else { return waiting.messages.removeFirst() }
            // The lock is the one under which no message was found: one that is posted from now on
            // gets a thread of its own.
            if isDrain { waiting.isDraining = false }
            return nil
        }
        guard let next else { return false }
        let text = next.text
        var delivery = deliver(text)
        while delivery == .lacksMeans, patience > 0 {
            patience -= 1
            usleep(Self.interval)
            delivery = deliver(text)
        }
        // Once the patience is used up, no message is tried again until one is sent.
        if delivery == .sent { patience = Self.patience }
        return true
    }
}

extension [NotifyMessage] {
    /// Adds a message, and takes out those that the manager has not read and that are of no use
    /// beside it: so no more than a few pile up for a manager that reads nothing.
    fileprivate mutating func add(_ message: NotifyMessage) {
        if message.status != nil { removeAll(where: \.isOnlyStatus) }
        // A reload that is over, and of which the manager has heard nothing yet.
        if message.change == .reloading, suffix(2).map(\.change) == [.reloading, .ready] {
            removeLast(2)
        }
        append(message)
    }
}

extension NotifyMessage {
    fileprivate var isOnlyStatus: Bool { self == NotifyMessage(status: status) }
}
