internal import CCurl
internal import Glibc
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwaySystem

/// A request on its way, and its answer as far as it has come.
@Loop
final class Transfer {
    private let request: HTTPRequest
    private let route: HTTPRoute
    private let connectLimit: Duration
    private var onEnd: (@Sendable (Result<HTTPAnswer, any Error>) -> Void)?
    private var reader: AnswerReader
    /// libcurl's handle; `nil` before the transfer is opened, and after it is closed.
    private(set) var handle: UnsafeMutableRawPointer?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// The place where libcurl writes what went wrong.
    nonisolated(unsafe) private let words = UnsafeMutablePointer<CChar>.allocate(  // Loop only.
        capacity: Int(CURL_ERROR_SIZE)
    )
    /// Why there was no socket.
    private var socketFailure: ErrorNumber?
    /// The facts about certificates that became known.
    private var notes = TLSNotes()
    /// The open transfers, by their handles: a connection knows only the handle of the transfer
    /// that began it, which may have ended.
    private static var open: [UnsafeMutableRawPointer: Transfer] = [:]

    /// - Parameters:
    ///   - request: What to send.
    ///   - route: How it gets to its server.
    ///   - connectLimit: How long connecting may take, TLS included.
    ///   - reader: Takes the answer.
    nonisolated init(
        _ request: HTTPRequest,
        by route: HTTPRoute,
        connectLimit: Duration,
        to reader: AnswerReader
    ) {
        self.request = request
        self.route = route
        self.connectLimit = connectLimit
        self.reader = reader
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit { words.deallocate() }

    /// The progress of the transfer.
    var progress: HTTPProgress {
        if let answer = reader.answer {
            return .answering(status: Quoting.shown(answer.status), bytes: reader.bytes)
        }
        // The time until all was ready for the request; 0 before that.
        let time = handle.map { slipway_curl_number($0, CURLINFO_PRETRANSFER_TIME_T) } ?? 0
        return time > 0 ? .connected : .connecting
    }

    /// Tells the end of the transfer.
    func end(_ result: Result<HTTPAnswer, any Error>) { onEnd?(result) }

    /// The result of the transfer, once libcurl has ended it with a code.
    func result(_ code: CURLcode) -> Result<HTTPAnswer, any Error> {
        switch reader.end {
        case .bodyTooLong: return .failure(RequestFailure.tooLong)
        case .headTooLong: return .failure(RequestFailure.reason(TransferFailure.longHead))
        case .notDecoded(let failure):
            return .failure(
                RequestFailure.reason("\(failure)", isShortage: failure == .shortage)
            )
        case .enough, nil: break
        }
        if let answer = reader.answer, code == CURLE_OK || reader.end == .enough {
            guard reader.end == .enough || reader.isWhole else {
                return .failure(RequestFailure.reason(TransferFailure.cutCompression))
            }
            return .success(answer)
        }
        let number = handle.map { slipway_curl_number($0, CURLINFO_OS_ERRNO) } ?? 0
        let failure = TransferFailure(
            code: code,
            words: String(cString: words),
            number: socketFailure ?? (number == 0 ? nil : ErrorNumber(Int32(number))),
            usesProxy: route.usesProxy,
            hasAnswer: reader.answer != nil,
            tls: handle.map { notes.failure(of: request, over: $0, by: route) }
        )
        return .failure(RequestFailure.reason("\(failure)", isShortage: failure.isShortage))
    }

    /// Prepares the transfer.
    ///
    /// - Parameter onEnd: Called once, unless the transfer is given up.
    /// - Returns: libcurl's handle; `nil` if there is no memory, or libcurl is too old for an
    ///   option.
    func opened(
        onEnd: @escaping @Sendable (Result<HTTPAnswer, any Error>) -> Void
    ) -> UnsafeMutableRawPointer? {
        self.onEnd = onEnd
        handle = slipway_curl_begin(
            { bytes, size, count, context in
                Loop.assumeIsolated {
                    Transfer.of(context)?.take(bytes, size * count) { $0.read(line: $1) } ?? 0
                }
            },
            { bytes, size, count, context in
                Loop.assumeIsolated {
                    Transfer.of(context)?.take(bytes, size * count) { $0.read(body: $1) } ?? 0
                }
            },
            { context, _, address in
                Loop.assumeIsolated {
                    address.flatMap { Transfer.of(context)?.socket(for: $0.pointee) } ?? -1
                }
            },
            { handle, tls, context in
                Loop.assumeIsolated {
                    if let handle, let tls { Transfer.of(context)?.begin(tls, of: handle) }
                }
                return CURLE_OK
            },
            words,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard let handle else { return nil }
        Self.open[handle] = self
        var options = TransferOptions(handle)
        options.set(request, by: route, connectLimit: connectLimit)
        lists = options.lists
        if !options.areSet { close() }
        return self.handle
    }

    /// Frees what libcurl holds for the transfer.
    func close() {
        if let handle {
            Self.open[handle] = nil
            curl.easy_cleanup(handle)
        }
        handle = nil
        for list in lists { curl.slist_free_all(list) }
        lists = []
    }

    /// The transfer to which the pointer of a callback leads; `open` holds it until it is closed.
    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Has the reader take bytes; returns how many were taken: another number ends the transfer.
    private func take(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        by read: (inout AnswerReader, UnsafeRawBufferPointer) -> Void
    ) -> Int {
        read(&reader, UnsafeRawBufferPointer(start: bytes, count: count))
        return reader.end == nil ? count : count + 1
    }

    /// A connection of the transfer begins TLS.
    private func begin(_ tls: UnsafeMutableRawPointer, of handle: UnsafeMutableRawPointer) {
        func begin(with trust: UnsafeMutableRawPointer?) {
            slipway_curl_begin_tls(
                tls,
                trust,
                { handle, refusal in
                    Loop.assumeIsolated { Transfer.open[handle]?.notes.add(refusal) }
                },
                handle
            )
        }
        if let trust = route.trust { trust.use(begin) } else { begin(with: nil) }
    }

    /// Makes a socket as libcurl does, but one that no child inherits, and remembers why there is
    /// none.
    private func socket(for address: curl_sockaddr) -> Int32 {
        let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(address.family, kind, address.protocol)
        if descriptor < 0 { socketFailure = .current }
        return descriptor
    }
}
