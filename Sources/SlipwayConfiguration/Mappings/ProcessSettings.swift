internal import SlipwayJSON

/// The keys of `exec` that say how the kernel treats the process.
package struct ProcessSettings: Hashable, Sendable {
    /// Names or numbers; `nil`: the daemon's.
    package var user: String?
    package var group: String?
    /// `nil`: those of the user, if there is one, otherwise the daemon's.
    package var supplementaryGroups: [String]?
    /// `nil`: the daemon's.
    package var umask: UInt32?
    package var nice: Int?
    package var oomScoreAdjust: Int?
    package var limits = LimitsSpecification()
    package var resources = ResourcesSpecification()
    package var hasNoNewPrivileges = false
    /// The process gets no variables of the daemon's.
    package var hasClearEnvironment = false
    package var folders: [FolderSpecification] = []
    /// The signal that asks the process to end; one of ``SignalWord/ends``.
    package var stopSignal = SignalWord.term
    package var killMode = KillMode.main
    /// `nil`: that of the file.
    package var grace: Duration?

    /// The processes that get the ``stopSignal``.
    package enum KillMode: String, Hashable, Sendable, CaseIterable {
        /// The main process, and what is left once that has ended.
        case main
        /// All processes of the tree at once.
        case tree
    }

    /// Leaves everything as it is.
    package init() {}

    /// The process needs the capability to become another user.
    package var changesUser: Bool { user != nil || group != nil || supplementaryGroups != nil }
}

extension ProcessSettings {
    static func read(_ keys: inout Keys) -> ProcessSettings {
        var settings = ProcessSettings()
        keys.begin(part: "How a process runs", manual)
        settings.readAccount(&keys)
        settings.takeAccount(of: keys.decoder.defaults)
        settings.readShares(&keys)
        settings.readSurroundings(&keys)
        settings.readEnd(&keys)
        return settings
    }

    /// Declares `user`, `group`, `supplementaryGroups` and `umask`.
    private mutating func readAccount(_ keys: inout Keys) {
        keys.read("user", &user, .account, usual: "that of `defaults`, or the daemon's")
            .means(
                "The user that it runs as, by name or number; with it come the user's group and groups, and "
                    + "the variables `HOME`, `USER`, `LOGNAME` and `SHELL`; of a number without an entry in "
                    + "the user database none of these. Needs root.",
                example: "postgres"
            )
        keys.read(
            "group",
            &group,
            .account,
            usual: "that of `user` or of `defaults`, or the daemon's"
        )
        .means("The group that it runs as. Needs root.", example: "postgres")
        keys.read(
            "supplementaryGroups",
            &supplementaryGroups,
            .accounts,
            usual: "those of `user`, or the daemon's"
        )
        .means("The groups that it has besides. Needs root.", example: "[ssl-cert]")
        keys.read("umask", &umask, .mode, usual: "the daemon's")
            .means(
                "The permissions that its files do not get, in octal digits.",
                example: "\"0027\""
            )
    }

    /// Takes the user and the group of `defaults`, unless the process names a user itself.
    mutating func takeAccount(of defaults: OperationDefaults) {
        guard user == nil else { return }
        (user, group) = (defaults.user, group ?? defaults.group)
    }

    /// Declares `nice`, `limits`, `resources` and `oomScoreAdjust`.
    private mutating func readShares(_ keys: inout Keys) {
        keys.read("nice", &nice, .whole(-20...19), usual: "the daemon's")
            .means(
                "How it shares the processors, from -20 (most) to 19 (least). Less than the daemon's "
                    + "needs CAP_SYS_NICE.",
                example: "10"
            )
        keys.read("limits", &limits, .mapping, usual: "the daemon's")
            .means("Its resource limits.", example: "{ nofile: 4096, core: 0 }")
        keys.read("resources", &resources, .mapping, usual: "unlimited")
            .means(
                "How much it may take together with all that it starts. Needs a control group of its own.",
                example: "{ memoryMax: 256M, tasksMax: 100 }"
            )
        keys.read(
            "oomScoreAdjust",
            &oomScoreAdjust,
            .whole(-1000...1000),
            usual: "the daemon's"
        )
        .means(
            "The order in which the kernel kills when the machine's memory runs out, from -1000 (never) to "
                + "1000 (first). Less than the daemon's needs CAP_SYS_RESOURCE.",
            example: "500"
        )
    }

    /// Declares `noNewPrivileges`, `clearEnvironment` and `directories`.
    private mutating func readSurroundings(_ keys: inout Keys) {
        keys.read("noNewPrivileges", &hasNoNewPrivileges, .boolean)
            .means(
                "Whether programs that it runs, such as sudo, can gain no privileges.",
                example: "true"
            )
        keys.read("clearEnvironment", &hasClearEnvironment, .boolean)
            .means(
                "Whether it gets none of the daemon's variables, but for those of `environment`, of "
                    + "`environmentFiles`, the `LAUNCH_…` ones, and a `PATH` of the usual folders.",
                example: "true"
            )
        keys.read("directories", &folders, .folders, usual: "none")
            .means(
                "Directories that are made, if they are missing, before its operation starts it; they are its "
                    + "user's.",
                example: "[/run/shop, { path: /var/lib/shop, mode: \"0750\" }]"
            )
    }

    /// Declares `stopSignal`, `killMode` and `grace`.
    mutating func readEnd(_ keys: inout Keys) {
        keys.read("stopSignal", &stopSignal, .signal(SignalWord.ends))
            .change(.isTakenOver)
            .means("The signal that asks it to end.", example: "INT")
        keys.read("killMode", &killMode, .word)
            .change(.isTakenOver)
            .means(
                "The processes that get that signal. `main`: its main process, and once that has ended what is "
                    + "left of those that it started. `tree`: all of them at once.",
                example: "tree"
            )
        keys.read("grace", &grace, .duration(.zero), usual: "that of the file")
            .change(.isTakenOver)
            .means(
                "How long it may take to end before it is killed, if less than the `grace` of the file, which "
                    + "bounds all.",
                example: "2s"
            )
    }

    /// Leaves out what ``readEnd(_:)`` reads.
    mutating func forgetEnd() {
        let usual = ProcessSettings()
        (stopSignal, killMode, grace) = (usual.stopSignal, usual.killMode, usual.grace)
    }

    private static let manual = """
        A process has the user, the limits and the variables of the daemon, unless its `exec` says otherwise. What takes
        a right that the daemon has not is a fault as the service starts; `slipway check` says so, with `--unit NAME` of
        the unit that is to run it. The units that come with Slipway have a user of their own: a drop-in that makes the
        service root is among the examples. What names no user is root then, too, also the program of an action:
        [`defaults`](#defaults) gives all of them another one.

        Its variables also have `LAUNCH_ID`, the identity of the launch, and `LAUNCH_OPERATION`, the name of the operation or
        of the kind of action. A program of an action has `LAUNCH_ACTION_ID`, `LAUNCH_ACTION_ATTEMPT` (from 1) and
        `LAUNCH_ACTION_KEY`; a `beforeGivingUp` has `LAUNCH_REASON`, why the program ended, and `LAUNCH_RESTARTS`, how often
        it was started again.
        """
}

extension Kind where Value == String {
    /// A user or a group.
    static var account: Kind { Kind(.account) { $0.account($1)?.text } }
}

extension Kind where Value == [String] {
    fileprivate static var accounts: Kind {
        Kind(.list("names or numbers", of: .account)) { decoder, field in
            decoder.list(field, expected: "a list of groups, such as [ssl-cert]")?
                .compactMap { decoder.account($0)?.text }
        }
    }
}
