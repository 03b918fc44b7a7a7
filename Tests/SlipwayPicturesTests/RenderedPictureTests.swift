import Foundation
import SlipwayPictures
import SlipwayTestSupport
import Testing

/// The drawings in a viewer that is no browser: librsvg knows neither variables of CSS nor what a reader prefers.
@Suite(
    .enabled(
        if: Checkout.isChecked
            || FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert"),
        "needs rsvg-convert: 'make setup-test' installs it (apt-get install librsvg2-bin)"
    )
)
struct RenderedPictureTests {
    private static let paper = "#ffffff"

    /// The part of a picture that each colour has.
    private func colours(ofFile path: String) async throws -> [String: Double] {
        let result = try await Program(
            executable: Checkout.file("Tests/Pictures/colours"),
            arguments: [path]
        ).run()
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            uniqueKeysWithValues: lines.compactMap { words in
                words.count == 2 ? Double(words[1]).map { (String(words[0]), $0) } : nil
            }
        )
    }

    private func expectLight(_ colours: [String: Double], with wanted: [String]) {
        #expect(colours[Self.paper] ?? 0 > 0.3, "\(colours)")
        #expect(colours["#000000"] ?? 0 < 0.01, "\(colours)")
        for colour in wanted { #expect(colours[colour] != nil, "\(colour)") }
    }

    @Test(
        arguments: [
            ("concepts", ["#12908a", "#7d57d6", "#3a6fd8", "#b8467f"]),
            ("storefront", ["#3a6fd8", "#12908a"]), ("storefront-graph", ["#3a6fd8", "#12908a"]),
        ]
    )
    func thePicturesOfTheDocumentationAreLight(name: String, wanted: [String]) async throws {
        let file = Checkout.file("docs/\(name).svg").path()
        expectLight(try await colours(ofFile: file), with: wanted)
    }

    @Test func theDrawingsOfALaunchAndOfAPlanAreLight() async throws {
        let launch = RandomLaunch(operations: 30, seed: 5)
        let report = try launch.report
        let folder = try TemporaryFolder()
        let pictures = [
            report.waterfall().svg, report.waterfall(comparedWith: report.unfinished).svg,
            GraphDrawing(launch.plan).svg,
        ]
        for picture in pictures {
            #expect(!picture.contains("var("))
            let file = try folder.write(picture, to: "picture.svg")
            expectLight(try await colours(ofFile: file), with: ["#3a6fd8"])
        }
    }
}
