/// The programs that operations started, and parts that stay: their states, as they are told.
extension LaunchMachine {
    /// A program was started, became ready or ended.
    mutating func programChanged(_ program: ProgramStatus) {
        guard !course.hasEnded else { return }
        let program = parts.note(program)
        tell { .programChanged(program, degraded: $0.isDegraded) }
    }

    /// A reload is over that has ended programs, unless it has started them again.
    mutating func endGivingWay() {
        for program in parts.endGivingWay() { programChanged(program) }
    }
}
