internal import CSlipwayProcess
internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// One child, from its start until it and the processes that must end with it have ended.
///
/// A child that succeeds may leave processes behind, as a start script does: their output still
/// works. A child that fails or is cancelled takes all its processes down.
@Loop
final class ProcessRun {
    private enum Ending {
        case cancelled
        case overflown(limit: Int)
        case failed(ChildStatus)
    }

    private enum State {
        case notStarted
        case running
        /// Its processes are being ended.
        case ending(Ending, isTreeGone: Bool)
        case finished
    }

    private let command: ChildCommand
    private let grace: Duration
    private let sink: OutputSink
    private let mark: String
    private var state = State.notStarted
    private var status: ChildStatus?
    private var leader: pid_t = 0
    private var lines = LineRelay()
    private var collected: [UInt8] = []
    private var output: PipeReader?
    private var errors: PipeReader?
    private var input: InputWriter?
    private var continuation: CheckedContinuation<Result<ChildEnd, ChildFailure>, Never>?
    private var isCancelled = false

    init(_ command: ChildCommand, grace: Duration, sink: OutputSink, mark: String) {
        self.command = command
        self.grace = grace
        self.sink = sink
        self.mark = mark
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
        guard !isCancelled else { return finish(.failure(.cancelled(lastLine: nil))) }
        do throws(ChildFailure) {
            leader = try startChild()
            state = .running
        } catch {
            for reader in [output, errors] { reader?.close() }
            input?.close()
            finish(.failure(error))
        }
    }

    private func childEnded(_ status: ChildStatus) {
        self.status = status
        input?.close()
        // Its own output is in its pipes; processes that it left behind may write for ever.
        output?.drain(upTo: Self.pipeSize)
        errors?.drain(upTo: Self.pipeSize)
        switch state {
        case .running where status.isSuccess: finish(.success(end(status)))
        case .running: endTree(for: .failed(status))
        case .ending: finishIfGone()
        case .notStarted, .finished: break
        }
    }

    private func cancel() {
        isCancelled = true
        guard case .running = state else { return }
        endTree(for: .cancelled)
    }

    private func overflow(_ limit: Int) {
        guard case .running = state else { return }
        endTree(for: .overflown(limit: limit))
    }

    private func endTree(for ending: Ending) {
        state = .ending(ending, isTreeGone: false)
        let tree = ProcessTree(leader: leader, mark: mark)
        TreeEnder.shared.end(tree, grace: grace) { [self] end in
            state = .ending(ending, isTreeGone: true)
            if case .stuck(let numbers) = end { noteStuck(numbers) }
            finishIfGone()
        }
    }

    /// Continues without the processes that cannot be ended; they are reaped when they end.
    private func noteStuck(_ numbers: [pid_t]) {
        if status == nil { status = .killed(SIGKILL) }
        let whose = "of '\(command.program)'"
        let text =
            numbers.isEmpty
            ? "slipway: cannot find out whether all processes \(whose) have ended"
            : "slipway: cannot end all processes \(whose): \(numbers.listed)"
        sink.write(Array("\(text)\n".utf8))
    }

    private func finishIfGone() {
        guard case .ending(let ending, true) = state, let status else { return }
        errors?.drain(upTo: Self.pipeSize)
        switch ending {
        case .cancelled: finish(.failure(.cancelled(lastLine: lines.lastLine)))
        case .overflown(let limit): finish(.failure(.outputTooLong(limit: limit)))
        case .failed: finish(.success(end(status)))
        }
    }

    private func end(_ status: ChildStatus) -> ChildEnd {
        ChildEnd(status: status, output: collected, lastLine: lines.lastLine)
    }

    private func finish(_ result: Result<ChildEnd, ChildFailure>) {
        state = .finished
        collected = []
        continuation?.resume(returning: result)
        continuation = nil
    }

    /// The largest capacity of a pipe, unless root raised it: the most bytes that an ended child
    /// can have written and that were not read yet.
    private static let pipeSize = 1 << 20

    private func startChild() throws(ChildFailure) -> pid_t {
        if let fault = command.fault { throw .notStarted(fault) }
        var command = command
        command.environment[ProcessTree.variable] = mark
        var ofChild: [Int32] = []
        // Only the child's ends are closed here: the readers and the writer own the others.
        defer { for descriptor in ofChild where descriptor > STDERR_FILENO { close(descriptor) } }
        ofChild.append(try openInput())
        ofChild.append(try openOutput())
        let (read, write) = try Self.pipe()
        ofChild.append(write)
        errors = try Self.reader(read) { [self] in
            relay($0)
        } ended: { [self] in
            sink.write(lines.finish())
        }
        return try Children.shared.start(command, descriptors: ofChild) { [self] in childEnded($0) }
    }

    private func openInput() throws(ChildFailure) -> Int32 {
        guard !command.input.isEmpty else {
            let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard null >= 0 else { throw Self.noDescriptors(.current) }
            return null
        }
        let (read, write) = try Self.pipe()
        do throws(LoopError) {
            input = try InputWriter(command.input, to: write)
        } catch {
            close(read)
            close(write)
            throw .notStarted("\(error)")
        }
        return read
    }

    private func openOutput() throws(ChildFailure) -> Int32 {
        guard case .collected(let limit) = command.output else { return STDOUT_FILENO }
        let (read, write) = try Self.pipe()
        do throws(ChildFailure) {
            output = try Self.reader(read) { [self] in collect($0, limit) }
        } catch {
            close(write)
            throw error
        }
        return write
    }

    private static func pipe() throws(ChildFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        let error = slipway_pipe(&ends)
        guard error == 0 else { throw noDescriptors(ErrorNumber(error)) }
        return (ends[0], ends[1])
    }

    private static func noDescriptors(_ error: ErrorNumber) -> ChildFailure {
        .notStarted("cannot prepare its input and output: \(error)")
    }

    private static func reader(
        _ descriptor: Int32,
        take: @escaping @Loop (ArraySlice<UInt8>) -> Void,
        ended: @escaping @Loop () -> Void = {}
    ) throws(ChildFailure) -> PipeReader {
        do throws(LoopError) {
            return try PipeReader(descriptor, take: take, ended: ended)
        } catch {
            close(descriptor)
            throw .notStarted("\(error)")
        }
    }

    private func collect(_ bytes: ArraySlice<UInt8>, _ limit: Int) {
        // Bytes after the end come from a process that the child left behind.
        if case .finished = state { return sink.write(Array(bytes)) }
        guard case .running = state else { return }
        collected += bytes
        if collected.count > limit { overflow(limit) }
    }

    private func relay(_ bytes: ArraySlice<UInt8>) {
        sink.write(lines.take(bytes))
        guard sink.isBlocked, let errors, !errors.isPaused else { return }
        errors.isPaused = true
        sink.whenRoom { errors.isPaused = false }
    }
}
