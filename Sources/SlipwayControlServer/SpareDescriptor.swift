internal import Glibc

/// A descriptor kept for the moment when there are none left: given up, it lets one more connection
/// be accepted, if only to tell it why it is refused.
struct SpareDescriptor {
    private var descriptor: Int32 = -1

    init() { acquire() }

    /// Takes a descriptor, unless it has one; whether it has one now.
    @discardableResult
    mutating func acquire() -> Bool {
        if descriptor < 0 { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return descriptor >= 0
    }

    /// Gives the descriptor up; whether it had one.
    mutating func release() -> Bool {
        guard descriptor >= 0 else { return false }
        close(descriptor)
        descriptor = -1
        return true
    }
}
