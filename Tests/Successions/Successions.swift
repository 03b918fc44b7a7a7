#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Explores reloads of random services: `successions SEEDS [FIRST]`.
///
/// All that decides is the service's own: the planner, the undoings, the declared operations, both launches and their
/// actions. Only the order of the daemon's `Reloader` is written here again, without threads. A seed always gives the
/// same life. Prints one line for each that breaks a rule, and a summary; status 1 if there is one. With one seed it
/// shows every event.
@main
enum Successions {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
        guard case 1...2 = numbers.count, let count = numbers[0], count > 0,
            let first = numbers.count == 2 ? numbers[1] : 0
        else {
            print("usage: successions SEEDS [FIRST]")
            exit(64)
        }
        LooseTasks.takeAll()
        let trace: ((String) -> Void)? = count == 1 ? { print($0) } : nil
        var broken = 0
        for seed in first..<first + count {
            LooseTasks.shared.forget()
            let violations = Succession.violations(seed: seed, trace: trace)
            guard !violations.isEmpty else { continue }
            broken += 1
            print("seed \(seed): \(violations.joined(separator: "; "))")
        }
        print("\(count) successions from seed \(first): \(broken) broke a rule")
        exit(broken == 0 ? 0 : 1)
    }
}
