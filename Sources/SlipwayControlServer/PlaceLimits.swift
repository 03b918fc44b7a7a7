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

    /// As many places as a process with so many descriptors can spare for one sort.
    ///
    /// It needs 32 for itself; two sorts leave it half of the rest.
    ///
    /// - Kept for root, and for the daemon's own user, an eighth of the places, 1 to 16 each.
    /// - For all others the rest, 2 to 4,096.
    /// - For a user a quarter of these, 2 at least: at 1,024 descriptors 54, at 17,000 and above
    ///   1,024.
    package init(descriptors: Int) {
        let places = max(descriptors - 32, 8) / 4
        kept = min(max(places / 8, 1), 16)
        total = min(max(places - 2 * kept, 2), 4096)
        share = max(total / 4, 2)
    }

    /// As the soft descriptor limit of this process allows now.
    package static var allowedNow: PlaceLimits {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return PlaceLimits(descriptors: 1024) }
        return PlaceLimits(descriptors: Int(clamping: limit.rlim_cur))
    }
}
