internal import ArgumentParser
internal import Glibc
internal import SlipwaySystem

/// `slipway manual-pages` writes the manual, for those who package it.
struct ManualPages: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "manual-pages",
        abstract: "Write the manual pages into a folder, for man(1).",
        discussion: """
            The folder gets folders such as 'man1' with the pages. They have the date of SOURCE_DATE_EPOCH, \
            or that of today.
            """,
        shouldDisplay: false
    )

    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    func run() throws {
        let date = try Self.date(of: ProcessEnvironment.variable("SOURCE_DATE_EPOCH"))
        try Self.make(folder)
        for page in try Manual.all() {
            let path = "\(folder)/\(page.path)"
            try Self.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
            let file = try WholeFile(at: path)
            try file.write(page.roff(date: date))
            try file.finish()
        }
    }

    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw CommandFailure.cannot("cannot make \(folder): \(ErrorNumber.current)")
        }
    }

    /// The day of a number of seconds since 1970, in UTC; today without a number.
    static func date(of text: String?) throws(CommandFailure) -> String {
        var seconds = time(nil)
        if let text {
            guard let number = Int(text), number >= 0 else {
                throw .usage("SOURCE_DATE_EPOCH is a number of seconds, not '\(text)'")
            }
            seconds = number
        }
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else {
            throw .usage("SOURCE_DATE_EPOCH is no time that the calendar has: '\(text ?? "")'")
        }
        let day = [parts.tm_mon + 1, parts.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(Int(parts.tm_year) + 1900)-\(day.joined(separator: "-"))"
    }
}
