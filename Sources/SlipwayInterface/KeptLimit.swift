/// The most that a service keeps of what its file has.
package enum KeptLimit {
    /// Launches that became ready: so many of each kind of start, and of reloads.
    package static let readyLaunches = 200
    /// Launches that did not become ready.
    package static let unreadyLaunches = 50
    /// Values of operations; those that were written last are kept.
    package static let values = 1000
}
