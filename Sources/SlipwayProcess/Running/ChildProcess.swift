internal import CSlipwayProcess
internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// A started child with its pipes, and with all processes that it starts.
@Loop
final class ChildProcess {
    private(set) var pid: pid_t = 0
    private let mark = TreeMark.next()
    private let output: ChildOutput
    private var input: InputWriter?
    /// Reads what becomes the child's value; `nil` if its standard output is not collected.
    private var collector: PipeReader?
    private var collected: [UInt8] = []
    private var isCollecting = true
    private let settings: ChildSettings
    /// The child's control group; `nil` if it has none of its own.
    private var group: ChildGroup?
    /// The child has ended, and its number may be given to another process.
    private var isReaped = false
    private let onOverflow: @Loop () -> Void

    /// Starts a child.
    ///
    /// - Parameters:
    ///   - command: What to run.
    ///   - log: Where its lines go.
    ///   - onOverflow: Called once it has written more to standard output than is collected.
    ///   - onEnd: Called with its status once it was reaped; its own output has been read then.
    /// - Throws: ``ChildFailure/notStarted(_:)`` or ``ChildFailure/noDirectory(_:)``.
    init(
        _ command: ChildCommand,
        log: OutputLog,
        onOverflow: @escaping @Loop () -> Void = {},
        onEnd: @escaping @Loop (ChildStatus) -> Void
    ) throws(ChildFailure) {
        output = ChildOutput(
            of: command.writer,
            to: log,
            isShown: !command.isProbe,
            hiding: command.redaction,
            keeping: command.lastLines?.count ?? 0
        )
        self.onOverflow = onOverflow
        settings = command.settings
        do throws(ChildFailure) {
            pid = try start(command, onEnd)
            output.writer.pid = pid
        } catch {
            output.close()
            collector?.close()
            input?.close()
            group?.retire()
            throw error
        }
    }

    /// The child and all processes that it started.
    var tree: ProcessTree {
        ProcessTree(leader: pid, mark: mark, group: group?.group, isReaped: isReaped)
    }

    /// The child's use, as its control group counts it; `nil` if it has none.
    var use: ResourceUse? {
        guard let use = group?.group.use, use != ResourceUse() else { return nil }
        return use
    }

    /// The end of one of the child's processes, with what the control group says about it.
    func explained(_ status: ChildStatus) -> ChildStatus { group?.explained(status) ?? status }

    /// Writes other limits for the child's control group, if it has one.
    func limit(to limits: [GroupResource: UInt64]) {
        ControlGroups.shared.enable(limits.keys)
        group?.limit(to: limits)
    }

    /// The last line of the child that tells something, made safe to print; `nil` if it wrote none.
    var lastLine: String? { output.lastLine }

    /// The words for the child's failure: ``lastLine``, or several lines; `nil` if it wrote none.
    var failureWords: String? { output.failureWords }

    /// The last line that the child wrote of its own accord, in answer to no check.
    var lastUnaskedLine: String? { output.lastUnaskedLine }

    /// A check asks the child something, until ``endQuestion()``.
    func beginQuestion() { output.beginQuestion() }

    /// The check has its answer.
    func endQuestion() { output.endQuestion() }

    /// The last lines that the child wrote, made safe to print, as many as are remembered.
    var lastLines: [String] { output.lastLines }

    /// Gets the text of each line of the child, after it was passed on, and of the line that is not
    /// finished yet; `nil` for nothing.
    var onLine: (@Loop (String) -> Void)? {
        get { output.onLine }
        set { output.onLine = newValue }
    }

    /// The collected output; what comes later, from processes that the child left behind, is passed
    /// on as lines.
    func takeCollected() -> [UInt8] {
        isCollecting = false
        defer { collected = [] }
        return collected
    }

    /// Reads what the child's processes have written so far.
    func drain() {
        collector?.drain(upTo: Self.pipeSize)
        output.drain(upTo: Self.pipeSize)
    }

