internal import Glibc

/// The limits to the number of connections of one kind.
package struct SlotLimits: Hashable, Sendable {
    /// The most in all, without those in reserved slots (``reserved``).
    package var total: Int
    /// The most of one user, without those in reserved slots.
    package var share: Int
    /// The number of slots that are reserved for root, and as many for the daemon's own user: in
    /// addition to ``total`` and ``share``, and used first.
    package var reserved: Int

    /// Creates limits.
    package init(total: Int, share: Int, reserved: Int) {
        self.total = total
        self.share = share
        self.reserved = reserved
    }

    /// As many slots as a process with that many descriptors can spare for one kind.
    ///
    /// The process needs 32 descriptors for itself; of the rest, the two kinds leave it half.
    ///
    /// - For root, and for the daemon's own user, an eighth of the slots is reserved, 1 to 16 each.
    /// - All others share the rest, 2 to 4,096.
    /// - One user may have a quarter of these, at least 2: 54 with 1,024 descriptors, 1,024 with
    ///   17,000 or more.
    package init(descriptors: Int) {
        let slots = max(descriptors - 32, 8) / 4
        reserved = min(max(slots / 8, 1), 16)
        total = min(max(slots - 2 * reserved, 2), 4096)
        share = max(total / 4, 2)
    }

    /// The limits that fit the present soft descriptor limit of this process.
    package static var allowedNow: SlotLimits {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return SlotLimits(descriptors: 1024) }
        return SlotLimits(descriptors: Int(clamping: limit.rlim_cur))
    }
}
