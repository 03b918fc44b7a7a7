import Glibc
import SlipwaySystemd
import Testing

struct JournalStreamTests {
    @Test func readsDeviceAndInode() {
        let stream = JournalStream("9:12345")
        #expect(stream?.device == 9)
        #expect(stream?.inode == 12345)
    }

    @Test(arguments: ["", "9", "9:", ":1", "9:1:2", "a:b", "-1:2", "9:99999999999999999999999"])
    func rejectsAnythingElse(text: String) {
        #expect(JournalStream(text) == nil)
    }

    @Test func isStandardErrorOnlyWhenTheFileIsTheSame() throws {
        let own = try #require(JournalStream(descriptor: STDERR_FILENO))
        #expect(own.isStandardError)
        #expect(try #require(JournalStream("\(own.device):\(own.inode)")).isStandardError)
        #expect(try !#require(JournalStream("\(own.device):\(own.inode &+ 1)")).isStandardError)
    }

    @Test func aClosedDescriptorHasNone() {
        #expect(JournalStream(descriptor: -1) == nil)
    }
}
