import Foundation
import SlipwayConfiguration
import SlipwayTestSupport
import Testing

/// The manual of the configuration and its schema, which are made of the keys.
struct ManualTests {
    @Test(arguments: [
        (["schema"], "config/slipway.schema.json"), (["manual"], "docs/CONFIGURATION.md"),
        (["launch", Checkout.file("config/storefront.yaml").path], "docs/storefront.svg"),
        (["graph", Checkout.file("config/storefront.yaml").path], "docs/storefront-graph.svg"),
    ])
    func isCurrent(page: [String], file: String) async throws {
        let pages = Program(
            executable: Checkout.programs.appending(path: "pages"),
            arguments: page
        )
        let made = try await pages.run()
        let written = try String(contentsOf: Checkout.file(file), encoding: .utf8)
        #expect(made.output == written, "\(file) is not current; run 'make pages'")
    }

    @Test func hasEachKeyWithItsMeaningAndAnExample() throws {
        let manual = try String(contentsOf: Checkout.file("docs/CONFIGURATION.md"), encoding: .utf8)
        let lines = manual.split(separator: "\n")
        for mapping in MappingDescription.all {
            let title = "## \(mapping.title)"
            let section = lines.drop { $0 != title }.dropFirst().prefix { !$0.hasPrefix("## ") }
            for key in mapping.keys {
                let row = section.contains { $0.hasPrefix("| `\(key.name): ") }
                #expect(row, "\(key.name) of \(mapping.name)")
                #expect(key.words.hasSuffix("."), "\(key.name) of \(mapping.name)")
            }
            for key in mapping.later { #expect(section.contains { $0.contains("`\(key)`") }) }
        }
    }

    /// As far as that can be seen without what is around it.
    @Test func eachExampleIsAValue() {
        for mapping in MappingDescription.all {
            for key in mapping.keys {
                #expect(!key.example.isEmpty, "\(key.name) of \(mapping.name)")
                let text = "\(key.name): \(key.example)"
                let tree = FileTree(text)
                #expect(tree.faults.isEmpty && tree.json != nil, "\(text)")
            }
        }
    }
}
