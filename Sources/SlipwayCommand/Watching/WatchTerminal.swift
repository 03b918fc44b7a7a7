internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem

/// The launch as a live waterfall, on a second screen of the terminal.
///
/// That screen is gone at the end; then the last state of the launch is printed.
///
/// The screen is drawn at its ``LookPace``: the lines that have changed, and all of them after a
/// change of the terminal's size. An end by a signal leaves the terminal as it was, too; an end by
/// the key *q* is a success.
final class WatchTerminal: WatchDisplay {
    private let output: Output
    private let glyphs: Glyphs
    private let style: Style
    private var launch: WatchedLaunch?
    private var news: (words: String, at: Instant)?
    private var shown: [String] = []
    private var size = TerminalSize(columns: 0, lines: 0)
    private var pace = LookPace()
    private var isBegun = false

    init(_ output: Output = .standard) {
        self.output = output
        glyphs = Glyphs.fitting(ProcessEnvironment.variable)
        style = Style(isColourful: output.takesColours)
    }

    deinit { leave() }

    func follow(_ client: ControlClient) {
        client.pulse = Pulse(every: LookPace.interval) { [weak self] in self?.look() }
        client.onSilence = { [weak self] silence in self?.tell("\(silence)") }
    }

    func take(_ reply: JSON, _ change: WatchReply, _ launch: WatchedLaunch) {
        self.launch = launch
        news = nil
        look()
    }

    func tell(_ words: String) {
        news = (words, .now)
        look()
    }

    func sleep(_ duration: Duration) {
        LookPace.sleep(duration) { self.look() }
    }

    func end(_ words: String?) throws {
        leave()
        let size = TerminalSize.of(output.descriptor)
        if var screen = screen(at: .now, size) {
            screen.isLast = true
            screen.news = nil
            try output.print(screen.lines)
        }
        if let words { try output.print("\n" + words.printable) }
    }

    private func look() {
        if TerminalRestore.hasTyped("q") {
            // A failure to write could not be told either.
            try? end(nil)
            Glibc.exit(CommandFailure.success)
        }
        let now = Instant.now
        guard pace.allowsLook(at: now), TerminalRestore.isForeground(output.descriptor) else {
            return
        }
        draw(at: now)
        pace.looked(from: now)
    }

    private func draw(at now: Instant) {
        if !isBegun {
            isBegun = true
            TerminalRestore.beginScreen(on: output.descriptor)
        }
        let size = TerminalSize.of(output.descriptor)
        var text = ""
        if TerminalRestore.hasGoneOn() || size != self.size {
            text = "\u{1B}[2J"
            shown = []
        }
        self.size = size
        let lines = screen(at: now, size)?.lines ?? [waiting(at: now, size)]
        for row in 0..<max(lines.count, shown.count) {
            let line = row < lines.count ? lines[row] : ""
            guard row >= shown.count || line != shown[row] else { continue }
            text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        shown = lines
        guard !text.isEmpty else { return }
        do { try output.write(text) } catch {
            // The terminal is gone, and SIGHUP was ignored or blocked.
            Glibc.exit(128 + SIGHUP)
        }
    }

    private func screen(at now: Instant, _ size: TerminalSize) -> WatchScreen? {
        guard let launch, let report = launch.fold.report else { return nil }
        return WatchScreen(
            report: report,
            generation: launch.generation,
            news: news.map { newsText($0, at: now) },
            now: now,
            size: size,
            glyphs: glyphs,
            style: style
        )
    }

    private func waiting(at now: Instant, _ size: TerminalSize) -> String {
        let text = news.map { newsText($0, at: now) } ?? "connecting"
        return text.printable.cut(toColumns: size.columns)
    }

    private func newsText(_ news: (words: String, at: Instant), at now: Instant) -> String {
        ProgressText.words(for: news.words, since: news.at, at: now)
    }

    private func leave() {
        guard isBegun else { return }
        isBegun = false
        shown = []
        TerminalRestore.endScreen()
    }
}
