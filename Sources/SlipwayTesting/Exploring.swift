/// Runs a test with many seeds, and says which one it failed with.
///
/// ```swift
/// try explore(seeds: 0..<1000) { seed in
///     let report = try VirtualLaunch(graph, seed: seed).run()
///     try #require(report.phase == .ready(degraded: false))
/// }
/// ```
///
/// The body fails by throwing: `#require`, not `#expect`. Call it with the one seed to see it
/// again.
///
/// - Parameters:
///   - seeds: The seeds, in order; the first that fails ends the exploration.
///   - body: The test.
/// - Throws: ``ExplorationFailure``, with the seed.
public func explore(
    seeds: some Sequence<UInt64> = UInt64(0)..<100,
    _ body: (UInt64) throws -> Void
) throws(ExplorationFailure) {
    for seed in seeds {
        do {
            try body(seed)
        } catch {
            throw ExplorationFailure(seed: seed, error: error)
        }
    }
}

/// Runs a test with many seeds, one after another, and says which one it failed with.
///
/// - Parameters:
///   - seeds: The seeds, in order; the first that fails ends the exploration.
///   - body: The test.
/// - Throws: ``ExplorationFailure``, with the seed.
public nonisolated(nonsending) func explore(
    seeds: some Sequence<UInt64> = UInt64(0)..<100,
    _ body: nonisolated(nonsending) (UInt64) async throws -> Void
) async throws(ExplorationFailure) {
    for seed in seeds {
        do {
            try await body(seed)
        } catch {
            throw ExplorationFailure(seed: seed, error: error)
        }
    }
}

/// A test failed with one of the seeds that it was run with.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// The seed: with it the test fails again.
    public let seed: UInt64
    /// What the test threw.
    public let error: any Error

    /// The seed and the error, in one line.
    public var description: String { "failed with seed \(seed): \(error)" }
}
