internal import Glibc

/// A descriptor kept for the moment when there are none left, when it is given up for what must
/// not fail.
package struct SpareDescriptor: Sendable {
    private var descriptor: Int32 = -1

    /// Takes a descriptor, if there is one.
    package init() { acquire() }

    /// Takes a descriptor, unless it has one; whether it has one now.
    @discardableResult
    package mutating func acquire() -> Bool {
        if descriptor < 0 { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return descriptor >= 0
    }

    /// Gives the descriptor up; whether it had one.
    @discardableResult
    package mutating func release() -> Bool {
        guard descriptor >= 0 else { return false }
        close(descriptor)
        descriptor = -1
        return true
    }
}
