#if SANITIZED
@testable import Slipway

/// The one that the thread sanitizer knows; without this line there would be two of the name.
typealias Mutex<Value: ~Copyable> = Slipway.Mutex<Value>
#endif
