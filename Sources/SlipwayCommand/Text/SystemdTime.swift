/// Time spans as systemd reads and prints them; see systemd.time(7).
enum SystemdTime {
    /// `1min 30s`, `500ms`, `1h30m`, `90` for seconds; `nil` for anything else, also for `infinity`.
    static func span(_ text: some StringProtocol) -> Duration? {
        var sum = Duration.zero
        var rest = text.drop { $0 == " " }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...].drop { $0 == " " }
            let unit = rest.prefix { $0.isLetter }
            rest = rest[unit.endIndex...].drop { $0 == " " }
            guard let number = Double(digits), let length = units[unit.isEmpty ? "s" : String(unit)]
            else { return nil }
            // A whole number stays exact.
            sum += Int(digits).map { length * $0 } ?? length * number
        }
        return sum
    }

    private static let units: [String: Duration] = {
        let names: [(String, Duration)] = [
            ("us usec", .microseconds(1)), ("ms msec", .milliseconds(1)),
            ("s sec second seconds", .seconds(1)), ("m min minute minutes", .seconds(60)),
            ("h hr hour hours", .seconds(3600)), ("d day days", .seconds(86400)),
            ("w week weeks", .seconds(604_800)), ("M month months", .seconds(2_629_800)),
            ("y year years", .seconds(31_557_600)),
        ]
        var units: [String: Duration] = [:]
        for (words, length) in names {
            for word in words.split(separator: " ") { units[String(word)] = length }
        }
        return units
    }()
}
