/// No daemon has a socket in any of the places where it may be.
struct NoSocket: Error, Hashable {
    /// The service; `nil` for any.
    let app: String?
    /// The paths that were searched.
    let places: [String]
    /// Why a folder that the environment names was not searched; `nil` if it was.
    var asideReason: String?
}

extension NoSocket: CustomStringConvertible {
    var description: String {
        let subject = app.map { "'\($0)'" } ?? "a service"
        let searched =
            places.isEmpty
            ? "no folder of this user is known" : "no socket at \(places.joined(separator: " or "))"
        let aside = asideReason.map { "; \($0)" } ?? ""
        return "cannot find \(subject): \(searched)\(aside); name another place with --socket"
    }
}
