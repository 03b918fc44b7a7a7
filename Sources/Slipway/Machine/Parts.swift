/// The parts of a launch that stay: bodies that go on, by their operations, and the programs that operations started.
struct Parts: Sendable {
    private var parts: [Int: Part] = [:]
    /// The states of parts and programs, as they were last told.
    private(set) var programs = ProgramList()
    /// The names of those that a reload ends for what takes their place.
    private var givingWay: Set<String> = []

    /// A part, once it was started.
    subscript(index: Int) -> Part? {
        get { parts[index] }
        _modify { yield &parts[index] }
    }

    /// The numbers of all parts, ascending.
    var all: [Int] { parts.keys.sorted() }

    /// A program was started, became ready or ended.
    ///
    /// - Returns: What is to be told of it.
    mutating func note(_ program: ProgramStatus) -> ProgramStatus {
        var program = program
        program.givesWay = program.state != .running && givingWay.contains(program.name)
        programs.set(program)
        return program
    }

    /// A reload is about to end one for what takes its place: until ``endGivingWay()`` the launch does not lack it.
    mutating func giveWay(_ name: String) { givingWay.insert(name) }

    /// The reload is over.
    ///
    /// - Returns: Those that it has ended and not started again.
    mutating func endGivingWay() -> [ProgramStatus] {
        givingWay = []
        return programs.all.filter(\.givesWay)
    }
}
