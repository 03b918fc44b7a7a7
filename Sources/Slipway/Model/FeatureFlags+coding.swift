extension FeatureFlags: Codable {
    private enum Key: String, CodingKey {
        case flags, kept
    }

    /// An element of the list, whose decoding never fails: one odd flag must not hide the others.
    private struct Element: Decodable {
        private enum Key: String, CodingKey { case key }

        /// The flag; `nil` if the element is none.
        let flag: Flag?
        /// The key; `nil` if there is none that is text.
        let key: String?

        init(from decoder: any Decoder) {
            flag = try? Flag(from: decoder)
            let container = try? decoder.container(keyedBy: Key.self)
            let key = flag?.key ?? (try? container?.decode(String.self, forKey: .key))
            self.key = key?.isEmpty == true ? nil : key
        }
    }

    /// Reads the body of a bulk evaluation, or what was written of one.
    ///
    /// - Throws: `DecodingError` if there is no object with a list of flags, or no element of the
    ///   list is a flag.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        isCached = try container.decodeIfPresent(Bool.self, forKey: .kept) ?? false
        let elements = try container.decode([Element].self, forKey: .flags)
        let counts = elements.reduce(into: [ExactText: Int]()) { counts, element in
            if let key = element.key { counts[ExactText(key), default: 0] += 1 }
        }
        var told: Set<ExactText> = []
        for (index, element) in elements.enumerated() {
            guard let key = element.key else {
                faults.append("flags[\(index)] has no key that is text")
                continue
            }
            if counts[ExactText(key), default: 1] > 1 {
                if told.insert(ExactText(key)).inserted {
                    faults.append("flag '\(key)' is there more than once")
                }
            } else if let flag = element.flag {
                flags[ExactText(key)] = flag
            } else {
                faults.append("flag '\(key)' has a null in its value, or a field of another type")
            }
        }
        // A list without any flag that counts is no answer: stored flags, or the defaults of a
        // fallback, say more.
        guard flags.isEmpty, let fault = faults.first else { return }
        throw DecodingError.dataCorruptedError(
            forKey: .flags,
            in: container,
            debugDescription: fault
        )
    }

    /// Writes the flags so that they are known as stored ones when they are read again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(true, forKey: .kept)
        try container.encode(keys.compactMap { flags[ExactText($0)] }, forKey: .flags)
    }
}
