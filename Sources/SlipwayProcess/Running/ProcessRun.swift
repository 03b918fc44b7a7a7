internal import Glibc
internal import Slipway
internal import SlipwayLoop

/// One child, from its start until it and the processes that must end with it have ended.
///
/// A child that succeeds may leave processes behind, as a start script does: their output still
/// works. A child that fails or is cancelled takes all its processes down; a cancelled one that
/// succeeds all the same has succeeded. Processes that a probe leaves behind are killed.
@Loop
final class ProcessRun {
    private enum Ending {
        case cancelled
        case overflown(limit: Int)
        case failed
    }

    /// The end of the child's processes, and the time that they had for it.
    private struct End {
        let tree: TreeEnd
        let patience: Duration
    }

    private enum State {
        case notStarted
        case running
        /// The child's processes are being ended.
        case ending(Ending, End?)
        case finished
    }

    private let command: ChildCommand
    private let grace: Duration
    private let log: OutputLog
    private var state = State.notStarted
    private var status: ChildStatus?
    private var child: ChildProcess?
    private var continuation: CheckedContinuation<Result<ChildEnd, ChildFailure>, Never>?
    private var isCancelled = false

    init(_ command: ChildCommand, grace: Duration, log: OutputLog) {
        self.command = command
        self.grace = grace
        self.log = log
    }

    /// Starts the child and waits for its end.
    func result() async -> Result<ChildEnd, ChildFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                isCancelled = Task.isCancelled
                start()
            }
        } onCancel: {
            Loop.post { self.cancel() }
        }
    }

    private func start() {
        guard !isCancelled else {
            return finish(.failure(.cancelled(lastLine: nil, killedAfter: nil)))
        }
        do throws(ChildFailure) {
            child = try ChildProcess(command, log: log) { [self] in
                overflow()
            } onEnd: { [self] in
                childEnded($0)
            }
            state = .running
        } catch {
            finish(.failure(error))
        }
    }

    private func childEnded(_ status: ChildStatus) {
        self.status = status
        switch state {
        case .running where command.isProbe:
            // Processes that the probe left behind have no say in its result.
            child?.endTree(grace: .zero) { _ in }
            finish(.success(end(status)))
        case .running where command.succeeds(with: status): finish(.success(end(status)))
        case .running: endTree(for: .failed)
        case .ending: finishIfGone()
        case .notStarted, .finished: break
        }
    }

    private func cancel() {
        isCancelled = true
        guard case .running = state else { return }
        endTree(for: .cancelled)
    }

    private func overflow() {
        guard case .running = state, case .collected(let limit) = command.output else { return }
        endTree(for: .overflown(limit: limit))
    }

    private func endTree(for ending: Ending) {
        state = .ending(ending, nil)
        let begin = Instant.now
        child?.endTree(grace: grace) { [self] end in
            // A second signal ends the grace before its time.
            let patience = min(begin.duration(to: .now), grace)
            state = .ending(ending, End(tree: end, patience: patience))
            // Continues without the processes that cannot be ended.
            if case .stuck = end, status == nil { status = .unknown }
            finishIfGone()
        }
    }

    private func finishIfGone() {
        guard case .ending(let ending, let end?) = state, let status else { return }
        switch ending {
        case .cancelled where command.succeeds(with: status): finish(.success(self.end(status)))
        case .cancelled:
            let patience = end.tree.wasKilled ? end.patience : nil
            finish(.failure(.cancelled(lastLine: child?.lastLine, killedAfter: patience)))
        case .overflown(let limit): finish(.failure(.outputTooLong(limit: limit)))
        case .failed: finish(.success(self.end(status)))
        }
    }

    private func end(_ status: ChildStatus) -> ChildEnd {
        let isFailure = if case .exited = status { !command.succeeds(with: status) } else { false }
        return ChildEnd(
            status: status,
            output: child?.takeCollected() ?? [],
            lastLine: isFailure ? child?.failureWords : child?.lastLine
        )
    }

    private func finish(_ result: Result<ChildEnd, ChildFailure>) {
        state = .finished
        if let child, let lastLines = command.lastLines { lastLines.take(child.lastLines) }
        _ = child?.takeCollected()
        child = nil
        continuation?.resume(returning: result)
        continuation = nil
    }
}
