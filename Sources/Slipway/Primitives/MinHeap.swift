/// A binary heap: gives the smallest of its elements first.
struct MinHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }
    var first: Element? { elements.first }
    /// The elements in no particular order.
    var unordered: [Element] { elements }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < elements.count else { return first }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[parent] else { return first }
            elements.swapAt(child, parent)
            parent = child
        }
    }

    mutating func removeAll() { elements = [] }
}
