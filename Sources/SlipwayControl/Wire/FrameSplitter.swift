internal import Glibc

/// Splits a byte stream into NUL-terminated frames.
///
/// Feed whatever arrived with ``append(_:)``, then call ``next()`` until it returns `nil`. Who
/// stops feeding while ``byteCount`` is above ``limit`` holds at most `limit` bytes and one read.
/// Its memory follows ``byteCount``: it is a few times as much, or next to none.
package struct FrameSplitter: Sendable {
    /// The longest accepted frame in bytes, not counting the NUL.
    package let limit: Int
    /// How many whole frames wait to be taken.
    package private(set) var waiting = 0
    /// How many frames were taken.
    package private(set) var taken = 0

    /// How much memory stays once everything was taken: enough for most calls.
    private static let keptCapacity = 1024

    private var buffer: [UInt8] = []
    /// Where the next frame begins; taken bytes are let go of in bulk, not frame by frame.
    private var start = 0

    /// Creates a splitter with nothing in it.
    package init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes were fed and not taken.
    package var byteCount: Int { buffer.count - start }

    /// Whether bytes of a frame are there whose NUL is not.
    package var hasPartialFrame: Bool {
        buffer.last.map { $0 != 0 } ?? false
    }

    /// Adds received bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        dropTaken()
        var scanned = buffer.count
        if bytes.withContiguousStorageIfAvailable({ buffer.append(contentsOf: $0) }) == nil {
            buffer.append(contentsOf: bytes)
        }
        while let end = nextNUL(from: scanned) {
            waiting += 1
            scanned = end + 1
        }
    }

    /// The next whole frame without its NUL, or `nil` when more bytes are needed.
    ///
    /// - Throws: ``WireFault/frameTooLong(limit:)``; the stream cannot be taken up again, so close
    ///   the connection.
    package mutating func next() throws(WireFault) -> [UInt8]? {
        guard waiting > 0, let end = nextNUL(from: start) else {
            guard byteCount <= limit else { throw .frameTooLong(limit: limit) }
            dropTaken()
            return nil
        }
        guard end - start <= limit else { throw .frameTooLong(limit: limit) }
        let frame = Array(buffer[start..<end])
        start = end + 1
        waiting -= 1
        taken += 1
        if start == buffer.count { removeAll() } else { dropTaken() }
        return frame
    }

    /// Lets go of what was taken, once that is most of what is held.
    private mutating func dropTaken() {
        guard start > max(Self.keptCapacity, byteCount) else { return }
        buffer = Array(buffer[start...])
        start = 0
    }

    /// Drops what was fed and not taken, and lets go of its memory.
    package mutating func removeAll() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        start = 0
        waiting = 0
    }

    /// How many bytes of memory it holds.
    package var capacity: Int { buffer.capacity }

    private func nextNUL(from index: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard index < bytes.count, let base = bytes.baseAddress else { return nil }
            return memchr(base + index, 0, bytes.count - index).map { UnsafeRawPointer($0) - base }
        }
    }
}
