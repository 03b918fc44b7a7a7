/// A value that copies share until one of them changes it.
struct Shared<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: consuming Value) {
            self.value = value
        }
    }

    private var box: Box

    init(_ value: consuming Value) {
        box = Box(value)
    }

    var value: Value {
        @inline(__always) _read { yield box.value }
        _modify {
            var changed = box.value
            defer { box = Box(changed) }
            yield &changed
        }
    }
}

extension Shared: Equatable where Value: Equatable {
    static func == (left: Shared, right: Shared) -> Bool {
        left.box === right.box || left.value == right.value
    }
}

extension Shared: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
