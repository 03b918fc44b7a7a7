internal import Glibc

/// Finds the folders in which services may keep their state.
struct StateSearch {
    /// Each with one folder per service: the system's, then the user's.
    private let roots: [String]

    /// Takes the folders to search from `environment`: systemd's for units of the system, and for units of a
    /// user, of which older versions have another.
    init(system: String = "/var/lib", environment: (String) -> String?) {
        let home = environment("HOME")
        let user = [
            environment("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" },
            environment("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" },
        ]
        roots = ([system] + user.compactMap(\.self)).map { "\($0)/slipway" }
    }

    /// The folders of a service.
    ///
    /// - Parameter app: Its name; `nil` for the only one that there is.
    /// - Returns: The folders, which may not be there; none if it is not known which.
    func folders(of app: String?) -> [String] {
        if let app { return roots.map { "\($0)/\(app)" } }
        let found = roots.flatMap { root in Self.folders(in: root) }
        return found.count == 1 ? found : []
    }

    private static func folders(in root: String) -> [String] {
        guard let stream = opendir(root) else { return [] }
        defer { closedir(stream) }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { folders.append("\(root)/\(name)") }
        }
        return folders
    }
}
