internal import SlipwayConfiguration
internal import SlipwayOperations

/// The corpus for mutated configurations.
enum ConfigurationCorpus {
    private static let files = [
        "config/storefront.yaml", "Tests/Systemd/config/slow.yaml",
        "Tests/Systemd/config/failing.yaml", "Tests/Systemd/config/cycle.yaml",
        "Tests/Systemd/config/storefront.d/patience.yaml",
    ]

    /// - Throws: A file cannot be read, or a text has faults.
    static func mutator() throws(Broken) -> Mutator {
        var corpus = [everything, flow].map { Array($0.utf8) }
        for text in corpus {
            do throws(ConfigurationFaults) {
                _ = try ConfiguredGraph(parsing: ConfigurationFile(name: "corpus", bytes: text))
            } catch {
                throw Broken("the corpus has faults: \(error)")
            }
        }
        for file in files {
            corpus.append(Files.bytes(file))
            if corpus.last?.isEmpty ?? true { throw Broken("cannot read \(file)") }
        }
        let mappings = MappingDescription.all
        corpus.append(contentsOf: mappings.map { Array(examples(of: $0).utf8) })
        let keys = Set(mappings.flatMap(\.known)).sorted()
        let tokens = (keys.map { "\($0): " } + Self.tokens).map { Array($0.utf8) } + badBytes
        return Mutator(corpus: corpus, tokens: tokens, longest: (1 << 20) + 16)
    }

    /// Every key of a mapping with its example, where an operation would be.
    private static func examples(of mapping: MappingDescription) -> String {
        let lines = mapping.keys.map { "    \($0.name): \($0.example)" }
        return "operations:\n  \(mapping.name):\n\(lines.joined(separator: "\n"))\n"
    }

    private static let tokens = [
        "\n", "\n  ", "\n    ", "  ", "\t", "\r", "\r\n", ":", ": ", "- ", "\n- ", "? ", "[", "]",
        "{", "}", ", ", "'", "\"", "|\n", ">-\n", "# ", "&a ", "*a", "<<: ", "!!int ", "!x ", "%",
        "---\n", "\n...\n", "@", "`", "~", "null", "true", "no", "0", "-1", "1", "65536", "1e9",
        "0x10", "9223372036854775808", ".inf", ".nan", "1ms", "0s", "0.0000001ms", "8760h",
        "99999999999h", "5", "auto", "main", "userInitiated", "sdk-init", "everything", "later",
        "$", "$$", "${", "}", "${}", "${env.HOME}", "${launch.id}", "${payload.url}",
        "${operations.sdk-init.value}", "${operations.later.value.0.a}", "${operations..value}",
        "${credential.x}", "http://h/", "http://[::1]:1/", "http+unix://%2Frun%2Fx/", "h:1",
        "é", "日本", "\u{0}", "\u{1}", "\u{7}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{A0}",
        "\u{202E}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}", "\u{1F600}", "e\u{301}",
        "\\", "\\x", "\\u0000", "\\uD800", "[[[[[[[[", "{a: {a: {a: ",
        "a-name-that-is-longer-than-the-sixty-four-characters-that-a-name-may-have",
    ]

    private static let badBytes: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        [0xFE, 0xFF], [0xFF, 0xFE], [0, 0],
    ]
}
