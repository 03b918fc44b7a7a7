internal import Slipway
internal import SlipwaySystem

/// Cuts the output of a child into lines, and remembers the last one that tells something, and some before it.
struct LineSplitter {
    /// A line longer than this, in bytes, is cut into pieces: as long as the journal's own limit for
    /// a line of standard output.
    static let longestPiece = 48 * 1024
    /// The length to which the last line is remembered, in bytes.
    private static let keptLimit = 200

    /// The secrets that no line says.
    private let redaction: Redaction
    private var unfinished: [UInt8] = []
    /// The last line that is not blank; one that tells something, if there was any.
    private var last: [UInt8] = []
    private var telling = TellingLines()
    /// The last line that was no answer to a check.
    private var lastUnasked: [UInt8] = []
    /// The lines that come now may be answers to a check, such as those of an access log.
    var isAsked = false
    /// The number of lines that ``lastLines`` has.
    private let tailLength: Int
    /// The length to which each of these lines is remembered, in bytes.
    private static let tailLimit = 1000
    /// The lines of ``lastLines``; once there are ``tailLength`` of them, the oldest is at
    /// ``oldest``.
    private var tail: [[UInt8]] = []
    private var oldest = 0

    init(hiding redaction: Redaction = Redaction(of: []), keeping lines: Int = 0) {
        self.redaction = redaction
        tailLength = lines
    }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: What the child wrote.
    ///   - pass: Gets each line without its end; must not hold on to the slice.
    mutating func take(_ bytes: ArraySlice<UInt8>, pass: (ArraySlice<UInt8>) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if unfinished.isEmpty {
                finish(rest[..<end], pass)
            } else {
                unfinished += rest[..<end]
                finish(unfinished[...], pass)
                unfinished.removeAll(keepingCapacity: unfinished.count <= 4096)
            }
            rest = rest[(end + 1)...]
        }
        unfinished += rest
        while unfinished.count > Self.longestPiece {
            let piece = Self.piece(of: unfinished[...])
            finish(piece, pass)
            unfinished.removeFirst(piece.count)
        }
    }

    /// Passes on a line that has no end, because nothing follows it.
    mutating func end(pass: (ArraySlice<UInt8>) -> Void) {
        guard !unfinished.isEmpty else { return }
        finish(unfinished[...], pass)
        unfinished = []
    }

    /// The last line that tells something, made safe to print; one that is not blank if none does, and `nil` if there was
    /// none.
    var lastLine: String? { line(after: last) }

    /// The words for a failure: ``lastLine``, and before it a line that names an error, as ``TellingLines`` says.
    var failureWords: String? {
        let unfinished = unfinishedLine.flatMap { $0.isTelling ? $0.text : nil }
        return telling.words(unfinished) { Self.text($0, Self.keptLimit) } ?? lastLine
    }

    /// The last bytes of the line that is not finished yet, for a reader that waits for a text in
    /// it.
    func unfinished(upTo limit: Int) -> ArraySlice<UInt8> { unfinished.suffix(limit) }

    /// The last line that came while no check was asking; `nil` if there was none.
    var lastUnaskedLine: String? {
        guard isAsked else { return line(after: lastUnasked) }
        return lastUnasked.isEmpty ? nil : Self.text(lastUnasked[...], Self.keptLimit)
    }

    /// The unfinished line if it tells something, or is the first one; otherwise the finished one
    /// before it.
    private func line(after finished: [UInt8]) -> String? {
        let last =
            if let unfinishedLine, unfinishedLine.isTelling || finished.isEmpty {
                unfinishedLine.text
            } else {
                finished[...]
            }
        guard !last.isEmpty else { return nil }
        return Self.text(last, Self.keptLimit)
    }

    /// The line that is not finished yet; `nil` while it is blank.
    private var unfinishedLine: (text: ArraySlice<UInt8>, isTelling: Bool)? {
        remembered(redaction.hidden(in: unfinished[...]))
    }

    /// The last lines that are not blank, in order, made safe to print.
    var lastLines: [String] {
        let lines = (tail[oldest...] + tail[..<oldest]).map { Self.text($0[...], Self.tailLimit) }
        guard tailLength > 0,
            let unfinished = Self.kept(redaction.hidden(in: unfinished[...]), Self.tailLimit)
        else { return lines }
        return (lines + [Self.text(unfinished, Self.tailLimit)]).suffix(tailLength)
    }

    private static func text(_ line: ArraySlice<UInt8>, _ limit: Int) -> String {
        let text = String(decoding: line.prefix(limit), as: UTF8.self).printable
        return line.count > limit ? text + "…" : text
    }

    private mutating func keep(_ line: ArraySlice<UInt8>) {
        guard let kept = Self.kept(line, Self.tailLimit) else { return }
        guard tail.count == tailLength else { return tail.append(Array(kept)) }
        tail[oldest] = Array(kept)
        oldest = (oldest + 1) % tailLength
    }

    private mutating func finish(_ line: ArraySlice<UInt8>, _ pass: (ArraySlice<UInt8>) -> Void) {
        let line = redaction.hidden(in: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        if let line = remembered(line), line.isTelling || last.isEmpty { note(line) }
        if tailLength > 0 { keep(line) }
        var rest = line
        repeat {
            let piece = Self.piece(of: rest)
            pass(piece)
            rest = rest[piece.endIndex...]
        } while !rest.isEmpty
    }

    private mutating func note(_ line: (text: ArraySlice<UInt8>, isTelling: Bool)) {
        last = Array(line.text)
        if line.isTelling { telling.append(last) }
        if !isAsked { lastUnasked = last }
    }

    /// The part of a line that is remembered, as a terminal shows it, and whether it tells something; `nil` for a blank
    /// line.
    private func remembered(
        _ line: ArraySlice<UInt8>
    ) -> (text: ArraySlice<UInt8>, isTelling: Bool)? {
        let text = LinePriority.split(line).text
        // A command to a terminal may stand in the middle of a secret, which is whole once the
        // command is removed.
        let shown =
            Self.hasCommand(text) ? redaction.hidden(in: TerminalCommands.shown(in: text)) : text
        guard let kept = Self.kept(shown) else { return nil }
        let isIndented = kept.startIndex > shown.startIndex
        return (kept, TellingLines.isTelling(kept, isIndented: isIndented))
    }

    private static func hasCommand(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains { $0 == 0x1B || $0 == UInt8(ascii: "\r") }
    }

    /// The first piece of a line; no character of UTF-8 is cut.
    private static func piece(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.count > longestPiece else { return line }
        let end = line.startIndex + longestPiece
        let begin = ((end - 3)...end).last { line[$0] & 0xC0 != 0x80 }
        return line[..<(begin ?? end)]
    }

    /// The part of a line to remember; `nil` for a blank line.
    private static func kept(
        _ line: ArraySlice<UInt8>,
        _ limit: Int = keptLimit
    ) -> ArraySlice<UInt8>? {
        let text = LinePriority.split(line).text
        let start = text.firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard let start, text[start...].first != UInt8(ascii: "\r") else { return nil }
        return text[start...].prefix(limit + 1)
    }
}
