internal import Slipway

/// The changes of an action that is followed, on standard output: each once, and on a terminal only the last,
/// as a line tells the others.
final class ChangeOutput {
    private let line: LiveLine
    /// A line on the terminal tells all but the last.
    private let isBrief: Bool
    private var last: String?
    /// The last change, which is not printed yet.
    private var held: String?

    init(_ line: LiveLine) {
        self.line = line
        isBrief = line.isOn && Output.standard.isLively
    }

    /// Takes a change.
    ///
    /// - Throws: The change cannot be written.
    func take(_ outcome: SendOutcome) throws {
        // A failure is printed as the error that ends the command.
        guard outcome.failure == nil else { return held = nil }
        let text = outcome.text
        guard text != last else { return }
        last = text
        guard !isBrief else { return held = text.printable }
        line.erase()
        try Output.standard.print(text.printable)
    }

    /// Prints the change that is held.
    ///
    /// - Throws: The change cannot be written.
    func finish() throws {
        if let text = held.take() { try Output.standard.print(text) }
    }
}
