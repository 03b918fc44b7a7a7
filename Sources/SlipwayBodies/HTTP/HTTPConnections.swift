internal import CCurl
internal import SlipwayLoop
internal import SlipwaySystem

/// The transfers and connections of HTTP, on the loop: libcurl says which descriptors to watch and
/// when to call it, and never waits.
@Loop
final class HTTPConnections {
    /// The time for which connections without a request stay open.
    private static let idleLimit = Duration.seconds(60)

    private var multi: UnsafeMutableRawPointer?
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var watches: [Int32: DescriptorWatch] = [:]
    /// Fires when libcurl wants to be called.
    private var timer: Timer?
    private var idleTimer: Timer?
    private var isShutDown = false

    nonisolated init() {}

    /// Begins a transfer.
    ///
    /// - Parameters:
    ///   - transfer: A new one.
    ///   - onEnd: Called once, unless the transfer is given up.
    func begin(
        _ transfer: Transfer,
        onEnd: @escaping @Sendable (Result<HTTPAnswer, any Error>) -> Void
    ) {
        guard !isShutDown else { return onEnd(.failure(CancellationError())) }
        guard let multi = multi ?? opened(), let handle = transfer.opened(onEnd: onEnd),
            curl.multi_add_handle(multi, handle) == CURLM_OK
        else {
            transfer.close()
            return onEnd(.failure(HTTPStartError.unprepared))
        }
        idleTimer?.cancel()
        transfers[handle] = transfer
    }

    /// Ends a transfer that was begun, if it has not ended; returns how far it came.
    func giveUp(_ transfer: Transfer) -> HTTPProgress {
        let progress = transfer.progress
        remove(transfer)
        return progress
    }

    /// Ends all transfers, and closes all connections; later ones fail with `CancellationError`.
    func shutDown() {
        isShutDown = true
        endAll(with: CancellationError())
        close()
    }

    private func opened() -> UnsafeMutableRawPointer? {
        let context = Unmanaged.passUnretained(self).toOpaque()
        multi = slipway_curl_multi_begin(
            { _, descriptor, events, context, _ in
                Loop.assumeIsolated { HTTPConnections.of(context)?.watch(descriptor, events) }
                return 0
            },
            { _, milliseconds, context in
                Loop.assumeIsolated { HTTPConnections.of(context)?.wake(after: milliseconds) }
                return 0
            },
            context
        )
        return multi
    }

    /// The object to which the pointer of a callback leads; it closes all that calls back before it
    /// ends.
    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPConnections? {
        context.map { Unmanaged<HTTPConnections>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libcurl wants to know when a descriptor is ready, or not any more.
    private func watch(_ descriptor: Int32, _ what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            watches.removeValue(forKey: descriptor)?.cancel()
            return
        }
        var events: DescriptorWatch.Events = []
        if what & CURL_POLL_IN != 0 { events.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { events.insert(.writable) }
        if let watch = watches[descriptor] { return watch.watch(for: events) }
        do throws(LoopError) {
            watches[descriptor] = try DescriptorWatch(descriptor, for: events) {
                [weak self] ready in
                var events: Int32 = 0
                if !ready.isDisjoint(with: [.readable, .hungUp]) { events |= CURL_CSELECT_IN }
                if ready.contains(.writable) { events |= CURL_CSELECT_OUT }
                if ready.contains(.failed) { events |= CURL_CSELECT_ERR }
                self?.act(descriptor, events)
            }
        } catch {
            fail(error)
        }
    }

    /// libcurl wants to be called after some time, or not any more.
    private func wake(after milliseconds: Int) {
        timer?.cancel()
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = Timer(after: .milliseconds(milliseconds)) { [weak self] in
            self?.act(CURL_SOCKET_BAD, 0)
        }
    }

    /// Fails all transfers, for which the loop has no memory.
    private func fail(_ error: LoopError) {
        // libcurl is calling, and cannot be called before it has returned.
        Loop.post { [weak self] in
            let isShortage = error.reason.isShortage
            self?.endAll(with: RequestFailure.reason("\(error)", isShortage: isShortage))
        }
    }

    /// Lets libcurl work, and ends the transfers that it has ended.
    private func act(_ descriptor: Int32, _ events: Int32) {
        guard let multi else { return }
        var running: Int32 = 0
        _ = curl.multi_socket_action(multi, descriptor, events, &running)
        var code = CURLE_OK
        while let handle = slipway_curl_multi_next(multi, &code) {
            guard let transfer = transfers[handle] else { continue }
            end(transfer, with: code)
        }
    }

    private func end(_ transfer: Transfer, with code: CURLcode) {
        let result = transfer.result(code)
        remove(transfer)
        transfer.end(result)
    }

    private func endAll(with error: any Error) {
        for transfer in transfers.values {
            remove(transfer)
            transfer.end(.failure(error))
        }
    }

    private func remove(_ transfer: Transfer) {
        guard let multi, let handle = transfer.handle, transfers[handle] != nil else { return }
        _ = curl.multi_remove_handle(multi, handle)
        transfers[handle] = nil
        transfer.close()
        guard transfers.isEmpty else { return }
        idleTimer?.cancel()
        idleTimer = Timer(after: Self.idleLimit) { [weak self] in self?.close() }
    }

    private func close() {
        timer?.cancel()
        idleTimer?.cancel()
        if let multi { _ = curl.multi_cleanup(multi) }
        multi = nil
    }
}
