internal import Glibc

/// A lock with the value that it guards, for sections of some hundred nanoseconds.
///
/// Whoever finds it taken looks for a while before it sleeps: sections this short are over sooner
/// than the kernel could say so. The standard library's mutex asks the kernel at once, and is then
/// handed from thread to thread by it: two threads that end short bodies made a system call or two
/// for each of them. This one is also known to the thread sanitizer.
///
/// Source: pthread_mutexattr_settype(3), PTHREAD_MUTEX_ADAPTIVE_NP.
struct AdaptiveMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Used under its lock.
    private struct Storage: ~Copyable {
        var lock = pthread_mutex_t()
        var value: Value

        init(_ value: consuming sending Value) {
            self.value = value
        }
    }

    /// On the heap, since neither a lock nor what it guards may move.
    private let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)

    init(_ initial: consuming sending Value) {
        storage.initialize(to: Storage(initial))
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(&storage.pointee.lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(&storage.pointee.lock)
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// Calls `body` with the value while no other thread has it; blocks until then.
    @inline(__always)
    borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        pthread_mutex_lock(&storage.pointee.lock)
        defer { pthread_mutex_unlock(&storage.pointee.lock) }
        return try body(&storage.pointee.value)
    }
}
