#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A value and the lock that guards it, for critical sections of some hundred nanoseconds.
///
/// A plain mutex of the C library. Measured: one that spins was no cheaper, and the standard library's,
/// which goes to the kernel at the first contention, made one or two system calls for each body. The
/// thread sanitizer also knows this lock.
struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Used under its lock.
    /// The lock and the value are on the heap, side by side, since neither may move.
    ///
    /// A struct for both would add a type for each type of value, which costs the process's first
    /// launch some 11,000 instructions.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initial: consuming sending Value) {
        let alignment = max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
        let place = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: place + MemoryLayout<Value>.size,
            alignment: alignment
        )
        lock = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
        value = (memory + place).bindMemory(to: Value.self, capacity: 1)
        value.initialize(to: initial)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        value.deinitialize(count: 1)
        UnsafeMutableRawPointer(lock).deallocate()
    }

    /// Calls `body` with the value while no other thread has the lock; blocks until then.
    @inline(__always)
    borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
