/// The priority that a line may begin with, as sd-daemon(3) defines it: `<3>` for an error.
enum LinePriority {
    /// The priority of a line that names none: ordinary information.
    static let standard: UInt8 = 6

    /// The priority of a line, from 0 to 7, and the rest of it.
    static func split(_ line: ArraySlice<UInt8>) -> (priority: UInt8, text: ArraySlice<UInt8>) {
        let head = Array(line.prefix(3))
        guard head.count == 3, head[0] == UInt8(ascii: "<"), head[2] == UInt8(ascii: ">"),
            (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(head[1])
        else { return (standard, line) }
        return (head[1] - UInt8(ascii: "0"), line.dropFirst(3))
    }
}
