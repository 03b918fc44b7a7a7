internal import SlipwayConfiguration

/// One command of a unit: `-/usr/sbin/nginx -t`.
struct UnitCommand: Hashable {
    /// The program and its arguments, as texts of a configuration.
    private(set) var words: [String] = []
    /// `-`: a failure of the command does not matter.
    private(set) var ignoresFailure = false
    /// `+` and `!`: the command keeps the rights that `User=` takes away.
    private(set) var isPrivileged = false
    /// The parts that could not be translated, each in a sentence.
    private(set) var remarks: [String] = []

    /// Reads a command; its `words` are empty if that cannot be done.
    init(_ text: String, _ surroundings: UnitText) {
        var rest = text[...]
        var prefixes = ""
        while let first = rest.first, "-@:+!|".contains(first) {
            prefixes.append(rest.removeFirst())
        }
        guard var parts = UnitWords.split(rest), !parts.isEmpty else {
            remarks.append("A quote is not closed in: \(text)")
            return
        }
        if prefixes.contains("@") {
            let named = parts.remove(at: min(1, parts.count - 1))
            remarks.append(
                "'@': its first argument is the name of the program here, not '\(named)'."
            )
        }
        if prefixes.contains("|") { parts = ["/bin/sh", "-c", String(rest)] }
        let fillsIn = !prefixes.contains(":")
        for (index, part) in parts.enumerated() {
            let results =
                index > 0 && fillsIn
                ? surroundings.words(part) : [surroundings.translate(part, fillsIn: fillsIn)]
            words += results.map(\.text)
            remarks += results.flatMap(\.remarks)
        }
        ignoresFailure = prefixes.contains("-")
        isPrivileged = prefixes.contains("+") || prefixes.contains("!")
        if isPrivileged {
            remarks.append(
                "'+' or '!': this command keeps rights that the other commands do not have."
            )
        }
    }

    /// The signal of `kill -HUP $MAINPID`, without `SIG`; `nil` for any other command.
    var signalOfMainProcess: String? {
        guard let program = words.first, program == "kill" || program.hasSuffix("/kill"),
            words.last == "$${MAINPID}"
        else { return nil }
        let between = words.dropFirst().dropLast()
        let text: String
        switch between.count {
        case 0: return "TERM"
        case 1: text = String((between.first ?? "").drop { $0 == "-" })
        case 2 where between.first == "-s" || between.first == "--signal": text = between.last ?? ""
        default: return nil
        }
        let numbers = ["1": "HUP", "2": "INT", "3": "QUIT", "9": "KILL", "15": "TERM"]
        return numbers[text] ?? SignalWord.withoutPrefix(text)
    }

    /// The command needs the number of the main process, which does not exist here.
    var namesMainProcess: Bool { words.contains { $0.contains("$${MAINPID}") } }
}
