internal import Glibc
package import SlipwayConfiguration

/// The limits that a process cannot raise without the right to.
package struct HardLimits: Hashable, Sendable {
    /// The limits by resource; a resource without an entry is not known, and the greatest number is
    /// no limit.
    package var limits: [LimitsSpecification.Resource: UInt64]

    /// No limit is known.
    package static let unknown = HardLimits(limits: [:])

    package init(limits: [LimitsSpecification.Resource: UInt64]) { self.limits = limits }

    /// The limits of this process.
    package static var own: HardLimits {
        var limits: [LimitsSpecification.Resource: UInt64] = [:]
        for resource in LimitsSpecification.Resource.allCases {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(UInt32(resource.number)), &limit) == 0 else {
                continue
            }
            limits[resource] = UInt64(limit.rlim_max)
        }
        return HardLimits(limits: limits)
    }
}

extension LimitsSpecification.Resource {
    /// The number of the resource for setrlimit(2).
    package var number: Int32 {
        switch self {
        case .addressSpace: Int32(RLIMIT_AS.rawValue)
        case .core: Int32(RLIMIT_CORE.rawValue)
        case .cpu: Int32(RLIMIT_CPU.rawValue)
        case .data: Int32(RLIMIT_DATA.rawValue)
        case .fsize: Int32(RLIMIT_FSIZE.rawValue)
        case .memlock: Int32(__RLIMIT_MEMLOCK.rawValue)
        case .msgqueue: Int32(__RLIMIT_MSGQUEUE.rawValue)
        case .nofile: Int32(RLIMIT_NOFILE.rawValue)
        case .nproc: Int32(__RLIMIT_NPROC.rawValue)
        case .rtprio: Int32(__RLIMIT_RTPRIO.rawValue)
        case .sigpending: Int32(__RLIMIT_SIGPENDING.rawValue)
        case .stack: Int32(RLIMIT_STACK.rawValue)
        }
    }
}
