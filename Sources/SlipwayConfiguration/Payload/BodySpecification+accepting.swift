package import SlipwayJSON

extension BodySpecification {
    /// Refuses a valid payload that the body could not use: with a NUL character in a text that
    /// cannot have one.
    ///
    /// - Throws: The key, and why.
    package func accept(_ payload: JSONObject) throws(PayloadFault) {
        for template in textsWithoutNUL {
            for case .payload(let path) in template.references {
                guard case .string(let text) = JSON.object(payload).value(at: path),
                    text.utf8.contains(0)
                else { continue }
                throw PayloadFault(
                    key: path.joined(separator: "."),
                    reason: "has a NUL character, which no argument, variable, header or file name "
                        + "can have; leave it out"
                )
            }
        }
    }
}

extension JSON {
    /// The part at a path of keys and indices; `nil` if there is none.
    fileprivate func value(at path: [String]) -> JSON? {
        var value: JSON? = self
        for key in path {
            switch value {
            case .object(let object): value = object[key]
            case .array(let elements):
                value = Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: return nil
            }
        }
        return value
    }
}
