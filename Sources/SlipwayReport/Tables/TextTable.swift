internal import Slipway

/// A table of text: each column is as wide as its widest cell, with two spaces between columns.
package struct TextTable: Sendable {
    /// One column: its title and its alignment.
    package struct Column: Sendable {
        let title: String
        let keepsRight: Bool

        /// A column of words.
        package static func left(_ title: String) -> Column {
            Column(title: title, keepsRight: false)
        }

        /// A column of numbers or times.
        package static func right(_ title: String) -> Column {
            Column(title: title, keepsRight: true)
        }
    }

    /// The cells, row by row, with one cell per column; control characters are escaped.
    package var rows: [[String]] = []

    private let columns: [Column]

    /// Creates an empty table.
    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// The header and the rows, one line each, without trailing blanks.
    package var lines: [String] {
        let cells = [columns.map(\.title)] + rows.map { $0.map(\.printable) }
        let widths = columns.indices.map { column in
            cells.map { $0[column].count }.max() ?? 0
        }
        return cells.map { row in
            let padded = columns.indices.map { column in
                row[column].padded(to: widths[column], right: columns[column].keepsRight)
            }
            return padded.joined(separator: "  ").withoutTrailingBlanks
        }
    }
}

extension String {
    func padded(to width: Int, right: Bool) -> String {
        let blanks = String(repeating: " ", count: max(0, width - count))
        return right ? blanks + self : self + blanks
    }

    fileprivate var withoutTrailingBlanks: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
