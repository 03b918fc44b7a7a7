import Foundation
import SlipwaySystemd
import Testing

/// `packaging/systemd/slipway.catalog` explains exactly the entries that the code sends.
struct CatalogTests {
    private struct Entry {
        var id = ""
        var headers: [String: [String]] = [:]
        var prose: [Substring] = []
    }

    private let entries: [Entry]
    private let text: String

    init() throws {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "packaging/systemd/slipway.catalog")
        text = try String(contentsOf: file, encoding: .utf8)
        var entries: [Entry] = []
        var isInHeader = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("-- ") {
                entries.append(Entry(id: String(line.dropFirst(3))))
                isInHeader = true
            } else if entries.isEmpty {
                #expect(line.isEmpty || line.hasPrefix("#"))
            } else if line.isEmpty {
                isInHeader = false
            } else if isInHeader {
                let parts = line.split(separator: ":", maxSplits: 1)
                let value = parts.last.map { $0.drop { $0 == " " } } ?? ""
                entries[entries.count - 1].headers[String(parts[0]), default: []]
                    .append(String(value))
            } else {
                entries[entries.count - 1].prose.append(line)
            }
        }
        self.entries = entries
    }

    @Test func explainsEveryKindOfEntryOnce() {
        #expect(entries.map(\.id).sorted() == MessageID.all.map(\.description).sorted())
    }

    @Test func identitiesAreDistinctAndWellFormed() {
        #expect(Set(MessageID.all).count == MessageID.all.count)
        for id in MessageID.all {
            #expect(id.description.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        }
    }

    @Test func everyEntryHasItsHeadersAndProse() {
        for entry in entries {
            #expect(entry.headers["Subject"]?.count == 1, "\(entry.id)")
            #expect(entry.headers["Defined-By"] == ["slipway"], "\(entry.id)")
            #expect(entry.headers["Documentation"]?.isEmpty == false, "\(entry.id)")
            #expect(entry.prose.count >= 2, "\(entry.id)")
        }
    }

    @Test func proseIsWrapped() {
        for line in entries.flatMap(\.prose) { #expect(line.count <= 76, "\(line)") }
    }

    /// journalctl shows the name of an unknown field, without its `@` signs.
    @Test func onlyFieldsThatExistAreSubstituted() {
        let known = Set(FieldName.own.map(\.description) + ["_SYSTEMD_UNIT"])
        for match in text.matches(of: /@([A-Z_]+)@/) {
            #expect(known.contains(String(match.1)), "\(match.1)")
        }
    }
}
