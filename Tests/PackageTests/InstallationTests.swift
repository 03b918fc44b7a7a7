import Foundation
import SlipwayTestSupport
import Testing

/// `make install` and `make uninstall`, into a folder.
@Suite(.timeLimit(.minutes(5)))
struct InstallationTests {
    private static let prefix = "/opt/slipway-here"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ target: String) async throws {
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                "make", "-C", Checkout.root.path(), target, "DESTDIR=\(folder.path)",
                "PREFIX=\(Self.prefix)", "BIN=\(Checkout.programs.path())", "STRIP=",
            ]
        ).run()
        try #require(result.status == 0, "\(result.output)")
    }

    private var files: [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
        return (all ?? []).filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: "\(folder.path)/\(name)",
                isDirectory: &isFolder
            )
            return exists && !isFolder.boolValue
        }
    }

    /// A unit that starts another program than the one that was installed is worse than none.
    @Test func filesNameEachOtherWhereTheyAre() async throws {
        try await make("install")
        let texts = files.filter { !$0.contains("/container/") }.compactMap { name in
            (try? folder.read(name)).map { (name, $0) }
        }
        #expect(texts.count > 80)
        for (name, text) in texts {
            let isThere = text.contains(/\/usr\/(bin\/slipway|share\/(doc\/)?slipway)/)
            #expect(!isThere, "\(name) names a file of /usr")
        }
        let unit = try folder.read("\(Self.prefix)/lib/systemd/system/slipway@.service")
        #expect(unit.contains("\nExecStart=\(Self.prefix)/bin/slipwayd --config "))
    }

    @Test func pagesLinkToWhatIsInstalled() async throws {
        try await make("install")
        let pages = files.filter { $0.contains("/share/doc/slipway/") && $0.hasSuffix(".md") }
        #expect(pages.count > 10)
        for page in pages {
            let links = try folder.read(page).matches(of: /\]\(([^)\s#:]+)(#[^)\s]*)?\)/)
            let place = URL(filePath: "\(folder.path)/\(page)").deletingLastPathComponent()
            for link in links.map({ String($0.output.1) }) {
                let isThere = FileManager.default.fileExists(
                    atPath: place.appending(path: link).standardized.path()
                )
                #expect(isThere, "\(page) links to \(link), which is not installed")
            }
        }
    }

    /// The first thing that the README has a reader do with the package.
    @Test func theInstalledDemoRunsWithTheInstalledPrograms() async throws {
        try await make("install")
        let demo = "\(Self.prefix)/share/slipway/storefront/demo"
        let readme = try folder.read("\(Self.prefix)/share/doc/slipway/README.md")
        #expect(readme.contains("$ \(demo)\n"))
        let result = try await Program(
            executable: URL(filePath: "\(folder.path)\(demo)"),
            arguments: []
        ).run()
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.hasSuffix("# Everything was as it should be\n"))
    }

    @Test func whatWasInstalledIsTakenAwayAndNothingElse() async throws {
        try await make("install")
        #expect(files.count > 100)
        let others = [
            "\(Self.prefix)/share/slipway/mine", "\(Self.prefix)/bin/other",
            "/etc/slipway/shop.yaml",
        ]
        for name in others { try folder.write("mine", to: name) }
        try await make("uninstall")
        #expect(files.sorted() == others.map { String($0.dropFirst()) }.sorted())
        // A second time there is nothing to do.
        try await make("uninstall")
    }
}
