/// The programs of a launch, in the order of their first start, found by name.
struct ProgramList: Sendable {
    private(set) var all: [ProgramStatus] = []
    private var places: [String: Int] = [:]
    private var troubled = 0

    init(_ programs: [ProgramStatus] = []) {
        for program in programs { set(program) }
    }

    /// A program is in trouble.
    var isTroubled: Bool { troubled > 0 }

    subscript(name: String) -> ProgramStatus? { places[name].map { all[$0] } }

    /// Adds or replaces a program.
    ///
    /// - Returns: Its status before; `nil` for a new one.
    @discardableResult
    mutating func set(_ program: ProgramStatus) -> ProgramStatus? {
        if program.isTrouble { troubled += 1 }
        guard let place = places[program.name] else {
            places[program.name] = all.count
            all.append(program)
            return nil
        }
        let before = all[place]
        if before.isTrouble { troubled -= 1 }
        all[place] = program
        return before
    }
}
