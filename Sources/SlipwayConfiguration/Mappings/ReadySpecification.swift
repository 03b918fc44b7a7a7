internal import SlipwayJSON

/// Key `ready` of an `exec`, where a program does not say itself that it is ready.
package struct ReadySpecification: Hashable, Sendable {
    /// The sign that it is ready.
    package enum Sign: Hashable, Sendable {
        /// A check succeeds.
        case check(HealthSpecification.Check)
        /// It writes a line with this text.
        case line(String)
        /// It has run for so long.
        case started(Duration)
    }

    package var sign: Sign
    /// The pause between two checks.
    package var every: Duration = .milliseconds(100)
    /// The longest time that one check may take.
    package var timeout: Duration = .seconds(5)

    /// Creates a specification with the default times.
    package init(sign: Sign) { self.sign = sign }

    /// The references in its texts, with repetitions.
    var references: [ValueReference] {
        if case .check(let check) = sign { check.references } else { [] }
    }
}

extension ReadySpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "ready",
            title: "Readiness",
            summary:
                "When a program is ready that does not say so itself: exactly one of `http`, `tcp`, `exec`, `line` and `started`.",
            manual: """
                Any process that answers at the port counts, not the program alone. So one that listens at an address of this
                machine before the program's first start makes that fail, unless the program has `sockets` (later ones do not look); and
                `replace: overlap` takes no `tcp` and no `http`. Where it can, let a program say so itself, or use a Unix socket,
                whose listener is looked at. The checks begin when it was executed, and last as long
                as the operation's `timeout` allows; what they lack is in the status line.
                """
        )
    }

    static func read(_ keys: inout Keys) -> ReadySpecification? {
        var signs = Alternatives<Sign>("sign")
        keys.alternative("http", of: &signs, .probe) { .check(.http($0)) }
            .means(
                "A URL answers with a status from 200 to 399, or with an expected one.",
                example: "\"http://localhost:8080/ready\""
            )
        keys.alternative("tcp", of: &signs, .hostAndPort) { .check(.tcp($0)) }
            .means(
                "`HOST:PORT` accepts a connection, which is closed without a byte.",
                example: "\"localhost:5432\""
            )
        keys.alternative("exec", of: &signs, .exec(.health)) { .check(.exec($0)) }
            .means("A program exits with 0.", example: "[/usr/bin/pg_isready]")
        keys.alternative("line", of: &signs, .text("a text without line ends"), Sign.line)
            .means(
                "It writes this text in a line, to standard output or standard error; colours in it do not "
                    + "matter, and the line need not end.",
                example: "\"ready to accept connections\""
            )
        keys.alternative("started", of: &signs, .duration(), Sign.started)
            .means(
                "It has run for so long since it was executed: for one that gives no sign, and that ends soon "
                    + "if it cannot work.",
                example: "2s"
            )
        var ready = ReadySpecification(sign: .line(""))
        keys.read("every", &ready.every, .duration(.milliseconds(10)))
            .means("The pause between two checks.", example: "1s")
        keys.read("timeout", &ready.timeout, .duration())
            .means("How long one check may take.", example: "1s")
        guard let sign = keys.one(of: signs, orElse: "waits for nothing")?.value else { return nil }
        ready.sign = sign
        if case .line(let text) = sign, text.isEmpty || text.contains(where: \.isNewline) {
            keys.report("has no text to look for in one line; add line: TEXT")
        }
        return ready
    }
}
