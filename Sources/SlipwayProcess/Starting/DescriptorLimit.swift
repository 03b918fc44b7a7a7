internal import CSlipwayProcess
internal import Glibc
internal import Synchronization

/// The limit of open descriptors of this process.
package enum DescriptorLimit {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    /// The limit before it was raised; `nil` if it was not.
    private static let original = Mutex<rlimit?>(nil)

    /// Raises the soft limit to the hard one, which is meant for programs that do not use `select`.
    ///
    /// Children get the old limit. Call it once, before threads and children exist; a limit that
    /// cannot be raised stays.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        let before = limit
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(resource, &limit) == 0 else { return }
        original.withLock { $0 = before }
    }

    /// The limit that children get; `nil` when it is this process's own.
    static var ofChildren: slipway_limit? {
        original.withLock { limit in
            limit.map {
                slipway_limit(
                    resource: resource,
                    soft: UInt64($0.rlim_cur),
                    hard: UInt64($0.rlim_max)
                )
            }
        }
    }
}
