internal import Slipway

/// The store's own thread, which never waits for the disk.
extension ActionDatabase {
    /// Takes jobs until the store is closed: does those for memory, hands the others to the thread
    /// of the file, and answers instead of a file that is silent.
    ///
    /// - Parameters:
    ///   - queue: Takes the jobs that need the file; `nil` if there is to be no file.
    ///   - file: The place of the file; `nil` if there is to be none.
    ///   - tell: Called with whether the file answers.
    func keep(_ queue: FileQueue?, _ file: StoreFile?, _ tell: (StoreNews) -> Void) {
        let silence = StoreError.silence(of: file?.folder ?? "")
        // Later there may be no descriptor for the library. If it cannot be loaded, the first
        // action says why.
        if file == nil { try? SQLiteLibrary.shared.load() }
        while let jobs = take(until: nextVisit(queue), queue) {
            do throws(StoreError) { try memory.purgeIfDue() } catch {
                tell(.keepsOldRecords(error))
            }
            let rest = keepInMemory(jobs, queue)
            guard let queue else {
                for job in rest { doWithoutFile(job) }
                continue
            }
            let (news, calls) = queue.add(rest, at: .now)
            switch news {
            case .answers: tell(.answers)
            case .silent(let isAwaited):
                tell(.silent(silence, isAwaited: isAwaited, calls.unanswered))
            case nil: break
            }
            // First the trouble is told: the status gives a refused caller the reason.
            for job in calls.refused { job.refuse(silence, memory) }
        }
        guard let queue else {
            written.notify()
            closed.notify()
            return
        }
        queue.close()
    }

    /// The instant at which there is work to do without a new job.
    private func nextVisit(_ queue: FileQueue?) -> Instant {
        [memory.nextVisit, queue?.nextLook].compactMap(\.self).min()
            ?? .now.advanced(by: .seconds(24 * 3600))
    }

    private func doWithoutFile(_ job: StoreJob) {
        if case .read(let body) = job {
            body(ActionReading(memory: memory, writer: nil, failure: nil))
        } else {
            job.refuse(.closed)
        }
    }

    /// Performs the writes that go to memory.
    ///
    /// - Returns: The other jobs, in their order, after the questions to the file that new actions
    ///   raise.
    private func keepInMemory(_ jobs: [StoreJob], _ queue: FileQueue?) -> [StoreJob] {
        var rest: [StoreJob] = []
        var writes: [(write: ActionWrite, completion: StoreTables.Completion)] = []
        for job in jobs {
            if case .write(let write, let completion) = job, durability(of: write.change) == .memory
            {
                writes.append((write, completion))
            } else {
                rest.append(job)
            }
        }
        guard !writes.isEmpty else { return rest }
        let results = memory.write(writes.map(\.write))
        var questions: [StoreJob] = []
        for (job, result) in zip(writes, results) {
            if let result {
                job.completion(result)
            } else {
                questions.append(ask(job.write, job.completion))
            }
        }
        return questions + rest
    }

    /// The durability of the action that a change is of.
    private func durability(of change: ActionChange) -> ActionPolicy.Durability {
        if case .accept(_, let durability, _, _) = change { return durability }
        return memory.has(change.action) ? .memory : .disk
    }

    /// The question whether a stored action counts instead of a new one, which is written to memory
    /// if none does.
    private func ask(
        _ write: ActionWrite,
        _ completion: @escaping StoreTables.Completion
    ) -> StoreJob {
        let answer = SingleAnswer<KeepingAnswer?> { [memory] known in
            completion(known.map { .success(.answer($0)) } ?? memory.writeAsked(write))
        }
        return .ask(write.change) { answer.give($0) }
    }
}

extension StoreError {
    /// The error of a file that has not answered for ``StorePulse/patience``.
    static func silence(of folder: String) -> StoreError {
        StoreError(
            "\(folder)/\(ActionFile.name) does not answer: nothing has come back for "
                + StorePulse.patience.timespan
        )
    }
}
