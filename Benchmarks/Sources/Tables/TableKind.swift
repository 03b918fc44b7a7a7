/// The tables.
enum TableKind: String, CaseIterable {
    case verify, engines, cold, launches, repeated, sleepers, hop, check, breakdown

    func write(_ options: Options) {
        switch self {
        case .verify: Verification.write(options)
        case .engines: EngineTables.write(options)
        case .cold: ColdTable.write(options)
        case .launches: LaunchesTable.write(options)
        case .repeated: RepeatedTable.write(options)
        case .sleepers: SleepersTable.write(options)
        case .hop: HopTable.write(options)
        case .check: CheckTable.write(options)
        case .breakdown: BreakdownTable.write(options)
        }
    }
}
