"""Lives in processes of their own, some at a time."""

import multiprocessing
import multiprocessing.connection


def results(live, works, jobs):
    """What comes of lives as they end, each with its number among the works; of one whose process is killed that is told."""
    works, underway = enumerate(works), {}
    while True:
        while len(underway) < jobs and (following := next(works, None)):
            number, work = following
            result, end = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=_live, args=(live, work, end), daemon=True)
            process.start()
            # So that the pipe ends with its process.
            end.close()
            underway[result] = number, work, process
        if not underway:
            return
        for result in multiprocessing.connection.wait(list(underway)):
            number, work, process = underway.pop(result)
            try:
                yield number, result.recv()
            except EOFError:
                process.join()
                words = f"the process of its life ended with {process.exitcode}; what it had started may go on"
                yield number, dict(seed=work[1], breaches=[["the harness", words]], facts={}, events={}, keys={}, lines=0)
            process.join()


def _live(live, work, end):
    end.send(live(work))
