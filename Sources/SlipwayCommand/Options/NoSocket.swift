/// No daemon has a socket in any of the places where it may be.
struct NoSocket: Error, Hashable {
    /// The service; `nil` for any.
    let app: String?
    /// The paths that were searched.
    let places: [String]
}

extension NoSocket: CustomStringConvertible {
    var description: String {
        let subject = app.map { "'\($0)'" } ?? "a service"
        return "cannot find \(subject): no socket at \(places.joined(separator: " or ")); "
            + "name another place with --socket"
    }
}
