/// The programs that operations started, and the parts: their states, as they are told.
extension LaunchMachine {
    /// A program was started, became ready or ended.
    mutating func programChanged(_ program: ProgramStatus) {
        guard !course.hasEnded else { return }
        let program = parts.note(program)
        tell { .programChanged(program, degraded: $0.isDegraded) }
    }

    /// A reload is over: the launch lacks the programs from now on that the reload has ended and
    /// not started again.
    mutating func endGivingWay() {
        for program in parts.endGivingWay() { programChanged(program) }
    }
}
