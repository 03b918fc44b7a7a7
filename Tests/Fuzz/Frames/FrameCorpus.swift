internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// The corpus for mutated frames.
enum FrameCorpus {
    /// Every method of every interface in every mode, also with parameters where it has some;
    /// without the final NUL.
    static func mutator() -> Mutator {
        let modes: [VarlinkCall.Mode] = [.single, .oneway, .more, .upgrade]
        let plain = [VarlinkInterface.launch, .systemd, .service].flatMap { interface in
            interface.methods.flatMap { method in
                modes.map { VarlinkCall("\(interface.name).\(method)", mode: $0) }
            }
        }
        let filled = (calls.map { $0.call() }.map { ($0.method, $0.parameters) } + others).flatMap {
            call in
            modes.dropLast().map { VarlinkCall(call.0, call.1, mode: $0) }
        }
        let corpus = (plain + filled).map { Array($0.frame.dropLast()) }
        let texts = tokens.map { Array($0.utf8) }
        return Mutator(
            corpus: corpus,
            tokens: texts + badBytes,
            // A little longer than the longest call.
            longest: 1 << 20 + 1024,
            rightShare: 25
        )
    }

    private static let calls: [any LaunchMethod] =
        [
            Method.Explain("slow"), Method.Explain("open-url"), Method.Explain("nothing"),
            Method.PauseQueue("authentication"), Method.ResumeQueue("authentication"),
            Method.ResumeQueue(), Method.Drain(includesWaiting: true), Method.ListKinds(),
            Method.ListLaunches(count: 7, before: "8b383ac3"),
            Method.GetReport(launch: .back(1)), Method.GetReport(launch: .beginning("8b38")),
            Method.CancelOperation("slow", reason: "not wanted"),
            Method.CancelOperation("nothing"),
        ]
        + Method.Submit.Wait.allCases.flatMap { wait -> [any LaunchMethod] in
            [
                Method.Submit(
                    kind: "open-url",
                    payload: ["url": "https://example.org/\u{E9}"],
                    key: "k-\(wait.rawValue)",
                    wait: wait,
                    timeout: .milliseconds(5)
                ),
                Method.Submit(kind: "rest", wait: wait),
                Method.Submit(
                    kind: "everything",
                    payload: [
                        "text": "a", "whole": 1, "part": 0.5, "twice": true, "deep": ["a": []],
                        "many": [1, "two", nil],
                    ],
                    wait: wait
                ),
                Method.Submit(kind: "late", wait: wait, timeout: .seconds(3600)),
            ]
        }

    private static let others: [(String, JSONObject)] = [
        ("io.systemd.service.SetLogLevel", ["level": 3]),
        ("io.systemd.service.Reload", ["allowInteractiveAuthentication": true]),
        ("org.varlink.service.GetInterfaceDescription", ["interface": "org.slipway.Launch"]),
    ]

    private static let tokens = [
        "{", "}", "[", "]", "\"", ":", ",", "{\"a\":", "[[[[[[[[", "{}", "[]", "\"\"", "null",
        "true",
        "false", "0", "-0", "-1", "1", "1.0", "1e0", "1e999", "-1e-999", "0.1", "01", "1e", "+1",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        "18446744073709551616",
        "1234567890123456789012345678901234567890", "NaN", "Infinity", "\"done\"", "\"running\"",
        "\"kind\":", "\"payload\":{", "\"key\":\"k\"", "\"wait\":\"done\"", "\"timeoutUSec\":",
        "\"name\":",
        "\"queue\":", "\"reason\":", "\"level\":", "\"interface\":", "\"method\":",
        "\"parameters\":",
        "\"more\":true", "\"oneway\":true", "\"upgrade\":true", "\"x.y\":1", "\"unknown\":1",
        "\"open-url\"", "\"slow\"", "\"main\"", "org.slipway.Launch.", "org.varlink.service.", ".",
        "\\", "\\\"", "\\n", "\\u0000", "\\ud800", "\\udc00\\ud800", "\\ud83d\\ude00", "\\u", "\\x",
        "\u{0}", "\u{0}\u{0}", "\u{1}", "\n", "\t", " ", "\u{7F}", "\u{85}", "\u{202E}", "\u{2028}",
        "\u{FEFF}", "\u{1F600}", "e\u{301}", "/*", "//", String(repeating: "k", count: 300),
        "\"\(String(repeating: "v", count: 70_000))\"",
    ]

    private static let badBytes: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ]
}
