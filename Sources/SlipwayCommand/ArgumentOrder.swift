/// Lets options that every command has stand before its name too: `slipway --app storefront wait`.
enum ArgumentOrder {
    /// The arguments of `logs` with an option for each argument after `--`, which are journalctl's:
    /// for the parser they would be further names.
    static func withoutTerminator(_ words: [String]) -> [String] {
        guard words.first == "logs", let mark = words.firstIndex(of: "--") else { return words }
        return words[..<mark] + words[(mark + 1)...].map { "--journal-argument=\($0)" }
    }

    /// The arguments with leading `--app` and `--socket` and the like moved behind the command's name.
    static func subcommandFirst(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let first = rest.first {
            if ConnectionOptions.optionsWithValue.contains(first), rest.count > 1 {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if ConnectionOptions.flags.contains(first)
                || ConnectionOptions.optionsWithValue.contains(where: { first.hasPrefix("\($0)=") })
            {
                options.append(first)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard let command = rest.first, !command.hasPrefix("-") else { return arguments }
        return [command] + options + rest.dropFirst()
    }
}
