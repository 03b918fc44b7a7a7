package import Slipway

/// Users and groups as a file names them.
package struct PrincipalsSpecification: Hashable, Sendable {
    /// One user or group.
    package struct Entry: Hashable, Sendable {
        /// A name, or a number in decimal digits.
        package var text: String
        /// Where it stands.
        package var origin: Origin
        /// The key that it stands under.
        package var path: String
    }

    /// Key `users`.
    package var users: [Entry] = []
    /// Key `groups`.
    package var groups: [Entry] = []

    /// Names no one.
    package init() {}
}
