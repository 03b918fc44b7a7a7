internal import Glibc

/// Splits a byte stream into NUL-terminated frames.
///
/// Pass received bytes to ``append(_:)``, then call ``next()`` until it returns `nil`. A caller
/// that stops appending while ``byteCount`` is above ``limit`` holds at most `limit` bytes and one
/// read. The memory is at most a few times ``byteCount``, or about 1 KiB if that is 0.
package struct FrameSplitter: Sendable {
    /// The longest accepted frame in bytes, not counting the NUL.
    package let limit: Int
    /// The number of whole frames that are ready to be taken.
    package private(set) var waiting = 0
    /// The number of frames that were taken.
    package private(set) var taken = 0

    /// The most bytes that stay allocated once every frame was taken: enough for most calls.
    private static let keptCapacity = 1024

    private var buffer: [UInt8] = []
    /// The position at which the next frame begins; taken bytes are removed in bulk, not frame by
    /// frame.
    private var start = 0

    /// Creates an empty splitter.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes that were appended and not taken.
    package var byteCount: Int { buffer.count - start }

    /// The last frame is incomplete: its NUL has not arrived.
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
    /// - Throws: ``WireFault/frameTooLong(limit:)``; the stream cannot be resumed, so close the
    ///   connection.
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

    /// Removes the taken bytes once they are the larger part of the buffer.
    private mutating func dropTaken() {
        guard start > max(Self.keptCapacity, byteCount) else { return }
        buffer = Array(buffer[start...])
        start = 0
    }

    /// Drops the bytes that were not taken, and frees their memory.
    package mutating func removeAll() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        start = 0
        waiting = 0
    }

    /// The size of the buffer in bytes.
    package var capacity: Int { buffer.capacity }

    private func nextNUL(from index: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard index < bytes.count, let base = bytes.baseAddress else { return nil }
            return memchr(base + index, 0, bytes.count - index).map { UnsafeRawPointer($0) - base }
        }
    }
}
