import SlipwayJSON

/// Checks JSON against the declarations of an interface.
struct InterfaceCheck {
    let interface: InterfaceText
    /// The faults, each with its position.
    private(set) var faults: [String] = []
    /// Every field that occurred, as `Operation.name`, and every word, as `Phase=ready`.
    private(set) var seen: Set<String> = []

    init(_ interface: InterfaceText) { self.interface = interface }

    mutating func check(_ json: JSON, _ kind: InterfaceText.Kind, _ place: String) {
        switch kind {
        case .bool: expect(json.boolValue != nil, place)
        case .int: expect(json.integerValue != nil, place)
        case .float: expect(json.doubleValue != nil, place)
        case .string: expect(json.stringValue != nil, place)
        case .object: expect(json.objectValue != nil, place)
        case .optional(let kind): check(json, kind, place)
        case .words(let words):
            let word = json.stringValue ?? ""
            expect(words.contains(word), "\(place)=\(word)")
            seen.insert("\(place)=\(word)")
        case .array(let kind):
            expect(json.arrayValue != nil, place)
            for element in json.arrayValue ?? [] { check(element, kind, place) }
        case .named(let name):
            guard let kind = interface.types[name] else { return faults.append(name) }
            check(json, kind, name)
        case .fields(let fields): check(json, fields, place)
        }
    }

    private mutating func check(
        _ json: JSON,
        _ fields: [InterfaceText.Field],
        _ place: String
    ) {
        guard let object = json.objectValue else { return faults.append(place) }
        for (key, value) in object {
            let name = "\(place).\(key)"
            guard let field = fields.first(where: { $0.name == key }) else {
                faults.append("\(name) is not declared")
                continue
            }
            seen.insert(name)
            check(value, field.kind, name)
        }
        for field in fields where object[field.name] == nil {
            if case .optional = field.kind { continue }
            faults.append("\(place).\(field.name) is missing")
        }
    }

    private mutating func expect(_ isSo: Bool, _ place: String) {
        if !isSo { faults.append("\(place) is of another type") }
    }
}

extension InterfaceText {
    /// Every field and every word under a declaration, in the form of ``InterfaceCheck/seen``.
    func declared(_ kind: Kind, _ place: String, _ known: inout Set<String>) {
        switch kind {
        case .bool, .int, .float, .string, .object: break
        case .optional(let kind), .array(let kind): declared(kind, place, &known)
        case .words(let words): known.formUnion(words.map { "\(place)=\($0)" })
        case .named(let name):
            guard let kind = types[name], known.insert(name).inserted else { return }
            declared(kind, name, &known)
            known.remove(name)
        case .fields(let fields):
            for field in fields {
                let name = "\(place).\(field.name)"
                guard known.insert(name).inserted else { continue }
                declared(field.kind, name, &known)
            }
        }
    }

    /// The value without one field, for each of its fields, with the field's name.
    func removals(_ json: JSON, _ kind: Kind, _ place: String) -> [(field: String, less: JSON)] {
        switch kind {
        case .bool, .int, .float, .string, .object, .words: return []
        case .optional(let kind): return removals(json, kind, place)
        case .named(let name): return types[name].map { removals(json, $0, name) } ?? []
        case .array(let kind):
            let elements = json.arrayValue ?? []
            return elements.indices.flatMap { index in
                removals(elements[index], kind, place).map { removal in
                    var less = elements
                    less[index] = removal.less
                    return (removal.field, .array(less))
                }
            }
        case .fields(let fields):
            let object = json.objectValue ?? [:]
            return fields.flatMap { field -> [(field: String, less: JSON)] in
                guard let value = object[field.name] else { return [] }
                let name = "\(place).\(field.name)"
                var less = object
                less[field.name] = nil
                return [(name, .object(less))]
                    + removals(value, field.kind, name).map { removal in
                        var less = object
                        less[field.name] = removal.less
                        return (removal.field, .object(less))
                    }
            }
        }
    }
}
