import ArgumentParser
import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

/// The entries of `config/examples/desktop`.
struct DesktopEntryTests {
    private static let main = "Desktop Entry"

    @Test func theMenuHasTwoActions() throws {
        let entry = try DesktopEntry("storefront.desktop")
        #expect(entry.groups[Self.main]?["Type"] == "Application")
        #expect(entry.groups[Self.main]?["Actions"] == "offers;orders;")
        #expect(
            Set(entry.groups.keys)
                == [Self.main, "Desktop Action offers", "Desktop Action orders"]
        )
        for (name, group) in entry.groups {
            #expect(group["Name"]?.isEmpty == false, "\(name)")
            let send = try send(try #require(group["Exec"]))
            #expect(send.values[0].hasPrefix("url=https://shop.example.org/"))
        }
    }

    @Test func linksOfTheSchemeAreOpened() throws {
        let entry = try DesktopEntry("storefront-url.desktop")
        let group = try #require(entry.groups[Self.main])
        #expect(group["MimeType"] == "x-scheme-handler/storefront;")
        // Without a link there would be nothing to open.
        #expect(group["NoDisplay"] == "true")
        #expect(try send(try #require(group["Exec"])).values == ["url=%u"])
    }

    private static let validator = "/usr/bin/desktop-file-validate"

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: validator) || Checkout.isChecked,
            "needs desktop-file-utils"
        ),
        arguments: ["storefront.desktop", "storefront-url.desktop"]
    )
    func theValidatorFindsNothing(name: String) async throws {
        let result = try await Program(
            executable: URL(filePath: Self.validator),
            arguments: [Checkout.file("config/examples/desktop/\(name)").path()]
        ).run()
        #expect(result.status == 0, "\(result.output)")
    }

    /// The command of an `Exec` without quotes.
    private func send(_ line: String) throws -> Send {
        let words = line.split(separator: " ").map(String.init)
        #expect(words[0] == "slipway")
        let arguments = ArgumentOrder.subcommandFirst(Array(words.dropFirst()))
        let send = try #require(try Root.command(of: arguments) as? Send)
        #expect(send.connection.app == "storefront")
        #expect(send.kind == "open-url")
        return send
    }
}

/// A desktop entry: its groups of keys.
private struct DesktopEntry {
    private(set) var groups: [String: [String: String]] = [:]

    init(_ name: String) throws {
        let file = Checkout.file("config/examples/desktop/\(name)")
        var group = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
                #expect(groups[group] == nil)
                groups[group] = [:]
            } else {
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                try #require(parts.count == 2, "\(line)")
                #expect(groups[group]?[parts[0]] == nil)
                groups[group]?[parts[0]] = parts[1]
            }
        }
    }
}
