extension [ConfigurationFault] {
    /// The most further places that are named of one fault.
    private static var placesNamed: Int { 20 }

    /// The same faults, with one in place of several that have the same reason: it stands at the
    /// first place, and names the others behind the reason.
    package var gathered: [ConfigurationFault] {
        var groups: [[ConfigurationFault]] = []
        var numbers: [[String]: Int] = [:]
        for fault in self {
            let words = [fault.reason] + fault.details
            if let number = numbers[words] {
                groups[number].append(fault)
            } else {
                numbers[words] = groups.count
                groups.append([fault])
            }
        }
        return groups.compactMap { faults in
            guard var fault = faults.first, faults.count > 1 else { return faults.first }
            let places = faults.dropFirst().prefix(Self.placesNamed).map { $0.place(after: fault) }
            let rest = faults.count - 1 - places.count
            fault.reason += "; the same at " + places.joined(separator: ", ")
            if rest > 0 { fault.reason += " and \(rest) more" }
            return fault
        }
    }
}

extension ConfigurationFault {
    /// The place of the fault, as it is named behind another one: `12:9 (operations.a.exec)`.
    fileprivate func place(after other: ConfigurationFault) -> String {
        let file = file == other.file ? "" : file
        let position = line > 0 ? "\(line):\(column)" : ""
        let place = [file, position].filter { !$0.isEmpty }.joined(separator: ":")
        return place.isEmpty ? key : key.isEmpty ? place : "\(place) (\(key))"
    }
}
