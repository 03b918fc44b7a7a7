/// The most launches and values that the file of a service stores; older ones are removed.
package enum KeptLimit {
    /// The launches that became ready: so many of each kind of start, and of reloads.
    package static let readyLaunches = 200
    /// The launches that did not become ready.
    package static let unreadyLaunches = 50
    /// The values of operations.
    package static let values = 1000
}
