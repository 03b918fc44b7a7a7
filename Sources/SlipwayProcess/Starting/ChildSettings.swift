package import SlipwaySystem

/// The settings with which the kernel runs a child: its user, its permissions, its share and its limits.
package struct ChildSettings: Hashable, Sendable {
    /// A user by numbers.
    package struct User: Hashable, Sendable {
        package var user: UInt32
        package var group: UInt32
        /// The groups that the user has besides.
        package var groups: [UInt32]

        package init(user: UInt32, group: UInt32, groups: [UInt32]) {
            self.user = user
            self.group = group
            self.groups = groups
        }
    }

    /// A resource limit, see setrlimit(2).
    package struct Limit: Hashable, Sendable {
        /// `RLIMIT_NOFILE` and so on.
        package var resource: Int32
        package var soft: UInt64
        package var hard: UInt64

        package init(resource: Int32, soft: UInt64, hard: UInt64) {
            self.resource = resource
            self.soft = soft
            self.hard = hard
        }
    }

    /// The child's user; `nil`: this process's own.
    package var user: User?
    /// The permissions that the child's files do not get; `nil`: this process's own.
    package var umask: UInt32?
    /// The nice value, from -20 (gets most of the processors) to 19; `nil`: this process's own.
    package var nice: Int32?
    /// The adjustment of the kernel's choice when memory runs out, from -1000 (never killed) to
    /// 1000; `nil`: this process's own.
    package var oomScoreAdjust: Int32?
    package var limits: [Limit] = []
    /// The limits of the child and of all that it starts; see ``GroupResource/text(_:)``.
    package var resources: [GroupResource: UInt64] = [:]
    /// No program that the child executes gains privileges.
    package var hasNoNewPrivileges = false
    /// The signal that asks the child to end; `nil`: SIGTERM.
    package var stopSignal: Int32?
    /// All processes of the child are asked to end at once, not its main one first.
    package var endsWhole = false

    /// Leaves everything as it is.
    package init() {}
}
