import Testing

struct ManyLaunchesTests {
    /// In a process of its own: the tests' has threads and descriptors of other tests.
    @Test func hundredsOfLaunchesLeaveNothingBehind() throws {
        let lines = try Fixture.output(of: "many-launches-fixture", "500").split(separator: "\n")
        let figures = lines.map { $0.split(separator: " ") }.compactMap { words in
            words.last.flatMap { Int($0) }
        }
        try #require(figures.count == 3, "\(lines)")
        #expect(figures[0] <= 0, "\(lines)")
        #expect(figures[1] <= 0, "\(lines)")
        // A kilobyte each would be 500; what remains is how the allocator's pages lie.
        #expect(figures[2] < 400, "\(lines)")
    }
}
