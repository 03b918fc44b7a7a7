/// The server's answers to each case.
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
        "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 101 X\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 103 X\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
    ]
    /// The possible texts behind any status.
    private static let rests = [
        "\r\n", "Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\n{}", "\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
        "Content-Encoding: gzip\r\n\r\n{}", "Connection: upgrade\r\nUpgrade: x\r\n\r\n{}",
        "Connection: keep-alive\r\nContent-Length: 0\r\n\r\n",
    ]

    private let locations: Mutator

    init(_ locations: Mutator) { self.locations = locations }

    /// The first answer redirects to `location`; the following ones are arbitrary.
    func answers(pointingTo location: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var answers = [redirect(to: location, &random)]
        for _ in 0..<random.below(3) {
            switch random.below(4) {
            case 0..<2: answers.append(redirect(to: locations.input(&random), &random))
            case 2: answers.append(Array(random.pick(Self.plain).utf8))
            default: answers.append(anyStatus(&random))
            }
        }
        answers.append(random.chance(20) ? anyStatus(&random) : Array(random.pick(Self.plain).utf8))
        if random.chance(20) { answers[0] = anyStatus(&random) + answers[0] }
        if random.chance(10) {
            let bytes = Mutator(corpus: answers, tokens: locations.tokens, longest: 100_000)
            answers[random.below(answers.count)] = bytes.input(&random)
        }
        return answers
    }

    /// An answer with a three-digit status, and perhaps a second one after it.
    private func anyStatus(_ random: inout SeededGenerator) -> [UInt8] {
        var text = ""
        for _ in 0...random.below(2) {
            // Half of them from 000 to 299, where most special statuses are.
            let status = "\(1000 + random.below(random.chance(50) ? 300 : 1000))".dropFirst()
            text += "HTTP/1.1 \(status) X\r\n\(random.pick(Self.rests))"
        }
        return Array(text.utf8)
    }

    private func redirect(to location: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let start = "HTTP/1.1 \(random.pick(Self.statuses))\r\nContent-Length: 0\r\nLocation: "
        return Array(start.utf8) + location + Array("\r\n\r\n".utf8)
    }
}
