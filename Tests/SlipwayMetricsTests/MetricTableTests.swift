import Foundation
import Slipway
import SlipwayTestSupport
import Testing

/// The table of metrics in the documentation of `LaunchMetrics`.
struct MetricTableTests {
    /// The names in the table, with their dimensions.
    private let rows: [String: [String]]

    init() throws {
        let text = try Self.text(of: "LaunchMetrics.swift")
        let found = text.matches(of: /\/\/\/ \| `slipway\.([a-z.]+)` \| [^|]+ \| ([^|]+) \|/)
        rows = Dictionary(
            uniqueKeysWithValues: found.map { row in
                let labels = row.output.2.matches(of: /`([a-z]+)`/).map { String($0.output.1) }
                return (String(row.output.1), labels)
            }
        )
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: Checkout.file("Sources/SlipwayMetrics/\(file)"), encoding: .utf8)
    }

    @Test func eachMetricOfTheTableHasItsDimensions() {
        #expect(rows.count > 10)
        for (name, labels) in rows {
            #expect(MetricName(rawValue: name)?.labels.map(\.rawValue) == labels, "\(name)")
        }
    }

    @Test func theTableHasWhatIsRecorded() throws {
        let recorded = try Self.text(of: "LaunchTally.swift")
            .matches(of: /(?:count|time)\(\.(\w+)|name: \.(\w+)/)
            .compactMap { ($0.output.1 ?? $0.output.2).map(String.init) }
        let named = MetricName.allCases.filter { recorded.contains("\($0)") }
        #expect(Set(named.map(\.rawValue)) == Set(rows.keys))
    }
}
