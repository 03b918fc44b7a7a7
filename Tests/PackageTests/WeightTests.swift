import SlipwayTestSupport
import Testing

/// `make weight` compares what was counted with a file of bounds.
struct WeightTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func compare(
        _ counts: String,
        with bounds: String,
        _ more: String...
    ) async throws -> Program.Result {
        try await Program(
            executable: Checkout.file("Benchmarks/Weight/run"),
            arguments: [
                "--counts", folder.write(counts, to: "counts"),
                "--bounds", folder.write(bounds, to: "bounds"),
            ] + more
        ).run()
    }

    @Test func whatIsWithinItsBoundIsShownAndNothingElseSaid() async throws {
        let result = try await compare(
            "a: threads begun 11\nb 1000",
            with: "a: threads begun 11\nb 1050"
        )
        #expect(result.status == 0)
        #expect(
            result.output == """
                what                                             counted       bound
                a: threads begun                                      11          11
                b                                                  1,000       1,050

                """
        )
    }

    @Test func whatIsAboveItsBoundIsNamedWithByHowMuch() async throws {
        let result = try await compare(
            "a 21\nb 1100\nc 3",
            with: "# bounds\na 20\nb 1000  # b\nc 3"
        )
        #expect(result.status == 1)
        #expect(
            result.output == """
                what                                             counted       bound
                a                                                     21          20  TOO MUCH
                b                                                  1,100       1,000  TOO MUCH
                c                                                      3           3
                weight: a: 21 is 1 (5.0 %) above 20
                weight: b: 1,100 is 100 (10.0 %) above 1,000

                """
        )
    }

    /// A new row has a bound from the first day on, and none is forgotten.
    @Test func eachRowHasABoundAndEachBoundARow() async throws {
        let result = try await compare("a 1\nnew 2", with: "a 1\nold 3")
        #expect(result.status == 1)
        #expect(
            result.output == """
                what                                             counted       bound
                a                                                      1           1
                new                                                    2        none
                weight: new: there is no bound
                weight: old: has a bound, and was not counted

                """
        )
    }

    @Test func aLineThatIsNoBoundIsAFault() async throws {
        let result = try await compare("a 1", with: "a 1\n\nb -2")
        #expect(result.status == 1)
        #expect(result.output == "\(folder.path)/bounds:3: 'b -2' is no name and a number\n")
    }

    @Test func theBoundsAreWrittenAnewWithAMargin() async throws {
        let counts = "x: instructions 2000\nx: threads begun 11\nx: page faults 100"
        let result = try await compare(counts, with: "", "--write")
        #expect(result.status == 0)
        let bounds = try folder.read("bounds").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            bounds == [
                "x: instructions                                     2100",
                "x: threads begun                                      11",
                "x: page faults                                       110",
            ]
        )
    }
}
