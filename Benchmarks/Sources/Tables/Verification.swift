internal import Engines
internal import Glibc

/// Without timing: every engine runs every operation once, after its dependencies.
enum Verification {
    static func write(_ options: Options) {
        var faulty: [String] = []
        for engine in options.engines {
            for shape in Shape.Kind.allCases {
                for count in [2, 100, 1000] {
                    let cell = [engine.rawValue, shape.rawValue, String(count)]
                    guard case .measured(let figures) = Child.measure(cell + ["verify"]),
                        figures["right"] == 1
                    else {
                        faulty.append(cell.joined(separator: " "))
                        continue
                    }
                }
            }
        }
        guard faulty.isEmpty else {
            giveUp("wrong order, or no end: \(faulty.joined(separator: ", "))", status: 1)
        }
        print("\nEvery engine ran each of its graphs once and in order.")
    }
}
