/// The right of a service to make control groups for its programs.
package enum GroupRights: Hashable, Sendable {
    /// The service may make groups, and these controllers of the kernel limit what is in them.
    case there(controllers: Set<String>)
    /// The service may not: why, and what to do, as a sentence without its full stop.
    case absent(String)

    /// Why a limit cannot hold; `nil` if it can.
    package func lack(for resource: GroupResource) -> String? {
        switch self {
        case .absent(let reason): return reason
        case .there(let controllers):
            guard !controllers.contains(resource.controller) else { return nil }
            return
                "the kernel's controller '\(resource.controller)' is not there for the service's control group"
        }
    }
}
