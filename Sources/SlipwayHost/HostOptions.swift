/// The places where a service listens and stores launch actions, and the rights of its users.
public struct HostOptions: Hashable, Sendable {
    /// Users and groups, by their names or numbers.
    public struct Principals: Hashable, Sendable {
        /// The users.
        public var users: Set<String>
        /// The groups.
        public var groups: Set<String>

        /// Creates a set of users and groups.
        public init(users: Set<String> = [], groups: Set<String> = []) {
            self.users = users
            self.groups = groups
        }
    }

    /// The need of a service for the place where launch actions are stored.
    public enum Storage: String, CaseIterable, Hashable, Sendable {
        /// The service goes on, degraded: kinds that have to be stored are refused, and the place
        /// is tried again for ever.
        case optional
        /// The service is not ready before it has the place, and fails when it cannot have it.
        case required
    }

    /// The path to which the control socket is bound; `nil`, the default: the activation socket
    /// named `varlink`, or `/run/slipway/NAME/org.slipway.Launch`.
    ///
    /// A path while systemd passes a control socket is an error: senders at that one would wait for
    /// ever.
    public var socket: String?
    /// The folder in which launch actions are stored until they have ended; `nil`, the default: the
    /// first of `$STATE_DIRECTORY`, or nowhere.
    ///
    /// If the folder is not there it is made, for the service's own user alone; its parent has to
    /// be there.
    public var stateDirectory: String?
    /// The consequence when ``stateDirectory`` cannot be used: it is locked by another process for
    /// longer than the deadline of the launch, of a newer version, read-only; default, it is
    /// optional.
    public var storage: Storage
    /// The most bytes that launch actions, kept values and the history may take in ``stateDirectory``; `nil`, the
    /// default, for 1 GiB, and at most a tenth of the file system.
    ///
    /// A smaller number than 1,048,576 counts as that. Besides, there are a log, and a reserve for
    /// a full disk, of some 4 MiB each. Beyond 80 per cent of the number the launch says so, and
    /// payloads of actions that have ended go before their time; near the number, new actions are
    /// refused.
    public var storageMaximum: Int?
    /// The users who may cancel, retry and pause, besides root and the service's own user; by
    /// default no other user.
    public var operators: Principals
    /// The users who may send actions of a kind, besides operators; default, for each kind that is
    /// not here: every user who can connect.
    ///
    /// Each kind has to be declared.
    public var allow: [String: Principals]
    /// The place where the service answers those who ask by HTTP whether it is ready:
    /// `127.0.0.1:8081`, `[::1]:8081`, `:8081` for every address of the machine, or the absolute
    /// path of a Unix socket; `nil`, the default, for none.
    ///
    /// The service answers GET and HEAD at `/startup`, `/ready` and `/live`, from before the first
    /// operation until the last has ended. Every process that reaches the place may ask. A text
    /// that is no such place is a fault of the program; a place that cannot be had keeps the
    /// service from starting.
    public var probes: String?
    /// The service's own version, which `slipway introspect` shows beside that of Slipway; `nil`,
    /// the default, for none.
    public var version: String?

    /// Creates options; each default is that of its property.
    public init(
        socket: String? = nil,
        stateDirectory: String? = nil,
        storage: Storage = .optional,
        storageMaximum: Int? = nil,
        operators: Principals = Principals(),
        allow: [String: Principals] = [:],
        probes: String? = nil,
        version: String? = nil
    ) {
        self.socket = socket
        self.stateDirectory = stateDirectory
        self.storage = storage
        self.storageMaximum = storageMaximum
        self.operators = operators
        self.allow = allow
        self.probes = probes
        self.version = version
    }
}
