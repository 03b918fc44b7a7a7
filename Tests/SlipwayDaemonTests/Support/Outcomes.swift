import Glibc
import Slipway
import SlipwayTestSupport
import Testing

extension String {
    /// Whether it says in words which system error it was.
    var hasErrorInWords: Bool { Self.errors.contains { contains($0) } }

    private static let errors = [EMFILE, EAGAIN, ENOMEM, ECONNREFUSED].map {
        String(cString: strerror($0))
    }
}

extension Report {
    /// The operations whose names begin so.
    func operations(_ prefix: String) -> [OperationStatus] {
        operations.filter { $0.name.hasPrefix(prefix) }
    }
}

extension RunningDaemon {
    /// Waits until it is ready, as its log has it, or has ended; whether it is ready.
    ///
    /// Asks nothing: the daemon may have nothing to answer with.
    func untilReadyOrEnded() async throws -> Bool {
        try await eventually("it is ready, or has ended") {
            program.output.contains("Startup finished in") || !program.isRunning
        }
        return program.isRunning
    }
}
