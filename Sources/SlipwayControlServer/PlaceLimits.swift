internal import Glibc

/// How many connections of a sort there may be.
package struct PlaceLimits: Hashable, Sendable {
    /// How many in all, without those in ``kept`` places.
    package var total: Int
    /// How many of one user, without those in ``kept`` places.
    package var share: Int
    /// How many places are kept for root, and as many for the daemon's own user: beyond ``total``
    /// and ``share``, and used before these.
    package var kept: Int

    /// Creates limits.
    package init(total: Int, share: Int, kept: Int) {
        self.total = total
        self.share = share
        self.kept = kept
    }

    /// As many places as a process with so many descriptors can spare for one sort, so that two
    /// sorts leave it half of them.
    ///
    /// - In all a quarter of the descriptors, 4 to 4,096.
    /// - For a user a quarter of that, 2 at least: at 1,024 descriptors 64, at 16,384 and above
    ///   1,024.
    /// - Kept for root, and for the daemon's own user, a 64th of the descriptors, 2 to 16.
    package init(descriptors: Int) {
        total = min(max(descriptors / 4, 4), 4096)
        share = max(total / 4, 2)
        kept = min(max(descriptors / 64, 2), 16)
    }

    /// As the soft descriptor limit of this process allows now.
    package static var allowedNow: PlaceLimits {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return PlaceLimits(descriptors: 1024) }
        return PlaceLimits(descriptors: Int(clamping: limit.rlim_cur))
    }
}
