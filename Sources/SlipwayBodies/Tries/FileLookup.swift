internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Looks for files, each time on a thread of its own: a file system whose server is gone does not
/// answer, and the threads of the launch are few.
struct FileLookup {
    /// The time that a cancelled task waits for an answer: a file system that works is much faster.
    private static let patience = Duration.milliseconds(200)

    /// Looks for a file, which may block; returns why none is found.
    var look: @Sendable (String) -> ErrorNumber? = { path in
        access(path, F_OK) == 0 ? nil : .current
    }

    /// Looks for a file; suspends until there is an answer, or for a moment once the task is cancelled.
    ///
    /// Without an answer the thread remains until there is one. Where there is no thread, the calling
    /// one looks. The loop must run.
    ///
    /// - Returns: Why nothing is found at the path; `nil` if something is.
    /// - Throws: `CancellationError`: there is no answer.
    func failure(at path: String) async throws(CancellationError) -> ErrorNumber? {
        let answer = Promise<Result<ErrorNumber?, CancellationError>>()
        do throws(Thread.Refusal) {
            try Thread("slipway-file", blocking: .full) { [look] in
                answer.resolve(.success(look(path)))
            }
        } catch {
            return look(path)
        }
        let result = await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            Loop.post {
                Timer(after: Self.patience) { answer.resolve(.failure(CancellationError())) }
            }
        }
        return try result.get()
    }
}
