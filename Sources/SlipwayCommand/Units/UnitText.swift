internal import SlipwaySystem

/// Turns the texts of a unit into those of a configuration: specifiers, variables, and the dollar sign.
struct UnitText {
    let name: UnitName
    /// The variables that the unit sets, with their values.
    var variables: [String: String] = [:]
    /// The files that may set other values for these variables: `EnvironmentFile=`.
    var environmentFiles: [String] = []

    /// A translated text.
    struct Result: Hashable {
        /// A text of a configuration.
        var text = ""
        /// The parts that could not be translated, each in a sentence.
        var remarks: [String] = []
    }

    /// Translates one word of a value.
    ///
    /// - Parameters:
    ///   - word: The word, without its quotes.
    ///   - fillsIn: Whether `${NAME}` is a variable, as in commands; elsewhere a dollar sign is
    ///     text.
    /// - Returns: The text; what cannot be translated stands in it as the unit has it.
    func translate(_ word: String, fillsIn: Bool) -> Result {
        var result = Result()
        var rest = word[...]
        while let character = rest.popFirst() {
            switch character {
            case "%":
                specifier(rest.popFirst(), &result)
            case "$" where fillsIn && rest.first == "$":
                rest = rest.dropFirst()
                result.text += "$$"
            case "$" where fillsIn && rest.first == "{":
                guard let end = rest.firstIndex(of: "}") else {
                    result.text += "$$"
                    continue
                }
                variable(String(rest[..<end].dropFirst()), &result)
                rest = rest[rest.index(after: end)...]
            case "$": result.text += "$$"
            default: result.text.append(character)
            }
        }
        return result
    }

    /// The words that a word of a command stands for: `$NAME` alone stands for all words of the
    /// variable's value.
    func words(_ word: String) -> [Result] {
        let name = String(word.dropFirst())
        guard word.hasPrefix("$"), !name.isEmpty,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return [translate(word, fillsIn: true)] }
        if let value = fixed(name) {
            let words = UnitWords.split(value) ?? [value]
            return words.map { Result(text: $0.replacing("$", with: "$$")) }
        }
        var result = Result()
        variable(name, &result)
        result.remarks.append(
            "systemd splits the value of $\(name) into words; here it is one: write each as a word of its own."
        )
        return [result]
    }

    private func variable(_ name: String, _ result: inout Result) {
        if let value = fixed(name) {
            result.text += value.replacing("$", with: "$$")
            return
        }
        guard name != "MAINPID", let first = name.first, first.isLetter || first == "_",
            name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
        else {
            result.text += "$${\(name)}"
            result.remarks.append(
                name == "MAINPID"
                    ? "There is no $MAINPID here." : "'${\(name)}' is not the name of a variable."
            )
            return
        }
        result.text += "${env.\(name)}"
        let given = ["HOME", "USER", "LOGNAME", "SHELL", "PATH"]
        if let value = variables[name] {
            let files = environmentFiles.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
            result.remarks.append(
                "'${env.\(name)}' is a variable of the daemon: the unit has '\(value)' unless "
                    + "\(files.joined(separator: " or ")) sets it. Write the value that counts into "
                    + "/etc/slipway/NAME.env, or in its place."
            )
        } else if !given.contains(name) {
            result.remarks.append(
                "'${env.\(name)}' is a variable of the daemon: it belongs into /etc/slipway/NAME.env."
            )
        }
    }

    /// The value of a variable that no file can change; `nil` if there is none.
    private func fixed(_ name: String) -> String? {
        environmentFiles.isEmpty ? variables[name] : nil
    }

    private func specifier(_ letter: Character?, _ result: inout Result) {
        switch letter {
        case nil, "%": result.text += "%"
        case "d": result.text += "${env.CREDENTIALS_DIRECTORY}"
        case let letter?:
            if let text = value(of: letter) {
                result.text += text.replacing("$", with: "$$")
            } else {
                result.text += "%\(letter)"
                result.remarks.append("systemd fills in '%\(letter)'; write its value.")
            }
        }
    }

    /// The value of a specifier of systemd.unit(5); `nil` if neither the unit's name nor the manual
    /// tells it.
    private func value(of letter: Character) -> String? {
        let last = name.prefix.split(separator: "-").last.map(String.init) ?? name.prefix
        let ofName: [Character: String] = [
            "n": name.text, "N": name.stem, "p": name.prefix, "i": name.instance, "j": last,
            "P": UnitName.unescaped(name.prefix), "I": UnitName.unescaped(name.instance),
            "J": UnitName.unescaped(last),
        ]
        return ofName[letter] ?? Self.fixed[letter]
    }

    private static let fixed: [Character: String] = [
        "t": "/run", "S": "/var/lib", "C": "/var/cache", "L": "/var/log", "E": "/etc", "T": "/tmp",
        "V": "/var/tmp", "h": "/root", "u": "root", "U": "0", "G": "0", "g": "root", "s": "/bin/sh",
    ]
}
