internal import Slipway
internal import SlipwayClient

/// No daemon has a socket in any of the places where it may be.
struct NoSocket: ServiceAbsence, Hashable {
    /// The service; `nil` for any.
    let app: String?
    /// The owner of the service; `nil` for either.
    var owner: ServiceOwner?
    /// The paths that were searched.
    let places: [String]
    /// Why a folder that the environment names was not searched; `nil` if it was.
    var asideReason: String?
}

extension NoSocket {
    /// A line that says whether the service does not run, its name is misspelt, or it does not
    /// exist; and what to do.
    ///
    /// - Parameter known: The services that are known here.
    /// - Returns: The line.
    func words(_ known: KnownServices) -> String {
        guard let app else { return wordsOfAny(known) }
        if let unit = known.unit { return unit.advice + aside }
        if let folder = known.states[app] {
            return
                "'\(app)' does not run: there is only its state, in \(folder)\(aside); \(KnownServices.again); "
                + "'slipway --app \(app) history' shows its launches"
        }
        if known.names.contains(app) {
            return "'\(app)' does not run\(aside); \(KnownServices.again)"
        }
        if let name = NearestName.of(app, among: known.all.sorted()) {
            return
                "no service is named '\(app)'; did you mean '\(name)'? 'slipway list' shows those that there are"
        }
        return
            "no service '\(app)' is known here: \(searched)\(aside); 'slipway list' shows those that there are, and "
            + "--socket names another place"
    }

    private func wordsOfAny(_ known: KnownServices) -> String {
        let names = known.all.sorted()
        guard let first = names.first else {
            return
                "no service is known here: \(searched)\(aside); 'slipwayd --config FILE' runs one, and --socket "
                + "names another place"
        }
        let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return
            "no service runs here\(aside); known by name: \(shown)\(more); ask for one with its name, such as "
            + "'--app \(first)'"
    }

    private var searched: String {
        places.isEmpty
            ? "no folder of this user is known" : "no socket at \(places.joined(separator: " or "))"
    }

    private var aside: String { asideReason.map { "; \($0)" } ?? "" }
}
