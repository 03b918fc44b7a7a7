extension AnswerFailure {
    /// The table of the manual: each answer without a value, and whether a stored value may stand
    /// in.
    static var manual: String {
        let rows = [
            row("no name, no connection, no TLS or no answer in time", .noAnswer),
            row(
                "an answer that is cut short, whether by its length, its chunks or its compression",
                .noAnswer
            ),
            row("status \(statuses(.away))", .status(500)),
            row(
                "any other status that is no success: \(statuses(.refused)); so a redirect that is not followed",
                .status(404)
            ),
            row("a body of more than 1 MiB", .tooLong),
            row(
                "a body that cannot be read, such as a page in place of JSON (a captive portal)",
                .unreadable
            ),
        ]
        return (["| answer | the server | a kept value |", "| --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    private static func row(_ answer: String, _ failure: AnswerFailure) -> String {
        switch failure.server {
        case .away: "| \(answer) | is away | stands in |"
        case .refused: "| \(answer) | has refused | does not |"
        }
    }

    /// The status codes of one meaning, but for those of success.
    private static func statuses(_ server: Server) -> String {
        var ranges: [ClosedRange<Int>] = []
        for code in 100...599
        where !(200...299 ~= code) && AnswerFailure.status(code).server == server {
            if let last = ranges.last, last.upperBound == code - 1 {
                ranges[ranges.count - 1] = last.lowerBound...code
            } else {
                ranges.append(code...code)
            }
        }
        return ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }.joined(separator: ", ")
    }
}
