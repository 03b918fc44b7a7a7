internal import CSystemd

/// Sends messages to the service manager; without one, does nothing.
///
/// Any thread may send. A message is one datagram: it arrives whole and in order, or not at all.
public struct Notifier: Sendable {
    private let deliver: (@Sendable (String) -> Bool)?
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
    @Sendable private static func deliver(_ text: String) -> Bool {
        sd_notify(0, text) > 0
    }

    /// Passes every message's text to `deliver` instead.
    package init(delivering deliver: @escaping @Sendable (String) -> Bool) {
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
        return text.isEmpty ? false : deliver(text)
    }
}
