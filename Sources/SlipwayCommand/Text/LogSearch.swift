internal import SlipwayClient
internal import SlipwayInterface

/// The search for the lines of a service in the journal: by the unit that the journal itself has
/// seen them come from, since every other field is the writer's to choose.
struct LogSearch: Hashable {
    /// The origin of the lines that are wanted.
    enum Subject: Hashable {
        /// An operation, a kind of action or an action; with the identity that begins with the
        /// name, if one does.
        case named(String, id: String? = nil)
        /// A run of a program that has ended, in the present run of the unit; with its process.
        case run(String, pid: Int32)
        /// An operation, or (`nil`) all, in another launch.
        case launch(String, of: String?)
    }

    private let unit: String
    private let owner: ServiceOwner
    /// The run of the unit that is wanted; `nil` for all of them.
    private let invocationID: String?
    /// The present run of the unit; `nil` if that is not known.
    private let presentID: String?

    /// Takes the place where a service says that its lines are.
    ///
    /// - Throws: The lines are not in the journal, or cannot be found there.
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
            throw .cannot("the present run of \(unit) is not known; does \(unit) run?")
        }
        self.unit = unit
        owner = place.isUserUnit ? .user : .system
        presentID = place.invocationID
        invocationID = onlyCurrent ? presentID : nil
    }

    /// The arguments of journalctl.
    ///
    /// - Parameter subjects: Whose lines; none for the whole service, with what systemd says of its unit.
    /// - Returns: Options and matches.
    func arguments(for subjects: [Subject]) -> [String] {
        let run = Self.match(invocationID)
        let (field, option) =
            switch owner {
            case .system: ("_SYSTEMD_UNIT", "--unit")
            case .user: ("_SYSTEMD_USER_UNIT", "--user-unit")
            }
        let place = "\(field)=\(unit)"
        let trusted = [place] + run
        guard !subjects.isEmpty else {
            guard run.isEmpty else { return trusted }
            return ["\(option)=\(unit)"]
        }
        let groups = subjects.flatMap { subject in
            // The number of a process is unique only within one run of the unit: after a reboot, or
            // in a later run, the same program may have it again.
            let isRun = if case .run = subject { true } else { false }
            return subject.alternatives.map {
                isRun ? [place] + Self.match(presentID) + $0 : trusted + $0
            }
        }
        return Array(groups.joined(separator: ["+"]))
    }

    /// Tells whether the journal has a line of a name, as far as this user may read it; blocks as journalctl does.
    ///
    /// - Returns: `nil` if that cannot be found out.
    func hasLines(of name: String) -> Bool? {
        let words = ["journalctl", "--quiet", "--lines=1", "--output=cat"]
        // A failure of journalctl is told when it runs for the lines themselves.
        return (try? CommandOutput.read(words + arguments(for: [.named(name)]), isQuiet: true))
            .map { !$0.isEmpty }
    }

    private static func match(_ invocationID: String?) -> [String] {
        invocationID.map { ["_SYSTEMD_INVOCATION_ID=\($0)"] } ?? []
    }
}

extension LogSearch.Subject {
    /// The matches, one of which a line must meet as a whole.
    fileprivate var alternatives: [[String]] {
        switch self {
        case .named(let name, let id):
            [["LAUNCH_OPERATION=\(name)"], ["LAUNCH_ACTION_ID=\(id ?? name)"]]
        case .run(let name, let pid): [["LAUNCH_OPERATION=\(name)", "LAUNCH_PID=\(pid)"]]
        case .launch(let id, let name):
            [["LAUNCH_ID=\(id)"] + (name.map { ["LAUNCH_OPERATION=\($0)"] } ?? [])]
        }
    }
}
