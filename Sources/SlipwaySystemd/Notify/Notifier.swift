internal import CSystemd
internal import Glibc

/// Sends messages to the service manager; without one, does nothing.
///
/// Any thread may send. A message is one datagram: it arrives whole and in order, or not at all.
public struct Notifier: Sendable {
    private let deliver: (@Sendable (String) -> Delivery)?
    /// The way of the messages that must come in order; `nil` without a manager.
    let outbox: Outbox?

    /// All reporters of a process tell one manager.
    private static let toManager = Outbox(deliver)

    /// Sends to the manager that started this process, if `environment` names one.
    public init(_ environment: SystemdEnvironment = .current) {
        let hasManager = environment.notifySocket != nil
        deliver = hasManager ? Self.deliver : nil
        outbox = hasManager ? Self.toManager : nil
    }

    /// libsystemd reads the address from the process's environment for each message.
    @Sendable private static func deliver(_ text: String) -> Delivery {
        let result = sd_notify(0, text)
        // libsystemd opens a socket for each message.
        if [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(-result) { return .lacksMeans }
        return result > 0 ? .sent : .refused
    }

    /// Passes every message's text to `deliver` instead.
    package init(delivering deliver: @escaping @Sendable (String) -> Delivery) {
        self.deliver = deliver
        outbox = Outbox(deliver)
    }

    /// There is a manager to notify.
    public var isEnabled: Bool { deliver != nil }

    /// Sends `message`, unless it is empty.
    ///
    /// - Returns: Whether the message was sent. For tests only: a service behaves the same with and
    ///   without a manager.
    @discardableResult
    public func send(_ message: NotifyMessage) -> Bool {
        guard let deliver else { return false }
        let text = message.text
        return !text.isEmpty && deliver(text) == .sent
    }
}

/// The fate of a message to the manager.
package enum Delivery: Sendable {
    case sent
    /// No manager takes the message.
    case refused
    /// This process has no descriptor or no memory for the message now.
    case lacksMeans
}