    /// Ends the child and all processes that it started.
    ///
    /// - Parameters:
    ///   - grace: The time between the signal that asks and SIGKILL.
    ///   - settings: The signal that asks, and which processes get it; `nil` for the settings with
    ///     which the child was started.
    ///   - main: The process that is asked first; `nil` for the child.
    ///   - completion: Called once the processes are gone or nothing more can be done, never before
    ///     this returns.
    func endTree(
        grace: Duration,
        _ settings: ChildSettings? = nil,
        first main: pid_t? = nil,
        completion: @escaping @Loop (TreeEnd) -> Void
    ) {
        let settings = settings ?? self.settings
        TreeEnder.shared.end(tree, grace: grace, settings, first: main) { [self] end in
            if case .stuck(let numbers) = end { noteStuck(numbers) }
            drain()
            // A group that could not be watched does not tell that it is empty.
            if isReaped { group?.retire() }
            completion(end)
        }
    }

    /// Writes a line about the child; the line may begin with a priority, such as `<4>`.
    func note(_ text: String) { output.note(text) }

    /// Tells of processes that cannot be ended; they are reaped when they end.
    private func noteStuck(_ numbers: [pid_t]) {
        output.note(
            numbers.isEmpty
                ? "<4>cannot find out whether all its processes have ended"
                : "<4>cannot end all its processes: \(numbers.listed)"
        )
    }

    /// The largest capacity of a pipe, unless root raised it: the most bytes that an ended child
    /// can have written and that were not read yet.
    private static let pipeSize = 1 << 20

    private func start(
        _ command: ChildCommand,
        _ onEnd: @escaping @Loop (ChildStatus) -> Void
    ) throws(ChildFailure) -> pid_t {
        let command = try command.withVariablesOfFiles()
        if let fault = command.fault { throw .notStarted(fault) }
        var ofChild: [Int32] = []
        // Only the child's side of each pipe is closed here: the readers and the writer own the
        // other.
        defer { for descriptor in ofChild { close(descriptor) } }
        ofChild.append(try openInput(command.input))
        let (read, write) = try Self.pipe()
        do throws(LoopError) {
            try output.read(from: read)
        } catch {
            close(read)
            close(write)
            throw .notStarted("\(error)", isShortage: error.reason.isShortage)
        }
        ofChild.append(write)
        var descriptors = [ofChild[0], write, write]
        if case .collected(let limit) = command.output {
            let collected = try openCollector(limit)
            ofChild.append(collected)
            descriptors[1] = collected
        }
        if let user = command.settings.user {
            // So that the child can open /dev/stdin, /dev/stdout and /dev/stderr; /dev/null is for
            // all.
            for descriptor in Set(input == nil ? descriptors[1...] : descriptors[...]) {
                fchown(descriptor, user.user, user.group)
            }
        }
        descriptors += command.sockets.map(\.descriptor)
        group = command.group.flatMap { request in
            ControlGroups.shared.make(request) { [output] in output.note($0) }
        }
        return try Children.shared.start(
            command,
            mark,
            in: group?.group,
            descriptors: descriptors
        ) { [self] status in
            isReaped = true
            input?.close()
            // The child's own output is in its pipes; processes that it left behind may write for
            // ever.
            drain()
            let end = explained(status)
            group?.retire()
            onEnd(end)
        }
    }

    private func openInput(_ bytes: [UInt8]) throws(ChildFailure) -> Int32 {
        guard !bytes.isEmpty else {
            let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard null >= 0 else { throw Self.noDescriptors(.current) }
            return null
        }
        let (read, write) = try Self.pipe()
        do throws(LoopError) {
            input = try InputWriter(bytes, to: write)
        } catch {
            close(read)
            close(write)
            throw .notStarted("\(error)", isShortage: error.reason.isShortage)
        }
        return read
    }

    private func openCollector(_ limit: Int) throws(ChildFailure) -> Int32 {
        let (read, write) = try Self.pipe()
        do throws(LoopError) {
            collector = try PipeReader(read) { [self] in collect($0, limit) }
        } catch {
            close(read)
            close(write)
            throw .notStarted("\(error)", isShortage: error.reason.isShortage)
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
        .notStarted(
            "cannot prepare its input and output: \(error)",
            isShortage: error.isShortage
        )
    }

    private func collect(_ bytes: ArraySlice<UInt8>, _ limit: Int) {
        guard isCollecting else { return output.take(bytes) }
        guard collected.count <= limit else { return }
        collected += bytes
        if collected.count > limit { onOverflow() }
    }
}
