import Foundation
import SlipwayTestSupport
import Testing

/// The pages are a site, made of them alone and only where there is room for it.
@Suite(
    .enabled(
        if: SiteTools.areInstalled || Checkout.isChecked,
        "needs markdown-it-py of PyPI and mandoc(1): 'make setup-test' installs them"
    ),
    .timeLimit(.minutes(1))
)
struct SiteTests {
    private func build(_ folder: String) async throws -> Program.Result {
        try await Program(
            executable: SiteTools.python,
            arguments: [
                Checkout.file("docs/site/build").path(), "--bin", Checkout.programs.path(),
                "--output", folder,
            ]
        ).run()
    }

    /// The second time is over what the first one wrote.
    @Test func everyLinkLeadsSomewhereEachTime() async throws {
        let folder = try TemporaryFolder()
        for _ in 1...2 {
            let result = try await build(folder.path + "/site")
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.hasSuffix(" pages; every link leads somewhere\n"))
        }
    }

    @Test func aFolderThatIsSomethingElseStaysAsItIs() async throws {
        let folder = try TemporaryFolder()
        try folder.write("Dear Ada", to: "letter")
        let result = try await build(folder.path)
        #expect(result.status == 1)
        #expect(
            result.output
                == "docs/site/build: \(folder.path) has files and no .slipway-docs, so it was not made by this "
                + "script; name another folder\n"
        )
        #expect(try folder.read("letter") == "Dear Ada")
    }
}

/// What `make setup-test` installs for the site.
private enum SiteTools {
    static let python = Checkout.file(".build/python/bin/python")

    static var areInstalled: Bool {
        let folder = Checkout.file(".build/python/lib")
        let versions = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        let hasMarkdown = (versions ?? []).contains { version in
            let package = folder.appending(path: "\(version)/site-packages/markdown_it")
            return FileManager.default.fileExists(atPath: package.path())
        }
        return hasMarkdown && FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")
    }
}
