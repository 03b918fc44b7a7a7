package import Testing

/// Waits until something outside this process is so; a failure of the test after half a minute,
/// which is far more than it ever takes.
package func eventually(
    _ expectation: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    isSo: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(30))
    while try await !isSo() {
        try #require(
            ContinuousClock.now < deadline,
            "never so: \(expectation)",
            sourceLocation: sourceLocation
        )
        try await Task.sleep(for: .milliseconds(10))
    }
}
