internal import Glibc

/// A lock with the value that it guards, for critical sections of some hundred nanoseconds.
///
/// A thread that finds it locked spins for a while before it sleeps: such short sections end sooner
/// than the kernel could wake it. The standard library's mutex calls the kernel at once, which then
/// hands the lock from thread to thread: two threads that ended short bodies made one or two system
/// calls for each body. The thread sanitizer also knows this lock.
///
/// Source: pthread_mutexattr_settype(3), PTHREAD_MUTEX_ADAPTIVE_NP.
struct AdaptiveMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Used under its lock.
    /// Both are on the heap, side by side, since neither may move.
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
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_NORMAL))
        pthread_mutex_init(lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
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
