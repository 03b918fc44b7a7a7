internal import Glibc

/// Named figures, in the format that one process passes to another: `name=value name=value`.
package struct Figures: Sendable {
    /// The figures, in the order in which they were set.
    package private(set) var values: [(name: String, value: Double)] = []

    package init() {}

    /// Parses lines of figures; a later figure replaces an earlier one of the same name.
    package init(lines: String) {
        for word in lines.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let value = Double(parts[1]) else { continue }
            self[String(parts[0])] = value
        }
    }

    package subscript(name: String) -> Double? {
        get { values.first { $0.name == name }?.value }
        set {
            values.removeAll { $0.name == name }
            if let newValue { values.append((name, newValue)) }
        }
    }

    /// Writes a line of figures to standard output, at once.
    package static func write(_ figures: Figures) {
        print(figures.values.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
        fflush(nil)
    }

    /// The median of each figure over several runs; of one whose name ends in `Best`, the least.
    package static func median(_ runs: [Figures]) -> Figures {
        var result = Figures()
        for (name, _) in runs.first?.values ?? [] {
            let values = runs.compactMap { $0[name] }
            result[name] = name.hasSuffix("Best") ? values.min() : values.median
        }
        return result
    }
}

extension [Double] {
    /// The middle value, or the mean of the two middle ones; `nil` when empty.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
