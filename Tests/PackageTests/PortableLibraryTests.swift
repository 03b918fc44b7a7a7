import Testing

/// The library alone is written for macOS too, where nothing here can try it.
struct PortableLibraryTests {
    @Test func theLibraryTakesTheCLibraryOfEachPlatform() throws {
        let files = CodeBase.files.filter {
            $0.hasPrefix("Sources/Slipway/") && $0.hasSuffix(".swift")
        }
        #expect(files.count > 50)
        for file in files {
            let lines = try CodeBase.text(of: file).split(separator: "\n")
            for (index, line) in lines.enumerated() where line.hasSuffix("import Glibc") {
                #expect(index > 0 && lines[index - 1] == "#else", "\(file)")
            }
        }
    }

    /// Whatever a platform has of its own is in its file, which has all that the library calls.
    @Test func eachPlatformHasWhatTheLibraryCalls() throws {
        let functions = Set(
            try CodeBase.files.filter { $0.hasPrefix("Sources/Slipway/") }
                .flatMap { try CodeBase.text(of: $0).matches(of: /slipway_[a-z_]+(?=\()/) }
                .map { String($0.output) }
        )
        #expect(functions.count > 10)
        let shared = try CodeBase.text(of: "Sources/CSlipway/CSlipway.c")
        for platform in ["Linux", "Darwin"] {
            let own = try CodeBase.text(of: "Sources/CSlipway/\(platform).c")
            for function in functions.sorted() {
                #expect((shared + own).contains("\(function)("), "\(function) for \(platform)")
            }
        }
    }
}
