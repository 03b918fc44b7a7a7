internal import Glibc
internal import Slipway
internal import Synchronization

/// The messages to the manager on their way, in one order for all threads that send.
///
/// A manager that reads nothing keeps a sender for as long as the kernel's queue of datagrams is full. The
/// thread of a reporter may wait for that; one that must not wait hands its
/// message over, and goes on. Without means to send it, such as a descriptor, a message is tried again for a while: a
/// manager that never hears of `READY=1` ends the service.
final class Outbox: Sendable {
    private struct Queue {
        var messages: [NotifyMessage] = []
        /// A thread is there that sends them: no other is needed, however many are posted.
        var isDraining = false
    }

    private let waiting = Mutex(Queue())
    /// Held while a message is sent, so that the next one comes after it: how often one may be tried again.
    private let sending = Mutex(Outbox.patience)
    private let deliver: @Sendable (String) -> Delivery

    /// The number of times that a message is tried again, and the pause before each, in microseconds: 5 s together.
    private static let patience = 50
    private static let pause: UInt32 = 100_000

    init(_ deliver: @escaping @Sendable (String) -> Delivery) { self.deliver = deliver }

    /// Adds a message to those that wait; who has added it calls ``send()`` or ``post()`` then.
    ///
    /// Call it with the lock held under which the message was made, so that they wait in the order in which
    /// they were made.
    func add(_ message: NotifyMessage) { waiting.withLock { $0.messages.add(message) } }

    /// Sends what waits; blocks until that is done.
    func send() { flush() }

    /// Has what waits sent by a thread of its own; does not block.
    func post() {
        let hasThread = waiting.withLock { waiting in
            defer { waiting.isDraining = true }
            return waiting.isDraining
        }
        guard !hasThread else { return }
        do throws(Thread.Refusal) {
            try Thread("slipway-notify") { [self] in flush(isDrain: true) }
        } catch {
            // It may block here, but it is not lost.
            flush(isDrain: true)
        }
    }

    private func flush(isDrain: Bool = false) {
        while sending.withLock({ sendNext(isDrain, &$0) }) {}
    }

    private func sendNext(_ isDrain: Bool, _ patience: inout Int) -> Bool {
        let next = waiting.withLock { waiting -> NotifyMessage? in
            guard waiting.messages.isEmpty else { return waiting.messages.removeFirst() }
            // Under the same lock as the look: what is posted from now on gets a thread of its own.
            if isDrain { waiting.isDraining = false }
            return nil
        }
        guard let next else { return false }
        let text = next.text
        var delivery = deliver(text)
        while delivery == .lacksMeans, patience > 0 {
            patience -= 1
            usleep(Self.pause)
            delivery = deliver(text)
        }
        // Once it was used up, nothing waits until a message is sent.
        if delivery == .sent { patience = Self.patience }
        return true
    }
}

extension [NotifyMessage] {
    /// Adds a message, and takes out what the manager has not read and what is of no use beside it: so a manager that
    /// reads nothing lets no more than a few pile up.
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
