package import Testing

/// Waits until something outside this process is so; a failure of the test after 3,000 looks, half a
/// minute at least, which is far more than it ever takes.
///
/// Looks are counted rather than time: where other tests keep the processors, time passes between
/// two looks in which nothing could have happened.
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
