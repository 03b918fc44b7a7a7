internal import SlipwayConfiguration

/// The corpus for mutated URLs.
enum URLCorpus {
    /// The server's addresses; both are free in an isolated network and `/run`.
    static let port: UInt16 = 8080
    static let socket = "/run/fuzz.sock"

    /// URLs that the server answers.
    static let served = [
        "http://127.0.0.1:8080/", "http://localhost:8080/a/b?c=d",
        "http+unix://%2Frun%2Ffuzz.sock/a",
        "http://127.0.0.1:8080/a/../b", "HTTP://LOCALHOST:8080",
    ]

    private static let others = [
        "/", "/a/b", "../c?d", "?q", "//127.0.0.1:8080/x", "#f", "", "a:b", "localhost:8080",
        "[::1]:8080", "http://[::1]/", "http://[::ffff:127.0.0.1]:8080/", "https://localhost:8080/",
        "https://example.org/a%20b?c=%2F#d", "http://user:password@127.0.0.1:8080/",
        "http://example.invalid./", "http://127.1:8080/", "http://0x7f.1/", "http://192.0.2.1/",
        "http+unix://%2Frun%2Fnothing/a", "ftp://h/", "file:///etc/passwd", "http://xn--nxasmq6b/",
    ]

    private static let tokens = [
        "http", "https", "http+unix", "ftp", "javascript", ":", "//", "/", "?", "#", "@", "[", "]",
        "%", "%2F", "%00", "%2e", "%2E%2E", "%zz", "%5B", "%0d%0a", ".", "..", "...", "::", "::1",
        "::ffff:1.2.3.4", "fe80::1%25lo", "fe80::1%lo", "v1.x", "127.0.0.1", "0", "1", "00080",
        "80", "8080", "65535", "65536", "99999", "4294967376", "18446744073709551617", "-1", "+80",
        "08", "0x50", "1e3", "٣", "h", "localhost", "example", "a.b.c.", "-", "_", "é", "ß", "日本",
        "ı", "K", "。", "xn--", "xn--a", " ", "\t", "\u{0}", "\r\n", "\r", "\n", "\u{7F}", "\u{85}",
        "\u{A0}", "\u{AD}", "\u{200B}", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{1F600}", "e\u{301}",
        "\u{1B}[31m", "\\", "{", "}", "|", "^", "`", "'", "\"", "<", ">", "+", "&", "=", ";", ",",
        "$", "~", "*", "(", ")", "!", "http://", "https://", "http+unix://", "user:password@",
        "a-label-that-is-longer-than-the-sixty-three-characters-that-a-label-may-have",
    ]

    static func mutator() -> Mutator {
        Mutator(
            corpus: (served + others).map { Array($0.utf8) },
            tokens: tokens.map { Array($0.utf8) } + [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80]],
            longest: 100_000
        )
    }

    /// The places of a URL where a value can be.
    static func templates(around reference: Template.Segment) -> [Template] {
        [
            [.literal("http://127.0.0.1:8080/a/"), reference, .literal("/b?c="), reference],
            [.literal("http://localhost:8080/?"), reference],
            [.literal("http+unix://%2Frun%2Ffuzz.sock/"), reference],
            [.literal("http://127.0.0.1:"), reference, .literal("/a")],
            [.literal("http://"), reference, .literal("/a?b")],
            [reference],
        ].map(Template.init(segments:))
    }
}
