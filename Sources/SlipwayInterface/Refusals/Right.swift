/// A right of a caller of `org.slipway.Launch`.
package enum Right: String, CaseIterable, Hashable, Sendable {
    /// To change the launch: operations, queues, actions of others.
    case operate
    /// To send a launch action of some kind.
    case send
    /// To cancel a launch action that another user sent.
    case cancel
    /// To send a launch action again that another user sent.
    case retry
}
