import Testing

@testable import Slipway

/// For tests that compute for seconds: they run on their own threads, as many as there are CPUs,
/// and leave the shared threads to tests that wait.
struct HeavyTrait: TestTrait, TestScoping {
    /// `nil` when the process cannot get further threads.
    private static let threads: Pool? = {
        let pool = Pool()
        do { try pool.start(CPUs.threads, upTo: CPUs.threads) {} } catch { return nil }
        return pool
    }()

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.threads) { try await function() }
    }
}

extension Trait where Self == HeavyTrait {
    static var heavy: HeavyTrait { HeavyTrait() }
}
