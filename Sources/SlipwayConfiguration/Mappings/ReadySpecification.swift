package import Slipway
internal import SlipwayJSON

/// A check that is asked until a program is ready.
package struct ReadyCheck: Hashable, Sendable {
    package var check: HealthSpecification.Check
    /// The longest time that one check may take.
    package var timeout: Duration
}

extension ProgramReadiness where Text == Template, Check == ReadyCheck {
    /// The references in its texts, with repetitions.
    var references: [ValueReference] {
        switch self {
        case .socket(let path): path.references
        case .check(let ready, _): ready.check.references
        case .started, .settled, .notify, .line: []
        }
    }
}

/// Key `ready` of an `exec`, where a program does not say itself that it is ready.
extension ProgramReadiness: Mapping where Text == Template, Check == ReadyCheck {
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

    static func read(_ keys: inout Keys) -> ProgramReadiness? {
        var (every, timeout) = (Duration.milliseconds(100), Duration.seconds(5))
        func check(_ check: HealthSpecification.Check) -> ProgramReadiness {
            .check(ReadyCheck(check: check, timeout: timeout), every: every)
        }
        var signs = Alternatives<ProgramReadiness>("sign")
        keys.alternative("http", of: &signs, .probe) { check(.http($0)) }
            .means(
                "A URL answers with a status from 200 to 399, or with an expected one.",
                example: "\"http://localhost:8080/ready\""
            )
        keys.alternative("tcp", of: &signs, .hostAndPort) { check(.tcp($0)) }
            .means(
                "`HOST:PORT` accepts a connection, which is closed without a byte.",
                example: "\"localhost:5432\""
            )
        keys.alternative("exec", of: &signs, .exec(.health)) { check(.exec($0)) }
            .means("A program exits with 0.", example: "[/usr/bin/pg_isready]")
        keys.alternative(
            "line",
            of: &signs,
            .text("a text without line ends"),
            ProgramReadiness.line
        )
        .means(
            "It writes this text in a line, to standard output or standard error; colours in it do not "
                + "matter, and the line need not end.",
            example: "\"ready to accept connections\""
        )
        keys.alternative("started", of: &signs, .duration(), ProgramReadiness.settled)
            .means(
                "It has run for so long since it was executed: for one that gives no sign, and that ends soon "
                    + "if it cannot work.",
                example: "2s"
            )
        keys.read("every", &every, .duration(.milliseconds(10)))
            .means("The pause between two checks.", example: "1s")
        keys.read("timeout", &timeout, .duration())
            .means("How long one check may take.", example: "1s")
        guard let ready = keys.one(of: signs, orElse: "waits for nothing")?.value else {
            return nil
        }
        switch ready {
        case .check(let ready, _): return check(ready.check)
        case .line(let text):
            if text.isEmpty || text.contains(where: \.isNewline) {
                keys.report("has no text to look for in one line; add line: TEXT")
            }
            return ready
        case .started, .settled, .notify, .socket: return ready
        }
    }
}
