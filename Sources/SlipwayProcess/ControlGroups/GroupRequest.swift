package import SlipwaySystem

/// A control group that a child is to have.
package struct GroupRequest: Hashable, Sendable {
    /// The kind of a child, as its group is named.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A program that stays.
        case program
        /// A process that runs to its end.
        case step
    }

    package var kind: Kind
    /// The operation, or the kind of action.
    package var name: String
    /// The limits of the group; see ``GroupResource/text(_:)``.
    package var limits: [GroupResource: UInt64]

    /// Asks for a group.
    package init(_ kind: Kind, _ name: String, limits: [GroupResource: UInt64]) {
        self.kind = kind
        self.name = name
        self.limits = limits
    }
}
