/// Finds many texts in one pass (Wu and Manber): most bytes are passed over unread.
///
/// The window is as long as the shortest text. Its last two bytes say how far it may move without passing over the
/// beginning of any; where it may not move, the texts are compared.
struct TextSearch: Hashable, Sendable {
    private static let slots = 4096

    private let texts: [[UInt8]]
    private let window: Int
    /// The way that the window may move for its last two bytes, by their ``slot(_:_:)``.
    private let moves: [UInt8]

    var isEmpty: Bool { texts.isEmpty }

    /// - Parameter texts: Each has two bytes or more.
    init(for texts: [[UInt8]]) {
        self.texts = texts
        window = min(texts.map(\.count).min() ?? 0, 256)
        var moves = [UInt8](
            repeating: UInt8(max(window - 1, 0)),
            count: texts.isEmpty ? 0 : Self.slots
        )
        for text in texts {
            for end in 1..<window {
                let slot = Self.slot(text[end - 1], text[end])
                moves[slot] = min(moves[slot], UInt8(window - 1 - end))
            }
        }
        self.moves = moves
    }

    private static func slot(_ first: UInt8, _ second: UInt8) -> Int {
        (Int(first) << 4 ^ Int(second)) & (slots - 1)
    }

    /// The ranges of the bytes that are one of the texts; they may overlap.
    func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        moves.withUnsafeBufferPointer { moves in
            var end = window - 1
            while end < bytes.count {
                let move = Int(moves[Self.slot(bytes[end - 1], bytes[end])])
                guard move == 0 else {
                    end += move
                    continue
                }
                let start = end - window + 1
                for text in texts where bytes[start] == text[0] {
                    if bytes[start...].starts(with: text) {
                        found.append(start..<(start + text.count))
                    }
                }
                end += 1
            }
        }
        return found
    }
}
