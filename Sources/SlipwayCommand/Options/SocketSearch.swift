internal import Glibc

/// Finds the control socket of a daemon by the places where one may be.
struct SocketSearch {
    /// The name of every control socket.
    static let socketName = "org.slipway.Launch"

    /// The folders that hold a folder for each service, the system's first.
    let roots: [String]
    /// What `$SLIPWAY_SOCKET` says.
    let fromEnvironment: String?

    /// Looks where `environment` says.
    init(systemRoot: String = "/run/slipway", environment: (String) -> String?) {
        let user = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 + "/slipway" }
        roots = [systemRoot] + (user.map { [$0] } ?? [])
        fromEnvironment = environment("SLIPWAY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Finds the one socket that is meant; blocks for a moment.
    ///
    /// - Parameters:
    ///   - socket: The path itself, which needs no search.
    ///   - app: The name of the service.
    /// - Returns: Its path, at which there may be nobody.
    /// - Throws: When there is no socket, or several and no name.
    func path(socket: String?, app: String?) throws(CommandFailure) -> String {
        if let socket { return socket }
        if let app { return named(app) }
        if let fromEnvironment { return fromEnvironment }
        let found = roots.flatMap { root in
            Self.folders(in: root).map { (app: $0, path: "\(root)/\($0)/\(Self.socketName)") }
        }.filter { Self.exists($0.path) }
        guard let first = found.first else {
            let places = roots.map { "\($0)/*/\(Self.socketName)" }.joined(separator: " and ")
            throw .cannot("cannot find a daemon: no socket at \(places); is one running?")
        }
        guard found.count == 1 else {
            let names = found.map { "'\($0.app)'" }.joined(separator: ", ")
            throw .cannot("cannot choose among the daemons of \(names); use --app")
        }
        return first.path
    }

    /// Why a name cannot be that of a service; `nil` if it can.
    static func fault(ofName name: String) -> String? {
        if name.isEmpty { return "a name has at least one letter" }
        let isPath = name.contains("/") || name == "." || name == ".."
        return isPath ? "a name is no path; use --socket for that" : nil
    }

    /// Where the service's socket is, or, if there is none, would be.
    private func named(_ app: String) -> String {
        let paths = roots.map { "\($0)/\(app)/\(Self.socketName)" }
        return paths.first(where: Self.exists) ?? paths.first ?? ""
    }

    private static func folders(in root: String) -> [String] {
        guard let stream = opendir(root) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Also true for one that may not be looked at: connecting will say so.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == EACCES }
        return status.st_mode & S_IFMT == S_IFSOCK
    }
}
