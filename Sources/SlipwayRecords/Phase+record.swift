internal import Slipway
internal import SlipwayJSON

extension Phase {
    var json: JSON { .string(word) }

    private static let all: [Phase] = [
        .starting, .ready(degraded: false), .ready(degraded: true), .stopping, .stopped, .failed,
    ]

    fileprivate init?(word: String) {
        guard let phase = Self.all.first(where: { $0.word == word }) else { return nil }
        self = phase
    }
}

extension JSONReading<Phase> {
    static var phase: Self {
        .init("the name of a phase") { $0.stringValue.flatMap(Phase.init(word:)) }
    }
}
