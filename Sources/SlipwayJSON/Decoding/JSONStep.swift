/// One step of the path to a value, as the decoder makes it.
enum JSONStep: CodingKey {
    case member(String)
    case index(Int)

    var stringValue: String {
        switch self {
        case .member(let name): name
        case .index(let index): "\(index)"
        }
    }

    var intValue: Int? {
        switch self {
        case .member: nil
        case .index(let index): index
        }
    }

    init(stringValue: String) { self = .member(stringValue) }
    init(intValue: Int) { self = .index(intValue) }
}
