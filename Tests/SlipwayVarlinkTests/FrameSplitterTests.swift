import SlipwayVarlink
import Testing

struct FrameSplitterTests {
    private let stream = Array("one\0two\0\0part".utf8)

    private func frames(_ splitter: inout FrameSplitter) throws -> [String] {
        var frames: [String] = []
        while let frame = try splitter.next() {
            frames.append(String(decoding: frame, as: UTF8.self))
        }
        return frames
    }

    @Test(arguments: 1...13)
    func framesAreTheSameHoweverBytesArrive(chunk: Int) throws {
        var splitter = FrameSplitter(limit: 8)
        var found: [String] = []
        var rest = stream[...]
        while !rest.isEmpty {
            splitter.append(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
            found += try frames(&splitter)
        }
        #expect(found == ["one", "two", ""])
        #expect(splitter.byteCount == 4)
        #expect(splitter.hasPartialFrame)
        #expect(splitter.taken == 3)
    }

    @Test func everyTruncationGivesTheWholeFramesOnly() throws {
        for end in 0...stream.count {
            var splitter = FrameSplitter(limit: 8)
            splitter.append(stream[..<end])
            let ends = stream[..<end].count { $0 == 0 }
            #expect(splitter.waiting == ends)
            #expect(try frames(&splitter).count == ends)
            #expect(splitter.waiting == 0)
        }
    }

    @Test func acceptsAFrameAsLongAsTheLimit() throws {
        var splitter = FrameSplitter(limit: 4)
        splitter.append(Array("1234".utf8))
        #expect(try splitter.next() == nil)
        splitter.append([0])
        #expect(try splitter.next() == Array("1234".utf8))
    }

    @Test(arguments: ["12345", "12345\0", "1\012345\0"])
    func rejectsAFrameLongerThanTheLimit(text: String) throws {
        var splitter = FrameSplitter(limit: 4)
        splitter.append(Array(text.utf8))
        #expect(throws: WireFault.frameTooLong(limit: 4)) { try frames(&splitter) }
    }

    @Test func holdsNoMoreThanWhatWasNotTaken() throws {
        var splitter = FrameSplitter(limit: 16)
        for round in 0..<10_000 {
            splitter.append(Array("frame\0half".utf8))
            splitter.append([0])
            #expect(try frames(&splitter) == ["frame", "half"])
            #expect(splitter.byteCount == 0)
            #expect(splitter.taken == 2 * round + 2)
        }
    }

    @Test func letsGoOfTheMemoryOfALargeFrameOnceItIsTaken() throws {
        var splitter = FrameSplitter(limit: 1_000_000)
        splitter.append([UInt8](repeating: 1, count: 500_000))
        #expect(splitter.capacity >= 500_000)
        splitter.append([0])
        #expect(try splitter.next()?.count == 500_000)
        #expect(splitter.capacity <= 1024)
    }

    /// Many frames, and one more or the beginning of one.
    @Test(arguments: [[1], [1, 0]] as [[UInt8]])
    func letsGoOfTheMemoryOfTakenFramesAlsoWhileMoreIsThere(rest: [UInt8]) throws {
        var splitter = FrameSplitter(limit: 1_000_000)
        splitter.append([UInt8](repeating: 0, count: 500_000) + rest)
        for _ in 0..<500_000 { #expect(try splitter.next() == []) }
        #expect(splitter.byteCount == rest.count)
        #expect(splitter.capacity <= 2048)
        if rest.count == 1 { splitter.append([0]) }
        #expect(try splitter.next() == [1])
    }
}
