/// Runs a test with many seeds, and reports the one with which it failed.
///
/// ```swift
/// try explore(seeds: 0..<1000) { seed in
///     let report = try VirtualLaunch(graph, seed: seed).run()
///     try #require(report.phase == .ready(degraded: false))
/// }
/// ```
///
/// The body fails by throwing: use `#require`, not `#expect`. To see the failure again, explore
/// that seed alone.
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

/// Runs a test with many seeds, one after another, and reports the one with which it failed.
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

/// A test failed with one of its seeds.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// The seed, with which the test fails again.
    public let seed: UInt64
    /// The error that the test threw.
    public let error: any Error

    /// The seed and the error, in one line.
    public var description: String { "failed with seed \(seed): \(error)" }
}
