#if SANITIZED
internal import Glibc

/// Stands in for the standard library's mutex when the thread sanitizer looks on, which does not
/// know that one and takes every use of it for a race.
///
/// Built with `swift build --sanitize=thread -Xswiftc -DSANITIZED`.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // The lock guards the value.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    init(_ initial: consuming sending Value) {
        pthread_mutex_init(lock, nil)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
#endif
