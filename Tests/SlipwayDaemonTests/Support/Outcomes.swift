import Glibc
import Slipway
import SlipwayTestSupport
import Testing

extension String {
    /// It contains the words of a system error.
    var hasErrorInWords: Bool { Self.errors.contains { contains($0) } }

    private static let errors = [EMFILE, EAGAIN, ENOMEM, ECONNREFUSED].map {
        String(cString: strerror($0))
    }
}

extension Report {
    /// The operations with that prefix.
    func operations(_ prefix: String) -> [OperationStatus] {
        operations.filter { $0.name.hasPrefix(prefix) }
    }
}

extension RunningDaemon {
    /// Waits until its log says that it is ready, or it has ended; returns whether it is ready.
    ///
    /// Makes no call: the daemon may lack the resources to answer.
    func untilReadyOrEnded() async throws -> Bool {
        try await eventually("it is ready, or has ended") {
            program.output.contains("Startup finished in") || !program.isRunning
        }
        return program.isRunning
    }
}
