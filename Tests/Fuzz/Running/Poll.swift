internal import Glibc

/// Asks again and again.
///
/// - Parameters:
///   - limit: For how long.
///   - answer: Tells the answer; `nil` while there is none.
/// - Returns: The answer; `nil` if none came in time.
func poll<Answer>(for limit: Duration, _ answer: () -> Answer?) -> Answer? {
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
        if let answer = answer() { return answer }
        guard ContinuousClock.now < deadline else { return nil }
        usleep(5000)
    }
}
