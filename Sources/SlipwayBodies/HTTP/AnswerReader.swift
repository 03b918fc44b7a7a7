internal import SlipwayConfiguration

/// Reads an answer, line by line of its head and part by part of its body, until it is whole or its
/// body is not wanted.
struct AnswerReader: Sendable {
    /// Why nothing more is read.
    enum End: Hashable {
        /// The body is not wanted.
        case enough
        case bodyTooLong
        case headTooLong
        /// The body cannot be decompressed.
        case notDecoded(BodyInflater.Failure)
    }

    /// The most bytes of all heads of an answer.
    private static let longestHead = 80 << 10

    /// The most bytes of a body; `nil` to read one of any length and drop it.
    let limit: Int?
    private let wantsBody: @Sendable (Int) -> Bool
    private var head: HTTPAnswer?
    private var headBytes = 0

    /// The answer, once its head is whole.
    private(set) var answer: HTTPAnswer?
    /// The number of bytes of the body that have come.
    private(set) var bytes = 0
    private(set) var end: End?
    /// Undoes the compression of a body that is wanted; `nil` for none.
    private var inflater: BodyInflater?

    /// Nothing of the body is missing, as far as its compression says.
    var isWhole: Bool { inflater?.isWhole ?? true }

    /// - Parameters:
    ///   - limit: The most bytes of a body; `nil` to read one of any length and drop it.
    ///   - wantsBody: Whether the body of an answer with this status code is wanted.
    init(limit: Int?, wantsBody: @escaping @Sendable (Int) -> Bool) {
        self.limit = limit
        self.wantsBody = wantsBody
    }

    /// Takes a line of a head, its end included; the line is empty where a head ends.
    mutating func read(line bytes: UnsafeRawBufferPointer) {
        headBytes += bytes.count
        guard headBytes <= Self.longestHead else { return end = .headTooLong }
        // The lines after the body say nothing that is used.
        guard answer == nil else { return }
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        let line = Substring(decoding: bytes.prefix { !isEnd($0) }, as: UTF8.self)
        if line.isEmpty { return endHead() }
        guard head != nil else { return begin(with: line) }
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[line.utf8.index(after: colon)...].trimmed
        head?.lines.append((line[..<colon].lowercased(), String(value)))
    }

    /// Takes a part of the body.
    mutating func read(body part: UnsafeRawBufferPointer) {
        guard let inflater else {
            _ = take(part)
            return
        }
        do throws(BodyInflater.Failure) {
            try inflater.take(part) { take($0) }
        } catch {
            end = .notDecoded(error)
        }
    }

    /// Adds a part of the decoded body; returns whether more is wanted.
    private mutating func take(_ part: UnsafeRawBufferPointer) -> Bool {
        bytes += part.count
        guard let limit else { return true }
        guard bytes <= limit else {
            end = .bodyTooLong
            return false
        }
        answer?.body.append(contentsOf: part)
        return true
    }

    private mutating func begin(with line: Substring) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        let code = words.dropFirst().first.flatMap { Int($0) } ?? 0
        let phrase = HTTPStatus.words(code).map { $0[...] } ?? words.dropFirst(2).first?.trimmed
        head = HTTPAnswer(
            code: code,
            status: phrase.map { $0.isEmpty ? "\(code)" : "\(code) \($0)" } ?? "\(code)"
        )
    }

    private mutating func endHead() {
        // A head that is not final is followed by another.
        guard let head, head.code >= 200 || head.code == 101 else { return head = nil }
        answer = head
        guard wantsBody(head.code) else { return end = .enough }
        guard limit != nil else { return }
        let encodings = head.encodings
        guard let encoding = encodings.first else { return }
        guard encodings.count == 1 else { return end = .notDecoded(.several) }
        do throws(BodyInflater.Failure) {
            inflater = try BodyInflater(encoding)
        } catch {
            end = .notDecoded(error)
        }
    }
}
