/// What the server says to one case after another.
struct AnswerMaker {
    private static let statuses = [
        "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect",
        "308 Permanent Redirect",
    ]
    private static let plain = [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\u{1F}\u{8}00",
        "HTTP/1.1 404 Not \u{1B}[31mFound\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull",
        "HTTP/1.0 200 \r\n\r\n\"text\"", "HTTP/1.1 999 \r\n\r\n", "nonsense\r\n\r\n", "",
    ]

    private let locations: Mutator

    init(_ locations: Mutator) { self.locations = locations }

    /// The first answer points to `location`; what follows may be anything.
    func answers(pointingTo location: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var answers = [redirect(to: location, &random)]
        for _ in 0..<random.below(3) {
            answers.append(
                random.chance(50)
                    ? redirect(to: locations.input(&random), &random)
                    : Array(random.pick(Self.plain).utf8)
            )
        }
        answers.append(Array(random.pick(Self.plain).utf8))
        if random.chance(10) {
            let bytes = Mutator(corpus: answers, tokens: locations.tokens, longest: 100_000)
            answers[random.below(answers.count)] = bytes.input(&random)
        }
        return answers
    }

    private func redirect(to location: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let start = "HTTP/1.1 \(random.pick(Self.statuses))\r\nContent-Length: 0\r\nLocation: "
        return Array(start.utf8) + location + Array("\r\n\r\n".utf8)
    }
}
