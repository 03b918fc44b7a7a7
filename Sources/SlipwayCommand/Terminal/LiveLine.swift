internal import Slipway
internal import SlipwayClient

/// One line on a terminal about what goes on: it changes while a command waits, and is gone once the answer
/// is there.
///
/// There is no line where it cannot change: in a pipe or a file, on a dumb terminal, in the
/// background of a shell. The line is drawn at its ``LookPace``, also when only time has passed.
final class LiveLine {
    /// The words of the line at an instant; `nil` for the last news.
    var words: (Instant) -> String? = { _ in nil }
    /// The last thing that happened out of the ordinary course, and when.
    private var news: (words: String, at: Instant)?

    /// The time that an answer has to come without a line.
    private static let patience = Duration.milliseconds(200)

    private let output: Output
    /// The terminal shows the line.
    let isOn: Bool
    private var shown = ""
    private var width = 0
    private var pace: LookPace

    /// - Parameters:
    ///   - output: The output on which the line appears.
    ///   - isWanted: Whether there may be one.
    init(on output: Output, isWanted: Bool) {
        self.output = output
        isOn = isWanted && output.isLively
        pace = LookPace(from: .now.advanced(by: Self.patience))
    }

    deinit { erase() }

    /// Keeps the line current while calls of a client wait.
    func follow(_ client: ControlClient) {
        guard isOn else { return }
        client.pulse = Pulse(every: LookPace.interval) { [weak self] in self?.look() }
        client.onSilence = { [weak self] silence in
            guard let self else { return }
            erase()
            output.notice("\(silence)")
        }
    }

    /// Brings the line up to date, if it is time.
    func look(at now: Instant = .now) {
        guard isOn, pace.allowsLook(at: now) else { return }
        if TerminalRestore.isForeground(output.descriptor) {
            let told = news.map { ProgressText.words(for: $0.words, since: $0.at, at: now) }
            show(words(now) ?? told ?? "")
        }
        pace.looked(from: now)
    }

    /// Sleeps; the line goes on.
    func sleep(_ duration: Duration) {
        LookPace.sleep(duration, isOn ? { [self] in look() } : nil)
    }

    /// Takes the line away; it comes back at the next look.
    func erase() {
        guard !shown.isEmpty else { return }
        show("")
    }

    /// Tells what happened, on the line, or as a line of its own where there is none.
    func tell(_ line: String) {
        guard isOn else { return output.notice(line) }
        news = (line, .now)
    }

    private func show(_ words: String) {
        if TerminalRestore.hasGoneOn() { shown = "" }
        let columns = TerminalSize.of(output.descriptor).columns
        // The last column stays free: some terminals begin a new line after it.
        let line = words.printable.cut(toColumns: columns - 1)
        guard line != shown || columns != width else { return }
        let back = Self.back(over: shown.columns, in: columns)
        shown = line
        width = columns
        if !line.isEmpty { TerminalRestore.note(.line, on: output.descriptor) }
        try? output.write("\(back)\(line)\u{1B}[J")
        if line.isEmpty { TerminalRestore.note(.nothing, on: output.descriptor) }
    }

    /// Goes to the beginning of a line, which a terminal that got narrower has wrapped.
    static func back(over length: Int, in columns: Int) -> String {
        let above = length > 0 ? (length - 1) / max(columns, 1) : 0
        return above > 0 ? "\r\u{1B}[\(above)A" : "\r"
    }
}
