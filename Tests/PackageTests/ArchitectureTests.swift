import Foundation
import SlipwayTestSupport
import Testing

/// `docs/ARCHITECTURE.md` fits the code.
struct ArchitectureTests {
    private let page: Page
    private let modules: [String]

    init() throws {
        page = try Page("docs/ARCHITECTURE.md")
        modules = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.file("Sources").path()
        ).filter { $0 != "Examples" }.sorted()
    }

    /// The row of each module in the picture; the lowest is the first.
    private var rows: [String: Int] {
        var rows: [String: Int] = [:]
        var row = 0
        for line in (page.blocks(of: "text").first ?? "").split(separator: "\n") {
            let words = line.split(whereSeparator: { " ,()|".contains($0) }).map(String.init)
            row = words.first.flatMap { Int($0) } ?? row
            for word in words where modules.contains(word) { rows[word] = row }
        }
        return rows
    }

    @Test func everyModuleIsInThePictureAndInTheTable() {
        #expect(modules.count > 20)
        #expect(modules.filter { rows[$0] == nil } == [])
        #expect(modules.filter { !page.codeSpans.contains($0) } == [])
    }

    @Test func everyModuleUsesOnlyLowerRows() throws {
        let rows = rows
        for file in CodeBase.files where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
            let module = String(file.split(separator: "/")[1])
            for used in try CodeBase.text(of: file).matches(of: /(?m)^[a-z ]*import (\w+)$/) {
                guard let own = rows[module], let other = rows[String(used.output.1)] else {
                    continue
                }
                #expect(other < own, "\(file) imports \(used.output.1), which is not below it")
            }
        }
    }

    /// `Launch.state` is looked for as a type and a member, `ActionBook` as a type.
    @Test func everyTypeAndMemberThatIsNamedExists() throws {
        let code = try CodeBase.files.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
            .map(CodeBase.text)
        var types: Set<Substring> = []
        var members: Set<Substring> = []
        for text in code {
            let declared = /\b(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/
            for type in text.matches(of: declared) { types.insert(type.output.1) }
            let named = /\b(?:func|var|let|case|,) `?([a-z]\w*)/
            for member in text.matches(of: named) { members.insert(member.output.1) }
        }
        var count = 0
        for span in page.codeSpans where span.wholeMatch(of: /[A-Z]\w*(\.\w+)*/) != nil {
            guard !modules.contains(span), !span.hasSuffix(".swift") else { continue }
            count += 1
            for part in span.split(separator: ".") {
                let isThere = (part.first?.isUppercase == true ? types : members).contains(part)
                #expect(isThere, "no '\(part)' of '\(span)' is in Sources")
            }
        }
        #expect(count > 80)
    }
}
