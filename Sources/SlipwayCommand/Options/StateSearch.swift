internal import SlipwayClient
internal import SlipwaySystem

/// Finds the folders in which services may keep their state.
struct StateSearch {
    /// Each with one folder per service: the system's, then the user's.
    private let roots: [(owner: ServiceOwner, folder: String)]

    /// Takes the folders to search: systemd's for units of the system, and for units of a user, of which older
    /// versions have another.
    init(system: String = "/var/lib", _ user: UserFolders) {
        let folders: [(ServiceOwner, String?)] = [
            (.system, system), (.user, user.state), (.user, user.configuration),
        ]
        roots = folders.compactMap { owner, folder in folder.map { (owner, "\($0)/slipway") } }
    }

    /// The folders of a service.
    ///
    /// - Parameters:
    ///   - app: Its name; `nil` for the only one that there is.
    ///   - owner: Whose service it is; `nil` for either's.
    /// - Returns: The folders, which may not be there; none if it is not known which.
    func folders(of app: String?, _ owner: ServiceOwner? = nil) -> [String] {
        let roots = roots.filter { owner == nil || $0.owner == owner }.map(\.folder)
        if let app { return roots.map { "\($0)/\(app)" } }
        let found = roots.flatMap { root in Self.folders(in: root) }
        return found.count == 1 ? found : []
    }

    /// Every service of which there is a folder, with that.
    ///
    /// - Parameter owner: Whose services; `nil` for either's.
    /// - Returns: The folders by name.
    func all(_ owner: ServiceOwner? = nil) -> [String: String] {
        let folders = roots.filter { owner == nil || $0.owner == owner }
            .flatMap { Self.folders(in: $0.folder) }
        // The system's first.
        return Dictionary(
            folders.map { ($0.split(separator: "/").last.map(String.init) ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The folders of services in a root; none where this user may not look.
    private static func folders(in root: String) -> [String] {
        ((try? FolderEntry.all(in: root)) ?? []).filter { entry in
            // Configurations of a user's may be there too.
            entry.kind != .file && !entry.name.hasPrefix(".") && !entry.name.hasSuffix(".d")
        }.map { "\(root)/\($0.name)" }
    }
}
