/// The argument of a command line that is itself a program: that of `sh -c`, `python3 -c`, `perl -e`.
struct ProgramText {
    /// A family of interpreters.
    private struct Language {
        /// The names of the interpreters, without a version behind them.
        let programs: Set<String>
        /// The letters of the options behind which the text stands.
        let letters: Set<Character>
        /// The long names of such options.
        var words: Set<String> = []
        /// Letters of options with a value of their own.
        var valued: Set<Character> = []
        /// Letters of options that name a file or a module in place of a text.
        var files: Set<Character> = []
        /// The text may stand in one argument with its option.
        var joins = true
        /// The expression by which the text refers to its first argument.
        let argument: String
        /// The argument that stands between the text and its arguments.
        var between: String?
    }

    private static let languages = [
        Language(
            programs: ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh"],
            letters: ["c"],
            words: ["--command"],
            valued: ["o", "O"],
            joins: false,
            argument: "\"$1\"",
            between: "sh"
        ),
        Language(
            programs: ["python", "pypy"],
            letters: ["c"],
            valued: ["W", "X"],
            files: ["m"],
            argument: "sys.argv[1]"
        ),
        Language(programs: ["perl"], letters: ["e", "E"], valued: ["I"], argument: "$ARGV[0]"),
        Language(programs: ["ruby"], letters: ["e"], argument: "ARGV[0]"),
        Language(
            programs: ["node", "nodejs", "deno", "bun"],
            letters: ["e", "p"],
            words: ["--eval", "--print", "eval"],
            valued: ["r"],
            argument: "process.argv[1]"
        ),
        Language(
            programs: ["php"],
            letters: ["r", "B", "R", "E"],
            argument: "$argv[1]",
            between: "--"
        ),
        Language(programs: ["lua", "luajit"], letters: ["e"], argument: "arg[1]"),
        Language(
            programs: ["awk", "gawk", "mawk", "nawk"],
            letters: ["e"],
            valued: ["v", "F"],
            files: ["f"],
            argument: "ARGV[1]"
        ),
        Language(
            programs: ["osascript", "rscript", "julia"],
            letters: ["e", "E"],
            argument: "its arguments"
        ),
        Language(
            programs: ["su", "runuser"],
            letters: ["c"],
            valued: ["s", "g", "G"],
            joins: false,
            argument: "\"$1\"",
            between: "sh"
        ),
    ]

    /// Programs that run another program, which is among their arguments.
    private static let wrappers: Set<String> = [
        "env", "nice", "ionice", "timeout", "sudo", "doas", "setsid", "nohup", "stdbuf", "chrt",
        "taskset",
        "flock", "unshare", "nsenter", "systemd-run", "runuser", "su", "xargs", "time", "strace",
        "busybox",
        "chroot", "setpriv", "prlimit", "script", "firejail", "bwrap", "ssh", "eatmydata",
        "faketime",
    ]

    /// The position of the text in the command line.
    let index: Int
    private let language: Language

    /// Finds the text of a program in a command line; `nil` if there is none.
    init?(in command: [Template]) {
        let names = command.map { argument in
            argument.literal.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        }
        guard let program = names.first ?? nil else { return nil }
        let isWrapped = Self.wrappers.contains(program)
        for start in names.indices where start == 0 || isWrapped {
            guard let name = names[start], let language = Self.language(of: name),
                let index = Self.text(behind: start, language, command, name)
            else { continue }
            self.index = index
            self.language = language
            return
        }
        return nil
    }

    /// The command line to write instead.
    func advice(_ reference: ValueReference) -> String {
        let rest = [language.between, reference.source].compactMap(\.self).map { "\"\($0)\"" }
        return "\(language.argument) in the text, and [\(rest.joined(separator: ", "))] behind it"
    }

    private static func language(of program: String) -> Language? {
        let name = program.lowercased()
        let plain = String(name.reversed().drop { "0123456789.-".contains($0) }.reversed())
        return languages.first { $0.programs.contains(name) || $0.programs.contains(plain) }
    }

    /// The position of the argument with the text: behind its option, or the option itself.
    private static func text(
        behind start: Int,
        _ language: Language,
        _ command: [Template],
        _ name: String
    ) -> Int? {
        var index = start + 1
        while index < command.count {
            let prefix = command[index].literalPrefix
            if language.words.contains(prefix) { return index + 1 }
            if language.words.contains(where: { prefix.hasPrefix("\($0)=") }) { return index }
            guard prefix.hasPrefix("-"), prefix != "-", prefix != "--" else { break }
            if !prefix.hasPrefix("--") {
                let letters = prefix.dropFirst()
                if letters.contains(where: language.files.contains) { return nil }
                if let letter = letters.firstIndex(where: language.letters.contains) {
                    let isAlone =
                        letters.index(after: letter) == letters.endIndex
                        && command[index].literal != nil
                    return isAlone || !language.joins ? index + 1 : index
                }
                if letters.count == 1, letters.contains(where: language.valued.contains) {
                    index += 1
                }
            }
            index += 1
        }
        // The first argument of awk is its program.
        return language.programs.contains("awk") && index < command.count ? index : nil
    }
}
