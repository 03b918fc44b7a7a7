internal import SlipwayInterface

/// The search for the lines of a service in the journal: by the unit that the journal itself has
/// seen them come from, since every other field is the writer's to choose.
struct LogSearch: Hashable {
    private let unit: String
    private let isUserUnit: Bool
    /// The run of the unit that is wanted; `nil` for all of them.
    private let invocationID: String?

    /// Takes the place where a service says that its lines are.
    ///
    /// - Throws: They are not in the journal, or cannot be found there.
    init(in place: LogPlace, onlyCurrent: Bool) throws(CommandFailure) {
        guard place.isJournal else {
            let output = place.output.map { ": \($0)" } ?? ""
            throw .cannot(
                "the service does not write to the journal; its lines are on its standard error\(output)"
            )
        }
        guard let unit = place.unit else {
            throw .cannot("the service runs in no unit; look for its lines with journalctl")
        }
        if onlyCurrent, place.invocationID == nil {
            throw .cannot("it is not known which run of \(unit) is the present one; is it running?")
        }
        self.unit = unit
        isUserUnit = place.isUserUnit
        invocationID = onlyCurrent ? place.invocationID : nil
    }

    /// The arguments of journalctl.
    ///
    /// - Parameters:
    ///   - name: An operation, a kind of action or the identity of an action; `nil` for the whole
    ///     service, with what systemd says of its unit.
    ///   - id: The identity that begins with the name; `nil` if there is none.
    /// - Returns: Options and matches.
    func arguments(for name: String?, id: String? = nil) -> [String] {
        let field = isUserUnit ? "_SYSTEMD_USER_UNIT" : "_SYSTEMD_UNIT"
        let run = invocationID.map { ["_SYSTEMD_INVOCATION_ID=\($0)"] } ?? []
        let trusted = ["\(field)=\(unit)"] + run
        guard let name else {
            guard run.isEmpty else { return trusted }
            return [isUserUnit ? "--user-unit=\(unit)" : "--unit=\(unit)"]
        }
        return trusted + ["LAUNCH_OPERATION=\(name)", "+"] + trusted
            + ["LAUNCH_ACTION_ID=\(id ?? name)"]
    }
}
