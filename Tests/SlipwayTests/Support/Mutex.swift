@testable import Slipway

/// The library's mutex, which the thread sanitizer knows, in place of the standard library's.
typealias Mutex<Value: ~Copyable> = AdaptiveMutex<Value>
