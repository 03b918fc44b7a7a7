internal import ArgumentParser

/// Checks of arguments that several commands have.
enum Validation {
    /// Refuses a number below 1.
    static func checkPositive(_ option: String, _ number: Int?) throws {
        guard let number, number < 1 else { return }
        throw ValidationError("'\(option)' must be at least 1, not \(number).")
    }

    /// Refuses an empty text.
    ///
    /// - Parameters:
    ///   - subject: The option, or the argument.
    ///   - text: The value; `nil` if it is not given.
    ///   - remedy: What to do: `give a file`.
    /// - Throws: The text is empty.
    static func checkFilled(_ subject: String, _ text: String?, _ remedy: String) throws {
        guard text == "" else { return }
        let subject = subject.hasPrefix("-") ? "'\(subject)'" : subject
        throw ValidationError("\(subject) is empty; \(remedy).")
    }

    /// Refuses an option that is not known, which the parser takes for a launch such as -1.
    ///
    /// - Parameters:
    ///   - launches: The arguments that the parser took for launches.
    ///   - takingInput: Whether `-` stands for standard input.
    /// - Throws: There is such an option.
    static func checkLaunches(_ launches: [String], takingInput: Bool = false) throws {
        let option = launches.first {
            $0.hasPrefix("-") && Int($0) == nil && !(takingInput && $0 == "-")
        }
        if let option { throw ValidationError("there is no option '\(option)'.") }
    }
}
