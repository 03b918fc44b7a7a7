/// The options of the command line.
struct Options {
    /// The part that is fuzzed.
    enum Target: String, CaseIterable {
        case frames, urls, configurations
    }

    static let usage = """
        usage: fuzz frames|urls|configurations [OPTION]…, in the folder of the package
          --count N       how many cases; default 10000
          --first N       the number of the first one; default 0
          --seed N        which cases; default 1
          --programs DIR  where slipwayd is; default .build/release
        """

    let target: Target
    var first = 0
    var count = 10_000
    var seed: UInt64 = 1
    var programs = ".build/release"
    /// The file for a worker's progress; `nil` for the supervisor.
    var progress: String?

    /// The numbers of the cases.
    var cases: Range<Int> { first..<first + count }

    /// Parses the arguments after the program's name; an option's value follows it.
    init(_ arguments: [String]) throws(UsageError) {
        guard let name = arguments.first, let target = Target(rawValue: name) else {
            throw UsageError("say what to fuzz")
        }
        self.target = target
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("'\(option)' has no value") }
            switch option {
            case "--count": count = try Self.number(value, option)
            case "--first": first = try Self.number(value, option)
            case "--seed": seed = try Self.number(value, option)
            case "--programs": programs = value
            case "--progress": progress = value
            default: throw UsageError("unknown option '\(option)'")
            }
        }
        guard count > 0, first >= 0, !first.addingReportingOverflow(count).overflow else {
            throw UsageError("there are no such cases")
        }
    }

    private static func number<Number: FixedWidthInteger>(
        _ text: String,
        _ option: String
    ) throws(UsageError) -> Number {
        guard let number = Number(text) else { throw UsageError("'\(option)' takes a number") }
        return number
    }
}

extension Options {
    /// The arguments that run some of the cases.
    func arguments(for cases: Range<Int>) -> [String] {
        [
            target.rawValue, "--seed", "\(seed)", "--first", "\(cases.lowerBound)",
            "--count", "\(cases.count)",
        ] + (target == .frames ? ["--programs", programs] : [])
    }

    /// The command that repeats some of the cases.
    func command(for cases: Range<Int>) -> String {
        let program = (target == .urls ? ["Tests/Fuzz/isolated"] : []) + [CommandLine.arguments[0]]
        return (program + arguments(for: cases)).joined(separator: " ")
    }
}

/// An invalid command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
