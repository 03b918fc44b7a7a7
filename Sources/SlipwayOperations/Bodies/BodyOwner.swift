package import Slipway
package import SlipwayConfiguration

/// The owner of a body.
package struct BodyOwner: Hashable, Sendable {
    /// The operation's name, or the kind of the launch action.
    package let name: String
    /// The launch action; `nil` for an operation.
    package let action: ActionID?
    /// The number of this attempt of the action, from 1; those of earlier launches count.
    package let attempt: Int
    /// The key that the action's sender gave; `nil` for none.
    package let key: String?

    /// Names an owner.
    package init(
        name: String,
        action: ActionID? = nil,
        attempt: Int = 1,
        key: String? = nil
    ) {
        self.name = name
        self.action = action
        self.attempt = attempt
        self.key = key
    }

    /// The marks by which its action is recognised; empty for an operation.
    package var recognition: [ValueReference.ActionPart: String] {
        guard let id = action?.description else { return [:] }
        return [.id: id, .attempt: "\(attempt)", .key: key ?? id]
    }
}
