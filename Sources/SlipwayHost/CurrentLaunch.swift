package import Slipway
internal import Synchronization

/// The launch that a service is in; a reload makes another one the current one.
package final class CurrentLaunch: Sendable {
    private let current: Mutex<Launch>

    /// Begins with a launch.
    package init(_ launch: Launch) { current = Mutex(launch) }

    /// The launch.
    package var launch: Launch { current.withLock { $0 } }
}
