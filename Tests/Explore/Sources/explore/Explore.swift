internal import Glibc

@testable import Exploration

/// Explores random launches: `explore [threads | actions] SEEDS [FIRST]`.
///
/// In virtual time, where a seed always gives the same launch, or, with `threads`, on real threads;
/// with `actions` the lives of launch actions over several launches that crash.
/// Prints one line for each seed that breaks a rule, and a summary; status 1 if there is one. With
/// one seed in virtual time it shows every event.
@main
enum Explore {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        let mode = arguments.first.flatMap { Mode(rawValue: $0) } ?? .launches
        if mode != .launches { arguments.removeFirst() }
        let numbers = arguments.map { UInt64($0) }
        guard case 1...2 = numbers.count, let count = numbers[0], count > 0,
            let first = numbers.count == 2 ? numbers[1] : 0
        else {
            print("usage: explore [threads | actions] SEEDS [FIRST]")
            exit(64)
        }
        let trace: ((String) -> Void)? = count == 1 ? { print($0) } : nil
        var broken = 0
        for seed in first..<first + count {
            let violations =
                switch mode {
                case .launches: Exploration.violations(seed: seed, trace: trace)
                case .threads: await ThreadedLaunch.violations(seed: seed)
                case .actions: BookExploration.violations(seed: seed, trace: trace)
                }
            guard !violations.isEmpty else { continue }
            broken += 1
            print("seed \(seed): \(violations.joined(separator: "; "))")
        }
        print(
            "\(count) \(mode == .actions ? "lives of actions" : "launches") from seed \(first): \(broken) broke a rule"
        )
        exit(broken == 0 ? 0 : 1)
    }

    private enum Mode: String { case launches, threads, actions }
}
