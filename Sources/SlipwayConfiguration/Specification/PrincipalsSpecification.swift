package import Slipway

/// Users and groups as a file names them.
package struct PrincipalsSpecification: Hashable, Sendable {
    /// One user or group.
    package struct Entry: Hashable, Sendable {
        /// A name, or a number in decimal digits.
        package var text: String
        /// Its position.
        package var origin: Origin
        /// Its key.
        package var path: String
    }

    /// Key `users`.
    package var users: [Entry] = []
    /// Key `groups`.
    package var groups: [Entry] = []

    /// Creates a specification without users and groups.
    package init() {}
}
