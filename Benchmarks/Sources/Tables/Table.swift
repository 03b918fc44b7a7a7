internal import Glibc

/// A Markdown table: names left, figures right.
struct Table {
    let title: String
    let heading: [String]
    private var rows: [[String]] = []

    init(_ title: String, _ heading: [String]) {
        self.title = title
        self.heading = heading
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    func write() {
        print("\n### \(title)\n")
        print("| \(heading.joined(separator: " | ")) |")
        print("| --- |\(String(repeating: " ---: |", count: heading.count - 1))")
        for row in rows { print("| \(row.joined(separator: " | ")) |") }
    }
}

extension Double {
    /// With a useful number of decimals, and a thousands separator.
    var short: String {
        guard self < 99.95 else { return Int(rounded()).grouped }
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Int {
    /// With a comma before every three digits.
    var grouped: String {
        var digits = String(magnitude)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return self < 0 ? "-\(digits)" : digits
    }
}

/// Shows the progress in one line that is overwritten.
func showProgress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    writeError("\r\u{1B}[K\(text)")
}

/// Writes to standard error.
func writeError(_ text: String) { _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
