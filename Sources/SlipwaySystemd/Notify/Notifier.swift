internal import CSystemd

/// Sends messages to the service manager; does nothing where there is none.
///
/// Any thread may send. A message is one datagram: it arrives whole, in order, or not at all.
public struct Notifier: Sendable {
    private let deliver: (@Sendable (String) -> Bool)?

    /// Sends to the manager that started this process, if `environment` names one.
    public init(_ environment: SystemdEnvironment = .current) {
        deliver = environment.notifySocket == nil ? nil : Self.deliver
    }

    /// libsystemd reads the address from the process's environment for each message.
    @Sendable private static func deliver(_ text: String) -> Bool {
        sd_notify(0, text) > 0
    }

    /// Hands every message's text to `deliver` instead.
    package init(delivering deliver: @escaping @Sendable (String) -> Bool) {
        self.deliver = deliver
    }

    /// Whether there is somebody to notify.
    public var isEnabled: Bool { deliver != nil }

    /// Sends `message`, unless it says nothing.
    ///
    /// - Returns: Whether the message was sent. Good for a test and nothing else: a service does
    ///   the same whether its manager listens or not.
    @discardableResult
    public func send(_ message: NotifyMessage) -> Bool {
        guard let deliver else { return false }
        let text = message.text
        return text.isEmpty ? false : deliver(text)
    }
}
