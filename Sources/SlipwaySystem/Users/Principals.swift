/// Users and groups, by number.
package struct Principals: Hashable, Sendable {
    package var users: Set<UInt32>
    package var groups: Set<UInt32>

    /// Creates a set.
    package init(users: Set<UInt32> = [], groups: Set<UInt32> = []) {
        self.users = users
        self.groups = groups
    }

    /// Tells whether the set contains that user, or one of those groups.
    package func contains(user: UInt32, in memberships: some Sequence<UInt32>) -> Bool {
        users.contains(user) || memberships.contains(where: groups.contains)
    }
}
