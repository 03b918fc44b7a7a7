package import Testing

/// Waits until something outside this process has happened; fails the test after 3,000 checks.
///
/// These take at least half a minute, far more than the wait ever takes. Checks are counted, not
/// time: while other tests keep the processors busy, time passes in which nothing could happen.
nonisolated(nonsending) package func eventually(
    _ expectation: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    isSo: nonisolated(nonsending) () async throws -> Bool
) async throws {
    for _ in 0..<3000 {
        if try await isSo() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    try #require(try await isSo(), "never so: \(expectation)", sourceLocation: sourceLocation)
}
