internal import Glibc

@testable import Exploration

/// Explores random launches: `explore [threads] SEEDS [FIRST]`.
///
/// In virtual time, where a seed always gives the same launch, or, with `threads`, on real threads.
/// Prints one line for each seed that breaks a rule, and a summary; status 1 if there is one. With
/// one seed in virtual time it shows every event.
@main
enum Explore {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        let isThreaded = arguments.first == "threads"
        if isThreaded { arguments.removeFirst() }
        let numbers = arguments.map { UInt64($0) }
        guard case 1...2 = numbers.count, let count = numbers[0], count > 0,
            let first = numbers.count == 2 ? numbers[1] : 0
        else {
            print("usage: explore [threads] SEEDS [FIRST]")
            exit(64)
        }
        let trace: ((String) -> Void)? = count == 1 ? { print($0) } : nil
        var broken = 0
        for seed in first..<first + count {
            let violations =
                isThreaded
                ? await ThreadedLaunch.violations(seed: seed)
                : Exploration.violations(seed: seed, trace: trace)
            guard !violations.isEmpty else { continue }
            broken += 1
            print("seed \(seed): \(violations.joined(separator: "; "))")
        }
        print("\(count) launches from seed \(first): \(broken) broke a rule")
        exit(broken == 0 ? 0 : 1)
    }
}
