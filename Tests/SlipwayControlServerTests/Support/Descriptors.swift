import Glibc
import Testing

/// Raises the soft descriptor limit of the tests, if it is too low and can be raised.
func requireDescriptors(_ count: Int) throws {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    try #require(getrlimit(resource, &limit) == 0)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    try #require(setrlimit(resource, &limit) == 0)
    try #require(limit.rlim_cur >= count, "the descriptor limit is below \(count)")
}
