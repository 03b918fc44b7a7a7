@testable import Slipway

/// The library's, which the thread sanitizer knows, instead of the standard library's.
typealias Mutex<Value: ~Copyable> = AdaptiveMutex<Value>
