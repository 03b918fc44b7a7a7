import Glibc
import SlipwaySystem
import Testing

struct SocketAddressTests {
    @Test(arguments: ["", "a\0b", String(repeating: "x", count: SocketAddress.longestPath + 1)])
    func whatIsNoPathOfASocketIsNoAddress(path: String) {
        #expect(SocketAddress(unix: path) == nil)
    }

    @Test(arguments: [
        ("/run/x", "/run/x\0"),
        ("@name", "\0name"),
        (String(repeating: "x", count: 107), String(repeating: "x", count: 107) + "\0"),
    ])
    func thePathIsWhatTheKernelReads(path: String, bytes: String) throws {
        let address = try #require(SocketAddress(unix: path))
        #expect(address.family == AF_UNIX)
        let seen = address.withPointer { pointer, length in
            Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)).dropFirst(2))
        }
        #expect(seen == Array(bytes.utf8))
    }

    @Test func anAddressCopiedFromTheKernelIsTheSame() throws {
        let address = try #require(SocketAddress(unix: "/run/slipway"))
        let copy = address.withPointer { SocketAddress($0, length: $1) }
        #expect(copy == address)
    }
}
