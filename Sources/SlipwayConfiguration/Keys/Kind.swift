/// The reader of a value, and the words for it.
struct Kind<Value> {
    let type: () -> KeyType
    /// Reads a value; `nil` if it is faulty, which is reported.
    let read: (ConfigurationDecoder, Field) -> Value?
    /// A default as a file has it; `nil` for what no file has.
    let shown: (Value) -> String?

    init(
        _ type: @autoclosure @escaping () -> KeyType,
        shown: @escaping (Value) -> String? = { _ in nil },
        _ read: @escaping (ConfigurationDecoder, Field) -> Value?
    ) {
        self.type = type
        self.read = read
        self.shown = shown
    }
}
