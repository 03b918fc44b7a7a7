internal import Glibc

@testable import Exploration

/// Explores random launches in virtual time: `explore SEEDS [FIRST]`.
///
/// One line for each seed that breaks a rule, and a summary; status 1 if there is any. With one
/// seed, all that happens is shown.
@main
enum Explore {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
        guard case 1...2 = numbers.count, let count = numbers[0], count > 0,
            let first = numbers.count == 2 ? numbers[1] : 0
        else {
            print("usage: explore SEEDS [FIRST]")
            exit(64)
        }
        let trace: ((String) -> Void)? = count == 1 ? { print($0) } : nil
        var broken = 0
        for seed in first..<first + count {
            let violations = Exploration.violations(seed: seed, trace: trace)
            guard !violations.isEmpty else { continue }
            broken += 1
            print("seed \(seed): \(violations.joined(separator: "; "))")
        }
        print("\(count) schedules from seed \(first): \(broken) broke a rule")
        exit(broken == 0 ? 0 : 1)
    }
}
