import SlipwayConfiguration
import SlipwayJSON
import Testing

struct YAMLReaderTests {
    private func fault(_ bytes: [UInt8]) -> String? {
        let faults = FileTree(bytes).faults
        return faults.isEmpty ? nil : faults.joined(separator: "\n")
    }

    private func fault(_ text: String) -> String? { fault(Array(text.utf8)) }

    @Test(
        arguments: [
            (
                "a:\n\tb: 1\n",
                "f.yaml:2:1: not valid YAML: a tab cannot indent; use spaces"
            ),
            (
                "a: [1\nb: 2\n",
                "f.yaml:2:2: not valid YAML: did not find expected ',' or ']', while parsing a flow "
                    + "sequence that starts in line 1, column 4"
            ),
            (
                "a: 'x\n",
                "f.yaml:2:1: not valid YAML: found unexpected end of stream, while scanning a quoted "
                    + "scalar that starts in line 1, column 4"
            ),
            (
                "a: b: c\n",
                "f.yaml:1:5: not valid YAML: mapping values are not allowed in this context"
            ),
            (
                "é: 1\r\nb: \u{1}\n",
                "f.yaml:2:4: not valid YAML: control characters are not allowed (U+0001); in quotes, "
                    + "write it as an escape"
            ),
            (
                "a: [b, c-${env.A}]\n",
                "f.yaml:1:11: not valid YAML: text with '${' needs quotes within [ ] and { }"
            ),
            (
                "a: { b: ${env.A} }\n",
                "f.yaml:1:10: not valid YAML: text with '${' needs quotes within [ ] and { }"
            ),
            ("a: 1\n---\nb: 1\n", "f.yaml:2:1: a second document starts here; a file has one"),
            (
                "a: \"\\ud800\"\n",
                "f.yaml:1:7: not valid YAML: found invalid Unicode character escape code, while "
                    + "parsing a quoted scalar that starts in line 1, column 4"
            ),
            (
                "a: *x\nb: &x 1\n",
                "f.yaml:1:4: a: nothing before this is '&x'; put the anchor first"
            ),
            ("a: &x [*x]\n", "f.yaml:1:8: a[0]: nothing before this is '&x'; put the anchor first"),
            (
                "a:\n  <<: 5\n",
                "f.yaml:2:3: a: '<<' takes a mapping or a list of mappings, such as *defaults"
            ),
            (
                "a: &x [1]\nb: { *x : 1 }\n",
                "f.yaml:2:6: b: a key is text, not a list or a mapping"
            ),
            (
                "a: !!int 5\nb: !mine [c]\n",
                "f.yaml:1:4: a: tags ('!!int') are not supported; write the value without one\n"
                    + "f.yaml:2:4: b: tags ('!mine') are not supported; write the value without one"
            ),
            ("a:\n  ? [b]\n  : c\n", "f.yaml:2:5: a: a key is text, not a list or a mapping"),
        ]
    )
    func refusesWithThePlace(text: String, expected: String) {
        #expect(fault(text) == expected)
    }

    @Test(
        arguments: [
            ("a:\n  b: [c", "f.yaml:2:8: "), ("a: 1\nb", "f.yaml:2:2: "), ("a: 'b", "f.yaml:1:6: "),
            ("a: [b\n", "f.yaml:2:1: "),
        ]
    )
    func theEndOfAFileIsAPlaceInIt(text: String, expected: String) {
        #expect(fault(text)?.hasPrefix(expected) == true)
    }

