internal import SlipwayClient
internal import SlipwaySystem

/// Finds the folders in which services may store their state.
struct StateSearch {
    /// The folders that have a folder for each service: the system's, then the user's.
    private let roots: [(owner: ServiceOwner, folder: String)]

    /// Takes the folders to search: those that systemd has for units of the system, and for units
    /// of a user, also in older versions.
    init(system: String = "/var/lib", _ user: UserFolders) {
        let folders: [(ServiceOwner, String?)] = [
            (.system, system), (.user, user.state), (.user, user.configuration),
        ]
        roots = folders.compactMap { owner, folder in folder.map { (owner, "\($0)/slipway") } }
    }

    /// The folders of a service.
    ///
    /// - Parameters:
    ///   - app: The name of the service; `nil` for the only one that there is.
    ///   - owner: Whose service it is; `nil` for either's.
    /// - Returns: The folders, which may not be there; none if it is not known which service is
    ///   meant.
    func folders(of app: String?, _ owner: ServiceOwner? = nil) -> [String] {
        let roots = roots.filter { owner == nil || $0.owner == owner }.map(\.folder)
        if let app { return roots.map { "\($0)/\(app)" } }
        let found = roots.flatMap { root in Self.folders(in: root) }
        return found.count == 1 ? found : []
    }

    /// The folder of each service that has one.
    ///
    /// - Parameter owner: Whose services; `nil` for either's.
    /// - Returns: The folders by the name of the service.
    func all(_ owner: ServiceOwner? = nil) -> [String: String] {
        let folders = roots.filter { owner == nil || $0.owner == owner }
            .flatMap { Self.folders(in: $0.folder) }
        // Of two services with one name, the system's counts.
        return Dictionary(
            folders.map { ($0.split(separator: "/").last.map(String.init) ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The folders of services in a root; none where this user may not look.
    private static func folders(in root: String) -> [String] {
        ((try? FolderEntry.all(in: root)) ?? []).filter { entry in
            // A user's configurations may be in the same folder.
            entry.kind != .file && !entry.name.hasPrefix(".") && !entry.name.hasSuffix(".d")
        }.map { "\(root)/\($0.name)" }
    }
}
