/// The parts of a launch, by their operations, and the programs that operations started.
struct Parts: Sendable {
    private var parts: [Int: Part] = [:]
    /// The states of parts and programs, as they were last told.
    private(set) var programs = ProgramList()
    /// The names of the parts and programs that a reload ends to replace them.
    private var givingWay: Set<String> = []

    /// A part, once it was started.
    subscript(index: Int) -> Part? {
        get { parts[index] }
        _modify { yield &parts[index] }
    }

    /// The numbers of the operations of all parts, ascending.
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

    /// A reload is about to end a part or a program to replace it: until ``endGivingWay()`` the
    /// launch does not lack it.
    mutating func giveWay(_ name: String) { givingWay.insert(name) }

    /// The reload is over.
    ///
    /// - Returns: The parts and programs that it has ended and not started again.
    mutating func endGivingWay() -> [ProgramStatus] {
        givingWay = []
        return programs.all.filter(\.givesWay)
    }
}
