internal import Glibc

/// A reserved descriptor, released when no others are left, for work that must not fail.
package struct SpareDescriptor: Sendable {
    private var descriptor: Int32 = -1

    /// Takes a descriptor if one is available.
    package init() { acquire() }

    /// Takes a descriptor, unless it has one; returns whether it has one now.
    @discardableResult
    package mutating func acquire() -> Bool {
        if descriptor < 0 { descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return descriptor >= 0
    }

    /// Releases the descriptor; returns whether it had one.
    @discardableResult
    package mutating func release() -> Bool {
        guard descriptor >= 0 else { return false }
        close(descriptor)
        descriptor = -1
        return true
    }
}