    @Test func reportsEveryDuplicateKeyAtOnceAndWhereItWasFirst() {
        let text = """
            a: 1
            b: { c: 1, c: 2, "d": 3, d: 4 }
            a: 2
            'a': 3
            """
        #expect(
            fault(text) == """
                f.yaml:2:12: b.c: occurs twice, first in line 2; keep one
                f.yaml:2:26: b.d: occurs twice, first in line 2; keep one
                f.yaml:3:1: a: occurs twice, first in line 1; keep one
                f.yaml:4:1: a: occurs twice, first in line 1; keep one
                """
        )
    }

    @Test func reportsDuplicatesOfAnyNumberAndName() {
        #expect(fault("'': 1\n'': 2\n") == "f.yaml:2:1: occurs twice, first in line 1; keep one")
        let many = (0..<100).map { "k\($0): 1\nk\($0): 2\n" }.joined()
        #expect(fault(many)?.split(separator: "\n").count == 100)
    }

    @Test func keepsTheKeysOfAFileWithDuplicates() {
        #expect(FileTree("abc: 1\nabc: 2\n").keys == ["abc"])
    }

    @Test(
        arguments: [
            (
                Array("a: b\nc: \u{e9}".utf8) + [0xFF],
                "f.yaml:2:5: not UTF-8; save the file as UTF-8"
            ),
            ([0xFF, 0xFE, 0x61, 0x00], "f.yaml:1:1: not UTF-8; save the file as UTF-8"),
            ([0x61, 0xC3], "f.yaml:1:2: not UTF-8; save the file as UTF-8"),
            (
                Array("a\rb\r\n\u{2028}c".utf8) + [0xFF],
                "f.yaml:4:2: not UTF-8; save the file as UTF-8"
            ),
            ([0xED, 0xA0, 0x80], "f.yaml:1:1: not UTF-8; save the file as UTF-8"),
        ] as [([UInt8], String)]
    )
    func refusesWhatIsNotUTF8(bytes: [UInt8], expected: String) {
        #expect(fault(bytes) == expected)
    }

    @Test func acceptsAByteOrderMarkAndJSON() throws {
        #expect(try read("\u{FEFF}name: a\n").name == "a")
        #expect(try read(#"{"name": "a", "operations": {"b": {"sleep": "1s"}}}"#).name == "a")
    }

    @Test func boundsTheSizeOfAFile() {
        let limit = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
        #expect(fault(limit) == nil)
        #expect(
            fault(limit + limit.prefix(1))
                == "f.yaml: 1048577 bytes long; a configuration has at most 1048576"
        )
    }

    @Test(arguments: ["[", "{a: ", "- ", "? ", "{? "])
    func boundsTheDepth(opening: String) {
        let tooDeep = "nested too deeply; lists and mappings may nest 64 levels deep"
        #expect(fault(String(repeating: opening, count: 10_000))?.contains(tooDeep) == true)
    }

    @Test func saysWhereItIsTooDeep() {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(fault(nested(64)) == nil)
        #expect(
            fault("a: " + nested(65))
                == "f.yaml:1:68: a\(String(repeating: "[0]", count: 64)): "
                + "nested too deeply; lists and mappings may nest 64 levels deep"
        )
    }

    @Test func isNotBusyWithABillionLaughs() {
        var text = "a0: &a0 [lol]\n"
        for level in 1..<10 {
            let items = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(items)]\n"
        }
        let many = "the aliases stand for more than 131072 values; write fewer"
        #expect(fault(text)?.contains(many) == true)
        #expect(fault(text + "? *a9\n: b\n")?.contains(many) == true)
    }

    private func value(_ text: String) -> String {
        let tree = FileTree(text)
        return tree.faults.isEmpty ? tree.json?.compact ?? "" : tree.faults.joined()
    }

    @Test(
        arguments: [
            ("a: &x [1, {b: 2}]\nc: *x\n", #"{"a":[1,{"b":2}],"c":[1,{"b":2}]}"#),
            ("a: &x 5\nb: &x '5'\nc: *x\n", #"{"a":5,"b":"5","c":"5"}"#),
            ("&k a: 1\nb: *k\n", #"{"a":1,"b":"a"}"#),
            ("a: &x b\n*x : 1\n", #"{"a":"b","b":1}"#),
            (
                "x: &x {a: 1, b: 2}\nc:\n  <<: *x\n  b: 3\n",
                #"{"x":{"a":1,"b":2},"c":{"b":3,"a":1}}"#
            ),
            (
                "x: &x {a: 1}\ny: &y {a: 2, b: 2}\nc: {<<: [*x, *y]}\n",
                #"{"x":{"a":1},"y":{"a":2,"b":2},"c":{"a":1,"b":2}}"#
            ),
            ("a: {\"<<\": 5}\n", #"{"a":{"<<":5}}"#),
        ]
    )
    func anAliasStandsForItsAnchorsValue(text: String, json: String) {
        #expect(value(text) == json)
    }

    /// The place of its use counts: the same value may be right in one place and wrong in another.
    @Test func aFaultInWhatAnAliasStandsForIsWhereItIsUsed() {
        let text = """
            name: a
            x-common: &common { timeout: soon }
            operations:
              b:
                sleep: 1s
                <<: *common
            """
        #expect(
            faults(text) == [
                "test.yaml:6:9: operations.b.timeout: found 'soon'; expected a duration such as 250ms, "
                    + "5s, 2m or 1h; at most 8760h"
            ]
        )
    }

    @Test func aliasesNestNoDeeperThanEverythingElse() {
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(fault("a: &x \(deep)\nb: [[*x]]\n") == nil)
        #expect(
            fault("a: &x \(deep)\nb: [[[[[*x]]]]]\n")?.contains("nested too deeply") == true
        )
    }

    @Test func takesStarsAndAmpersandsInTextForWhatTheyAre() throws {
        let words = (0..<50).map { "&name\($0) *other \($0) * 2 & 3" }.joined(separator: " ")
        let configuration = try read(operation("exec: [echo, \"\(words)\"]"))
        #expect(
            configuration.operations[0].body
                == .exec(.init(command: [Template(literal: "echo"), Template(literal: words)]))
        )
    }

    @Test(arguments: ["", "\n", "# only a comment\n", "---\n", "--- ~\n"])
    func saysThatAFileIsEmpty(text: String) {
        #expect(faults(text) == ["test.yaml: is empty; expected keys, such as name: storefront"])
    }

    @Test(arguments: [("[]", "a list"), ("5", "'5'"), ("\"\"", "empty text")])
    func wantsAMapping(text: String, shown: String) {
        #expect(faults(text) == ["test.yaml:1:1: found \(shown); expected a mapping"])
    }

    /// Every prefix of a valid file, and every file with one changed byte, gives a value or faults.
    @Test func survivesDamage() {
        let text = Array(
            """
            name: test
            operations:
              a: { exec: ["/bin/é", "${env.X}"], timeout: 5s }
              b:
                http: "http://x/${operations.a.value}"
            """.utf8
        )
        for count in text.indices { _ = faults(of: Array(text.prefix(count))) }
        for index in text.indices {
            for byte: UInt8 in [0, 9, 0x22, 0x26, 0x2A, 0x3A, 0x5B, 0x7B, 0xC3, 0xFF] {
                var damaged = text
                damaged[index] = byte
                _ = faults(of: damaged)
            }
        }
    }

    enum LargeFile: String, CaseIterable {
        case dependencies, values, tags, keys, references, words

        var text: String {
            switch self {
            case .dependencies:
                operation("sleep: 1s\nrequires: [\(list(10_000) { "a\($0)," })]")
            case .values:
                action("sleep: 1s\nparameters: { a: { enum: [\(list(20_000) { "b\($0)," })] } }")
            case .tags:
                "name: [\(list(30_000) { _ in "!a b," })]"
            case .keys:
                list(20_000) { "k\($0): 1\n" }
            case .references:
                operation("exec: [a, \"\(list(20_000) { _ in "${a}" })\"]")
            case .words:
                operation("exec: [a, \(list(100_000) { _ in "'${'," })]")
            }
        }

        private func list(_ count: Int, _ item: (Int) -> String) -> String {
            (0..<count).map(item).joined()
        }
    }

    /// No quadratic time in a file's size, which would be minutes here.
    @Test(.timeLimit(.minutes(10)), arguments: LargeFile.allCases)
    func takesTimeInProportionToTheSizeOfAFile(file: LargeFile) {
        let text = file.text
        #expect(text.utf8.count < 1 << 20)
        let count = faults(text).count
        #expect(file == .values ? count == 0 : count > 0)
    }
}
