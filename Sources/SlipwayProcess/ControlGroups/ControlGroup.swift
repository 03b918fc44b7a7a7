internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A control group of the unified hierarchy (cgroup v2), as the kernel's files show it.
///
/// A group that is gone reads as one without processes.
struct ControlGroup: Hashable, Sendable {
    /// The group's folder.
    let path: String
    /// The group's name as `/proc/PID/cgroup` has it: from the root of the hierarchy that this
    /// process sees.
    let name: String

    /// The most bytes of a list of processes: some hundred thousand numbers.
    private static let longestList = 1 << 22
    /// The most bytes of any other file.
    private static let longestFile = 1 << 16
    /// The depth to which the groups below are looked into: a program may make groups of its own.
    private static let depth = 16

    init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// The group of that name in this one.
    func child(_ child: String) -> ControlGroup {
        ControlGroup(path: "\(path)/\(child)", name: name == "/" ? "/\(child)" : "\(name)/\(child)")
    }

    // MARK: Processes

    /// The processes in the group and in those below it, by number; none if the group is gone.
    ///
    /// - Throws: They cannot be read, for example without a free descriptor.
    func members() throws(ErrorNumber) -> [pid_t] {
        var found: Set<pid_t> = []
        var open = [(path: path, depth: 0)]
        while let (path, depth) = open.popLast() {
            // A process of another PID namespace reads as 0.
            found.formUnion(try numbers("\(path)/cgroup.procs").filter { $0 > 0 })
            guard depth < Self.depth else { continue }
            open += try Self.folders(in: path).map { ("\(path)/\($0)", depth + 1) }
        }
        return found.sorted()
    }

    /// Tells whether a process is in the group, or in one below it; `nil` if that is unknown, as of
    /// a process that has ended.
    func contains(_ pid: pid_t) -> Bool? {
        guard let bytes = ProcessFile.read("cgroup", of: pid),
            let own = Self.name(in: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return own == name || own.hasPrefix("\(name)/")
    }

    /// The name of the unified hierarchy's group in a text of `/proc/PID/cgroup`; `nil` if there is none.
    static func name(in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// A process is in the group, as the kernel says at once; `nil` if that is unknown.
    var isPopulated: Bool? {
        guard let text = read("cgroup.events") else { return nil }
        return Self.number("populated", in: text).map { $0 != 0 }
    }

    /// Kills every process in the group and below it at once, also those that start meanwhile and
    /// those that are frozen.
    ///
    /// Linux before 5.14 cannot; then each process has to be killed on its own.
    func kill() { _ = write("1", to: "cgroup.kill") }

    // MARK: Limits and use

    /// Writes a limit.
    ///
    /// On a group with more than the limit the kernel first takes memory back, which may take long.
    ///
    /// - Parameters:
    ///   - resource: The limit.
    ///   - value: See ``GroupResource/text(_:)``.
    /// - Returns: Why it does not hold; `nil` if it does.
    func set(_ resource: GroupResource, _ value: UInt64?) -> ErrorNumber? {
        write(resource.text(value), to: resource.file)
    }

    /// The number of the group's processes that the kernel killed for lack of memory, and the
    /// number of times that the group's own limit was the cause; `nil` if that is unknown.
    var kills: (all: Int, ownLimit: Int)? {
        guard let text = read("memory.events"), let all = Self.number("oom_kill", in: text) else {
            return nil
        }
        // The local file leaves out the limits of groups that a program has made in its own.
        let own = read("memory.events.local").flatMap { Self.number("oom", in: $0) }
        return (Int(clamping: all), Int(clamping: own ?? 0))
    }

    /// The number of processes that could not be started because of `tasksMax`; `nil` if that is unknown.
    var refusedTasks: Int? {
        read("pids.events").flatMap { Self.number("max", in: $0) }.map { Int(clamping: $0) }
    }

    /// The group's memory and tasks now, and its processor time and waits so far.
    var use: ResourceUse {
        ResourceUse(
            memory: wholeNumber("memory.current"),
            processorTime: read("cpu.stat").flatMap { Self.number("usage_usec", in: $0) }
                .map { .microseconds(Int64(clamping: $0)) },
            tasks: wholeNumber("pids.current"),
            memoryWait: read("memory.pressure").flatMap { Self.total(of: "some", in: $0) }
        )
    }

    private func wholeNumber(_ file: String) -> Int? {
        read(file).flatMap { UInt64($0.prefix { $0 != "\n" }) }.map { Int(clamping: $0) }
    }

    /// The number of a line such as `oom_kill 3`.
    static func number(_ key: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == key { return UInt64(words[1]) }
        }
        return nil
    }

    /// The sum of a line of pressure, such as `some avg10=0.00 avg60=0.00 avg300=0.00 total=12`.
    static func total(of line: String, in text: String) -> Duration? {
        let words = text.split(separator: "\n").first { $0.hasPrefix("\(line) ") }?
            .split(separator: " ")
        guard let word = words?.last, word.hasPrefix("total="), let sum = UInt64(word.dropFirst(6))
        else { return nil }
        return .microseconds(Int64(clamping: sum))
    }

    // MARK: Files

    /// Makes the group.
    ///
    /// - Throws: Why there is none; `EEXIST` if there is one.
    func make() throws(ErrorNumber) {
        guard mkdir(path, 0o755) == 0 else { throw .current }
    }

    /// Removes the group with those below it, if no process is in them.
    ///
    /// - Returns: Whether it is gone.
    func remove() -> Bool { Self.remove(path, depth: 0) }

    private static func remove(_ path: String, depth: Int) -> Bool {
        if rmdir(path) == 0 || errno == ENOENT { return true }
        guard depth < Self.depth, let folders = try? folders(in: path), !folders.isEmpty else {
            return false
        }
        for folder in folders where !remove("\(path)/\(folder)", depth: depth + 1) { return false }
        return rmdir(path) == 0 || errno == ENOENT
    }

    /// The text of one of the group's files; `nil` if there is none.
    func read(_ file: String) -> String? {
        guard let bytes = try? SmallFile.bytes(of: "\(path)/\(file)", limit: Self.longestFile)
        else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes one of the group's files; returns why that failed.
    func write(_ text: String, to file: String) -> ErrorNumber? {
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .current }
        defer { close(descriptor) }
        let count = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
        return count < 0 ? .current : nil
    }

    private func numbers(_ path: String) throws(ErrorNumber) -> [pid_t] {
        do throws(SmallFile.Failure) {
            let bytes = try SmallFile.bytes(of: path, limit: Self.longestList)
            return bytes.split(separator: UInt8(ascii: "\n"))
                .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        } catch {
            switch error {
            case .notRead(let number) where [ENOENT, ENODEV].contains(number.rawValue): return []
            // The group is threaded, which only its program can have done.
            case .notRead(let number) where number.rawValue == EOPNOTSUPP: return []
            case .notRead(let number): throw number
            case .notRegular: return []
            case .tooLong: throw ErrorNumber(E2BIG)
            }
        }
    }

    /// The folders in a folder; none if it is gone.
    static func folders(in path: String) throws(ErrorNumber) -> [String] {
        do throws(ErrorNumber) {
            return try FolderEntry.all(in: path).filter { $0.kind == .folder }.map(\.name)
        } catch {
            // A group may be removed while it is read.
            guard [ENOENT, ENODEV].contains(error.rawValue) else { throw error }
            return []
        }
    }
}
