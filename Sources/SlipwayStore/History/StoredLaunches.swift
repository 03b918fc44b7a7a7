package import SlipwayReport

/// Launches that were read from the history, with the number of those whose records are damaged.
package struct StoredLaunches: Hashable, Sendable {
    /// The launches that can be read, the last one first.
    package var launches: [RecordedLaunch] = []
    /// The number of launches that were asked for and cannot be read.
    package var damaged = 0
}
