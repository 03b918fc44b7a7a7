internal import CCurl

/// Undoes the compression of a body, and knows whether the compressed data is complete.
final class BodyInflater: @unchecked Sendable {  // Only its transfer uses it, on the loop.
    /// Why a body cannot be decoded.
    enum Failure: Error {
        /// The body is not compressed as its head says.
        case damaged
        /// The body is compressed in a way that was not asked for.
        case unknown
        /// The body is compressed more than once.
        case several
        /// There is no memory to decode it.
        case shortage
    }

    private static let chunk = 16 << 10

    private var stream: UnsafeMutableRawPointer?
    /// The first bytes, which tell what `deflate` means to the server; `nil` once that is known.
    private var beginning: [UInt8]? = []
    private let isGzip: Bool
    private var isAtEnd = false

    /// The compressed data came to its end, or there was none.
    var isWhole: Bool { beginning?.isEmpty ?? isAtEnd }

    /// - Parameter encoding: The `Content-Encoding` of an answer, in lower case.
    /// - Throws: ``Failure/unknown``.
    init(_ encoding: String) throws(Failure) {
        guard slipway_inflate_is_there() != 0 else { throw .unknown }
        switch encoding {
        case "gzip", "x-gzip": isGzip = true
        case "deflate": isGzip = false
        default: throw .unknown
        }
    }

    deinit { if let stream { slipway_inflate_end(stream) } }

    /// Decodes a part of the body.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - pass: Gets the decoded bytes, piece by piece; returns whether more is wanted.
    /// - Throws: ``Failure/damaged``, ``Failure/shortage``.
    func take(
        _ part: UnsafeRawBufferPointer,
        pass: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        guard let first = beginning else { return try decode(part, pass) }
        let bytes = first + part
        guard bytes.count >= 2 else {
            beginning = bytes
            return
        }
        beginning = nil
        // Some servers leave out the frame of zlib, which begins with these two bytes (RFC 1950,
        // 2.2).
        let isRaw =
            !isGzip && (bytes[0] & 0xf != 8 || (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 != 0)
        stream = slipway_inflate_begin(isRaw ? 1 : 0)
        var result = Result<Void, Failure>.success(())
        bytes.withUnsafeBytes { bytes in
            result = Result { () throws(Failure) in try decode(bytes, pass) }
        }
        try result.get()
    }

    private func decode(
        _ part: UnsafeRawBufferPointer,
        _ pass: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        guard let stream else { throw .shortage }
        var (input, count) = (part.baseAddress, part.count)
        var output = [UInt8](repeating: 0, count: Self.chunk)
        var isFull = false
        while count > 0 || isFull {
            if isAtEnd {
                guard isGzip else { throw .damaged }
                // Zeros may fill up what follows the last part, as on a tape.
                while count > 0, input?.load(as: UInt8.self) == 0 {
                    (input, count) = (input?.advanced(by: 1), count - 1)
                }
                guard count > 0 else { return }
                slipway_inflate_again(stream)
                isAtEnd = false
            }
            var (room, code) = (output.count, Int32(0))
            let wantsMore = output.withUnsafeMutableBytes { bytes in
                guard let place = bytes.baseAddress else { return false }
                code = slipway_inflate(stream, &input, &count, place, &room)
                return pass(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - room)]))
            }
            guard code >= 0 else { throw code == -2 ? .shortage : .damaged }
            guard wantsMore else { return }
            isAtEnd = code == 1
            isFull = room == 0 && !isAtEnd
        }
    }
}
