import Slipway
import SlipwayPictures
import Testing

/// The drawings as files.
struct PictureTests {
    private static let hostile = "<script>alert('1')</script>\"&\u{202E}\u{0}\u{1B}]0;\u{FFFE}"

    private func pictures(of launch: RandomLaunch) throws -> [String] {
        let report = try launch.report
        return [
            report.waterfall().svg, report.waterfall(comparedWith: report.unfinished).svg,
            GraphDrawing(launch.plan).svg,
        ]
    }

    @Test(arguments: [5, 50, 500])
    func aPictureIsWellFormedAndHasNothingFromElsewhere(count: Int) throws {
        for picture in try pictures(of: RandomLaunch(operations: count, seed: 5)) {
            #expect(isWellFormed(picture))
            let (names, references) = elements(of: picture)
            #expect(names.isDisjoint(with: ["script", "image", "foreignObject", "a", "iframe"]))
            #expect(references.allSatisfy { $0.hasPrefix("#") })
            #expect(!picture.contains("@import") && !picture.contains("url(h"))
            #expect(picture.contains("prefers-color-scheme:dark"))
        }
    }

    @Test func namesFromOutsideAreEscaped() throws {
        var report = try RandomLaunch(operations: 5, seed: 1).report
        report.name = Self.hostile
        report.launchID = Self.hostile
        for index in report.operations.indices { report.operations[index].name += Self.hostile }
        report.operations[0].state = .ended(.failed(Failure(.error, Self.hostile)))
        report.programs = [
            ProgramStatus(
                name: Self.hostile,
                state: .ended,
                since: report.lastOperation,
                startedAt: report.processStart,
                message: Self.hostile,
                reason: Self.hostile
            )
        ]
        let svg = report.waterfall().svg
        #expect(isWellFormed(svg))
        #expect(!svg.contains("<script"))
        let page = report.waterfall().html
        // Its own.
        #expect(page.split(separator: "<script").count == 2)
        #expect(!page.contains("alert('1')"))
        var plan = Plan(Self.hostile)
        plan.add(Self.hostile, on: .named(Self.hostile)) { _ in }
        #expect(isWellFormed(GraphDrawing(plan).svg))
    }

    @Test func aPageNeedsNoNetworkAndSaysSo() throws {
        let page = try RandomLaunch(operations: 50, seed: 5).report.waterfall().html
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("src=") && !page.contains("href=\"h"))
    }

    @Test func aPageHasWhatIsKnownOfEachOperation() throws {
        let launch = RandomLaunch(operations: 50, seed: 5)
        let report = try launch.report
        let page = report.waterfall().html
        for operation in report.operations { #expect(page.contains("<h2>\(operation.name)</h2>")) }
        #expect(page.contains("<dt>attempt 2</dt>"))
        #expect(page.contains("<dt>requires</dt>"))
    }

    @Test func theSameLaunchIsTheSamePicture() throws {
        let first = try pictures(of: RandomLaunch(operations: 50, seed: 9))
        let second = try pictures(of: RandomLaunch(operations: 50, seed: 9))
        #expect(first == second)
    }
}

extension Report {
    fileprivate var lastOperation: Instant {
        operations.compactMap(\.endedAt).max() ?? processStart
    }
}
