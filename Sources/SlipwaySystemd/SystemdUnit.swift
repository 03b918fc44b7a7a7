internal import CSystemd
internal import Glibc

/// The unit that a process belongs to, as its control group says: no process can choose another.
package enum SystemdUnit: Hashable, Sendable {
    /// A unit of the system's manager.
    case system(String)
    /// A unit of a user's manager.
    case user(String)

    /// The unit of this process; `nil` if it has none, as in a container.
    package static var own: SystemdUnit? {
        if let name = name(sd_pid_get_user_unit) { return .user(name) }
        return name(sd_pid_get_unit).map { .system($0) }
    }

    private static func name(
        _ ask: (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard ask(0, &text) >= 0, let text else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
