internal import Glibc

/// How much the process may do at the same time.
enum CPUs {
    /// The width of a queue that is to follow the machine: the CPUs that are online, and at least
    /// 8, since bodies that only wait do not need a CPU.
    static var automaticWidth: Int { max(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
