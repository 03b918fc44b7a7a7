package import Slipway
package import SlipwayVarlink

/// The number of things in each state.
package struct Counts<Word: CountedWord>: Hashable, Sendable {
    private var counts = Array(repeating: 0, count: Word.allCases.count)

    /// Creates zero counts.
    package init() {}

    /// Takes counts by the words of the states.
    package init(_ counts: [String: Int]) {
        for word in Word.allCases { self[word] = counts[word.rawValue] ?? 0 }
    }

    /// The number in a state.
    package subscript(word: Word) -> Int {
        get { counts[Self.place(of: word)] }
        set { counts[Self.place(of: word)] = newValue }
    }

    private static func place(of word: Word) -> Int {
        Word.allCases.prefix { $0 != word }.count
    }

    /// The number in any of the states.
    package func sum(_ words: [Word]) -> Int { words.reduce(0) { $0 + self[$1] } }

    /// The number in all states.
    package var total: Int { counts.reduce(0, +) }
}

/// The states by which things are counted.
package protocol CountedWord: WireWord where AllCases == [Self] {
    /// The type of the counts, for the interface definition.
    static var counts: Declaration { get }
}

extension Counts: NamedRecord {
    package static var declaration: Declaration { Word.counts }
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        for word in Word.allCases {
            fields.say("How many are \(word.rawValue)")
            try fields.required(word.rawValue, &self[word], .count)
        }
    }
}

/// The number of operations in each state.
package typealias OperationCounts = Counts<OperationStatus.State.Word>

/// The number of launch actions in each state; of ended actions, only the last are counted.
package typealias ActionCounts = Counts<ActionStatus.State.Word>

extension OperationStatus.State.Word: CountedWord {
    package static var counts: Declaration {
        Declaration("OperationCounts", "How many operations are where")
    }
}

extension ActionStatus.State.Word: CountedWord {
    package static var counts: Declaration {
        Declaration(
            "ActionCounts",
            "How many launch actions are where; of those that have ended, only the last are known"
        )
    }
}

extension OperationCounts {
    /// The number of operations that have ended, with any outcome.
    package var ended: Int { sum([.succeeded, .degraded, .failed, .cancelled, .skipped]) }
}

extension ActionCounts {
    /// The number of actions that have not ended.
    package var open: Int { sum([.waiting, .running]) }
}
