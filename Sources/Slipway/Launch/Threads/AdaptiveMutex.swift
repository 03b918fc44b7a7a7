internal import Glibc

/// A lock with the value that it guards, for sections of some hundred nanoseconds.
///
/// A thread that finds it taken looks for a while before it sleeps: sections this short are over sooner
/// than the kernel could say so. The standard library's mutex asks the kernel at once, and is then
/// handed from thread to thread by it: two threads that end short bodies made a system call or two
/// for each of them. This one is also known to the thread sanitizer.
///
/// Source: pthread_mutexattr_settype(3), PTHREAD_MUTEX_ADAPTIVE_NP.
struct AdaptiveMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Used under its lock.
    /// On the heap, side by side, since neither a lock nor what it guards may move.
    ///
    /// A type for the two together would be one more for each type of value, each some 11,000
    /// instructions of a process's first launch.
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
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(lock)
        value.deinitialize(count: 1)
        UnsafeMutableRawPointer(lock).deallocate()
    }

    /// Calls `body` with the value while no other thread has it; blocks until then.
    @inline(__always)
    borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
