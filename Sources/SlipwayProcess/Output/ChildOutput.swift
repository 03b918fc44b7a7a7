internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Reads the output of one child from its pipe, and passes its lines on.
@Loop
final class ChildOutput {
    /// The interval between two reads of the pipe of a child that writes far too much, so that it
    /// does not keep the loop busy: 64 KiB each time are about 3 MiB a second.
    private static let interval = Duration.milliseconds(20)

    /// The writer of the lines; its process is known once the child was started.
    var writer: OutputWriter
    private let log: OutputLog
    /// The child's lines are passed on.
    private let isShown: Bool
    /// Gets the text of each line without the commands to a terminal in it, and that of the line
    /// that is not finished yet; `nil` for nothing.
    var onLine: (@Loop (String) -> Void)?
    private var splitter: LineSplitter
    private var reader: PipeReader?
    /// The time from which lines are no answers to a check any more; `nil` while a check asks, and
    /// before the first one.
    private var answersEnd: Instant?

    /// The time after a check in which a child may write about it.
    private static let answerDelay = Duration.milliseconds(200)
    /// The most bytes of an unfinished line, before the new ones, in which ``onLine`` looks for its
    /// text.
    private static let longestSign = 4 * 1024
    /// The most bytes that are read before a check.
    private static let answerLimit = 64 * 1024

    init(
        of writer: OutputWriter,
        to log: OutputLog,
        isShown: Bool,
        hiding redaction: Redaction,
        keeping lines: Int
    ) {
        splitter = LineSplitter(hiding: redaction, keeping: lines)
        self.writer = writer
        self.log = log
        self.isShown = isShown
    }

    /// Starts to read; owns the descriptor unless this throws.
    func read(from descriptor: Int32) throws(LoopError) {
        reader = try PipeReader(descriptor) { [self] in
            take($0)
        } ended: { [self] in
            end()
        }
    }

    /// The last line that tells something, made safe to print; `nil` if there was none.
    var lastLine: String? { splitter.lastLine }

    /// The words for a failure: ``lastLine``, or several lines.
    var failureWords: String? { splitter.failureWords }

    /// The last line that the child wrote of its own accord, in answer to no check; made safe to
    /// print, `nil` if there was none.
    var lastUnaskedLine: String? { splitter.lastUnaskedLine }

    /// The last lines, made safe to print, as many as are remembered.
    var lastLines: [String] { splitter.lastLines }

    /// A check asks the child something from now on; the lines before were of its own accord.
    func beginQuestion() {
        // A child that waits for room in the log waits on.
        if let reader, !reader.isPaused { reader.drain(upTo: Self.answerLimit) }
        splitter.isAsked = true
        answersEnd = nil
    }

    /// The check has its answer: the child may still write about it for a moment.
    func endQuestion() { answersEnd = Instant.now.advanced(by: Self.answerDelay) }

    /// Reads the available bytes, at most `limit` and one buffer.
    func drain(upTo limit: Int) { reader?.drain(upTo: limit) }

    /// Stops reading.
    func close() { reader?.close() }

    /// Writes a line about the child.
    func note(_ text: String) { log.note(text, of: writer) }

    /// Takes bytes that the child wrote.
    func take(_ bytes: ArraySlice<UInt8>) {
        if let answersEnd, Instant.now >= answersEnd {
            splitter.isAsked = false
            self.answersEnd = nil
        }
        var isFlood = false
        splitter.take(bytes) { line in
            if isShown, !log.write(line, of: writer) { isFlood = true }
            tell(line)
        }
        // A prompt may never end its line.
        if onLine != nil { tell(splitter.unfinished(upTo: bytes.count + Self.longestSign)) }
        guard let reader, !reader.isPaused else { return }
        if log.isBlocked {
            reader.isPaused = true
            log.whenRoom { reader.isPaused = false }
        } else if isFlood {
            reader.isPaused = true
            Timer(after: Self.interval) { reader.isPaused = false }
        }
    }

    private func tell(_ line: ArraySlice<UInt8>) {
        guard let onLine, !line.isEmpty else { return }
        onLine(String(decoding: TerminalCommands.removed(from: line), as: UTF8.self))
    }

    private func end() {
        guard isShown else { return splitter.end { _ in } }
        splitter.end { log.write($0, of: writer) }
        log.writerEnded(writer)
    }
}
