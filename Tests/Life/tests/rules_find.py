"""Rules say nothing of a short life that was right, and find what is wrong in one that was not: a record by hand."""

import copy
import os
import tempfile
import types
import unittest

import configurations
import rules
from record import Fact, Record
from worlds import Foreground

CONFIGURATION = {
    "name": "life",
    "operations": {
        "db": {"exec": ["/bin/sh", "witness", "step", "db", "1", "well"], "stop": ["/bin/sh", "witness", "stop", "db", "1", "well"]},
        "web": {"requires": ["db"], "exec": {"command": ["/bin/sh", "witness", "program", "web", "1", "well"], "ready": "notify"}},
    },
    "actions": {"pay": {"exec": ["/bin/sh", "witness", "action", "pay", "1", "well"], "effect": "once", "requires": ["web"]}},
}
LINES = """\
10.00 100 step db 1 begin boot=1
10.10 100 step db 1 end
10.20 101 program web 1 begin boot=1
10.30 101 program web 1 ready
11.00 102 action pay 1 begin id=a1 attempt=1 boot=1
11.10 102 action pay 1 end
20.00 101 program web 1 ended
20.10 103 stop db 1 begin boot=1
20.15 103 stop db 1 end
"""
WEB = {"name": "web", "state": "running", "pid": 101, "restarts": 0}
LOOK = {"boot": 1, "generation": 1, "phase": "ready", "programs": {"web": WEB}, "operations": {"db": "succeeded", "web": "succeeded"}}
ROW = {"id": "a1", "kind": "pay", "queue": "userInitiated", "state": "done", "failures": 0, "attempts": 1, "missing": []}
METRICS = 'slipway_launch_phase{phase="ready"} 1\nslipway_program_up{program="web"} 1\n'
SNAPSHOT = dict(
    before=LOOK, status={"phase": "ready", "generation": 1, "launchId": "l"}, programs=[WEB], ready=None, live=None, told="Ready", metrics=METRICS,
    wait=0, exit=0, alive={"web": True}, counts=None, strays=[],
)


def facts():
    return [
        Fact("wrote", 9.0, 9.0, dict(number=0, manner="first", configuration=CONFIGURATION, dropins={})),
        Fact("started", 9.5, 9.5, dict(boot=1)),
        Fact("sent", 10.95, 10.9, dict(outcome="accepted", id="a1", kind="pay", payload={}, key=None, user=0, durability="disk",
                                       duplicate=False, state="waiting", number=1)),
        Fact("snapshot", 12.5, 12.0, copy.deepcopy(SNAPSHOT)),
        Fact("actions", 19.0, 18.9, dict(when="at the end", rows=[dict(ROW)], boot=1)),
        Fact("requests", 19.1, 19.1, dict(requests=[])),
        Fact("files", 19.2, 19.2, dict(files={})),
        Fact("ending", 19.9, 19.9, dict(how="stop", boot=1)),
        Fact("exited", 20.3, 20.3, dict(boot=1, status=0, output="", left=[])),
        Fact("left", 20.4, 20.4, dict(processes=[])),
        Fact("history", 20.6, 20.5, dict(launches=[{"end": "stopped", "launchId": "l"}], errors="")),
    ]


class Lived:
    """A life that is over."""

    def __init__(self, folder, lines, found, samples):
        with open(os.path.join(folder, "record"), "w") as file:
            file.write(lines)
        self.record = Record(folder)
        self.record.facts = sorted(found, key=lambda fact: fact.at)
        self.probe = types.SimpleNamespace(samples=samples)
        self.world = Foreground


class RulesFind(unittest.TestCase):
    def broken(self, lines=LINES, change=lambda found: None, more=(), samples=()):
        """The names of the rules that such a life breaks; `samples` of its probe."""
        found = facts()
        change({fact.what: fact for fact in found})
        with tempfile.TemporaryDirectory() as folder:
            return {breach.rule: breach.words for breach in rules.judge(Lived(folder, lines, found + list(more), samples))}

    def finds(self, rule, lines=LINES, change=lambda found: None, more=(), samples=()):
        broken = self.broken(lines, change, more, samples)
        self.assertIn(rule, broken, broken)
        self.assertNotIn("the rule itself failed", broken[rule])

    def without(self, text):
        self.assertIn(text, LINES)
        return "".join(line for line in LINES.splitlines(True) if text not in line)

    def test_nothing_in_a_life_that_was_right(self):
        self.assertEqual(self.broken(), {})

    def test_a_rule_that_fails_is_a_breach(self):
        self.assertIn("the rule itself failed", self.broken(change=lambda found: found["history"].facts.pop("launches"))["each_launch_is_kept"])

    def test_a_program_that_begins_before_what_it_requires(self):
        self.finds("nothing_begins_before_what_it_requires", self.without("step db 1 end"))

    def test_what_runs_twice_and_may_run_once(self):
        self.finds("once_is_once", LINES + "11.50 104 action pay 1 begin id=a1 attempt=2 boot=1\n")

    def test_an_action_that_is_lost(self):
        self.finds("what_is_accepted_is_not_lost", change=lambda found: found["actions"].facts.update(rows=[]))

    def test_an_action_that_nobody_sent(self):
        self.finds("what_is_refused_does_not_run", LINES + "12.00 104 action pay 1 begin id=b2 attempt=1 boot=1\n")

    def test_an_action_that_was_refused_and_is_listed(self):
        lines = LINES + "12.00 104 action pay 1 begin id=b2 attempt=1 boot=1\n12.10 104 action pay 1 end\n"
        rows = [dict(ROW), dict(ROW, id="b2")]
        self.finds("what_is_refused_does_not_run", lines, lambda found: found["actions"].facts.update(rows=rows))

    def test_an_action_that_is_done_and_never_ran(self):
        self.finds("what_is_done_was_run", self.without("action pay 1 end"))

    def test_what_is_undone_twice(self):
        self.finds("nothing_is_undone_twice", LINES + "20.20 105 stop db 1 begin boot=1\n")

    def test_what_is_never_undone(self):
        self.finds("what_succeeded_is_undone", self.without("stop db"))

    def test_what_is_undone_before_what_depends_on_it(self):
        lines = self.without("program web 1 ended") + "20.20 101 program web 1 ended\n"
        self.finds("what_depends_on_something_is_undone_before_it", lines)

    def test_a_restart_right_before_a_stop_is_no_part_of_it(self):
        restart = Fact("called", 19.95, 19.8, dict(method="RestartProgram", program="web", outcome="done", reply={}, error=None))
        lines = self.without("program web 1 ended") + "20.20 101 program web 1 ended\n"
        self.assertEqual(self.broken(lines, more=[restart]), {})

    def test_a_value_that_was_kept_for_too_long(self):
        def kept(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration["operations"]["user"] = {"http": "http://server/http/user", "fallback": {"cached": "2s"}}

        def lines(at):
            value = f'{{"serial":1,"at":{at},"user":"nobody","name":"/http/user","plan":"pro"}}'
            return LINES.replace("web 1 begin", f"web 1 begin x0=v={value}")

        self.assertEqual(self.broken(lines(8.0), kept), {})
        self.finds("a_kept_value_is_no_older_than_it_may_be", lines(6.0), kept)

    def test_what_begins_once_the_service_stops(self):
        self.finds("nothing_begins_once_it_stops", LINES + "22.00 106 program web 1 begin boot=1\n")

    def test_what_outlives_the_daemon(self):
        self.finds("nothing_outlives_the_daemon", change=lambda found: found["left"].facts.update(processes=[[101, "sleep"]]))

    def test_a_body_that_lives_past_its_timeout(self):
        def limited(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration.update(grace="1s")
            found["wrote"].configuration["actions"]["pay"].update(timeout="2s")

        self.assertEqual(self.broken(change=limited), {})
        lines = LINES.replace("11.00 102", "5.00 102")
        self.finds("a_body_ends_within_its_timeout_and_grace", lines, limited)
        # Without an end of its own.
        look = Fact("snapshot", 17.5, 17.0, dict(copy.deepcopy(SNAPSHOT), **{"under way": [4]}))
        lines = self.without("action pay 1 end")
        self.assertNotIn("a_body_ends_within_its_timeout_and_grace", self.broken(lines, limited))
        self.finds("a_body_ends_within_its_timeout_and_grace", lines, limited, [look])

    def test_more_on_a_queue_than_its_width_though_a_wrong_configuration_came(self):
        def narrow(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration.update(queues={"files": 1})
            found["wrote"].configuration["operations"]["db"].update(queue="files")
            found["wrote"].configuration["operations"]["other"] = found["wrote"].configuration["operations"]["db"]

        wrong = Fact("wrote", 12.0, 12.0, dict(number=1, manner="wrong", configuration={"wrong": 1}, dropins={}))
        between = LINES.replace("10.10 100", "10.05 104 step other 1 begin boot=1\n10.08 104 step other 1 end\n10.10 100")
        self.finds("a_queue_runs_no_more_than_its_width", between, narrow, [wrong])

    def test_two_of_a_kind_at_a_time(self):
        between = LINES.replace("11.10 102", "11.05 104 action pay 1 begin id=b2 attempt=1 boot=1\n11.08 104 action pay 1 end\n11.10 102")
        self.finds("one_order_runs_one_at_a_time", between)

    def test_a_program_that_runs_twice_whatever_another_does(self):
        manner = Fact("manner", 12.0, 12.0, dict(name="db", manner="slow:0.3"))
        lines = LINES.replace("20.00 101", "13.00 109 program web 1 begin boot=1\n20.00 101")
        self.finds("a_program_has_one_process", lines, more=[manner])

    def test_views_that_do_not_agree(self):
        self.finds("views_of_one_instant_agree", change=lambda found: found["snapshot"].status.update(phase="degraded"))

    def test_a_status_line_that_does_not_agree_unless_another_is_on_its_way(self):
        def late(found):
            found["snapshot"].facts.update(told="Starting: 1/2 operations")

        self.finds("views_of_one_instant_agree", change=late)
        another = Fact("notified", 12.2, 12.2, dict(boot=1, key="STATUS", value="Ready"))
        self.assertEqual(self.broken(change=late, more=[another]), {})

    def test_a_program_that_is_told_as_running_and_is_not_there(self):
        self.finds("a_program_that_runs_is_a_process", change=lambda found: found["snapshot"].facts.update(alive={"web": False}))

    def test_a_daemon_that_traps(self):
        self.finds("no_word_is_a_trap", change=lambda found: found["exited"].facts.update(status=-4))

    def test_a_stop_with_the_status_of_a_failure(self):
        self.finds("it_ends_as_it_was_asked", change=lambda found: found["exited"].facts.update(status=1))

    def test_a_secret_in_the_output(self):
        self.finds("no_secret_is_told", change=lambda found: found["exited"].facts.update(output="got secret-token-0001 ann"))

    def test_the_first_secret_in_the_output(self):
        with tempfile.TemporaryDirectory() as folder:
            place = types.SimpleNamespace(folder=folder, files=f"{folder}/files", credentials=folder, environment={}, backend="")
            configurations.prepare(place)
            with open(f"{folder}/token") as file:
                output = f"GET /: Bearer {file.read()}" + "x" * 20_000
        self.finds("no_secret_is_told", change=lambda found: found["exited"].facts.update(output=output))

    def test_a_disk_that_has_had_room_for_long(self):
        def refused(at):
            return Fact("sent", at, at, dict(outcome="refused", kind="pay", payload={}, key=None, user=0, number=2, error="StoreFailed",
                                             words="the disk is full"))

        disk = [Fact("disk", 12.0, 12.0, dict(full=True)), Fact("disk", 13.0, 13.0, dict(full=False))]
        self.assertEqual(self.broken(more=[*disk, refused(12.5), refused(14)]), {})
        self.finds("once_there_is_room_it_is_used", more=[*disk, refused(12.5), refused(23.5)])
        self.finds("once_there_is_room_it_is_used", more=[refused(12.5)])

    def test_an_end_that_is_told_twice(self):
        for end in ("failed: no", "was cancelled: user 0 asked for it", "was superseded by b2", "is tried again, attempt 2 of 3 failed: no"):
            output = f"Action 'pay' (a1) {end}\nStopped 'life'\nAction 'pay' (a1) {end}\n"
            self.finds("an_end_is_told_once", change=lambda found: found["exited"].facts.update(output=output))
        output = "Action 'pay' (a1) is tried again: 'web' closed the connection\n"
        self.assertEqual(self.broken(change=lambda found: found["exited"].facts.update(output=2 * output)), {})
        self.finds("an_end_is_told_once", change=lambda found: found["exited"].facts.update(output=3 * output))
        output = "".join(f"Action 'pay' (a1) is tried again, attempt {number} of 3 failed: no\n" for number in (1, 2))
        self.assertEqual(self.broken(change=lambda found: found["exited"].facts.update(output=output)), {})

    def test_an_interruption_without_a_cause(self):
        unknown = "'web' closed the connection before it had answered; whether it has done the action is not known"

        def interrupted(reason, again):
            def change(found):
                row = dict(ROW, state="failed", message=f"{reason}; the action was interrupted 3 times, and is not tried again")
                found["actions"].facts.update(rows=[row])
                found["exited"].facts.update(output=again * f"Action 'pay' (a1) is tried again: {unknown}\n")
            return change

        name = "what_was_interrupted_met_a_crash_each_time"
        self.assertNotIn(name, self.broken(change=interrupted(unknown, 2)))
        self.finds(name, change=interrupted(unknown, 1))
        self.finds(name, change=interrupted("the process ended", 2))

    def test_what_an_operator_stopped_and_begins(self):
        stop = Fact("called", 13.0, 12.9, dict(method="StopProgram", program="web", outcome="done", reply={}, error=None))
        self.finds("what_an_operator_stopped_stays_stopped", LINES + "14.00 107 program web 1 begin boot=1\n", more=[stop])

    def reload(self, outcome, **after):
        look = dict(copy.deepcopy(LOOK), **after)
        return Fact("reload", 15.0, 14.0, dict(how="call", written=0, before=copy.deepcopy(LOOK), after=look, outcome=outcome,
                                               words="", fates={"web": "stays", "db": "kept"}))

    def test_a_reload_that_changes_nothing_breaks_nothing(self):
        self.assertEqual(self.broken(more=[self.reload("done", generation=2)]), {})

    def test_what_did_not_change_and_is_another_process(self):
        other = {"web": dict(WEB, pid=109)}
        self.finds("what_did_not_change_keeps_its_process", more=[self.reload("done", generation=2, programs=other)])

    def test_a_reload_that_degrades_the_service(self):
        def degraded(**row):
            return Fact("phase", 14.5, 14.4, dict(phase="degraded", storage=None, troubles=[], programs=[dict(WEB, pid=None, **row)]))

        reload = self.reload("done", generation=2)
        self.finds("a_reload_degrades_nothing", more=[reload, degraded(state="stopped")])
        self.assertEqual(self.broken(more=[reload, degraded(state="pausing", reason="was killed by SIGKILL")]), {})

    def test_a_changed_file_that_is_not_told(self):
        def later(path):
            remarks = {"remarks": {"changedFiles": ["/x/" + path]} if path else {}}
            return Fact("snapshot", 19.0, 18.9, dict(copy.deepcopy(SNAPSHOT), status={"phase": "ready", "generation": 1, **remarks}))

        def variables(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration["operations"]["web"]["exec"]["environmentFiles"] = ["${env.LIFE_FILES}/a.env"]

        wrote = Fact("wrote", 16.0, 16.0, dict(number=1, manner="valid", configuration={**CONFIGURATION, "drain": "1s"}, dropins={}))
        # A reload before it is no excuse.
        self.finds("a_changed_configuration_is_told", more=[self.reload("failed"), wrote, later(None)])
        self.assertEqual(self.broken(more=[self.reload("failed"), wrote, later("life.yaml")]), {})
        edit = Fact("edited", 16.0, 16.0, dict(path="files/a.env", number=7))
        self.finds("a_changed_configuration_is_told", change=variables, more=[edit, later(None)])
        self.assertEqual(self.broken(change=variables, more=[edit, later("files/a.env")]), {})

    def test_what_happens_to_actions_is_no_excuse_for_another_process(self):
        reload = self.reload("done", generation=2, programs={"web": dict(WEB, pid=109)})
        asked = Fact("reload", 5.0, 5.0, dict(how="signal", written=0, before=None, outcome="asked"))
        cancel = Fact("called", 14.5, 14.4, dict(method="CancelAction", id="a1", outcome="done", reply={}, error=None))
        self.finds("what_did_not_change_keeps_its_process", more=[reload, asked, cancel])
        stop = Fact("called", 14.5, 14.4, dict(method="StopProgram", program="db", outcome="done", reply={}, error=None))
        self.assertNotIn("what_did_not_change_keeps_its_process", self.broken(more=[reload, stop]))

    def test_a_value_that_is_open_twice(self):
        def unique(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration["actions"]["pay"]["uniqueBy"] = "payload"

        def another(state):
            sent = dict(outcome="accepted", id="a2", kind="pay", payload={}, key=None, user=0, durability="disk",
                        duplicate=False, state="waiting", number=2)
            rows = [dict(ROW), dict(ROW, id="a2", state=state)]
            return [Fact("sent", 11.0, 10.99, sent), Fact("actions", 19.05, 19.0, dict(when="at the end", rows=rows, boot=1))]

        self.finds("one_value_is_open_once", change=unique, more=another("waiting"))
        self.assertNotIn("one_value_is_open_once", self.broken(change=unique, more=another("superseded")))

    def test_what_is_watched_in_another_way_and_is_another_process(self):
        watched = copy.deepcopy(CONFIGURATION)
        watched["operations"]["web"]["health"] = {"tcp": "127.0.0.1:1"}
        more = [Fact("wrote", 13.0, 13.0, dict(number=1, manner="valid", configuration=watched, dropins={})),
                Fact("edited", 12.6, 12.6, dict(path="files/a.env", number=7))]

        def reload(pid):
            return Fact("reload", 15.0, 14.0, dict(how="command", written=1, before=copy.deepcopy(LOOK), outcome="done", words="",
                                                   after=dict(copy.deepcopy(LOOK), generation=2, programs={"web": dict(WEB, pid=pid)})))

        self.assertEqual(self.broken(more=[*more, reload(101)]), {})
        self.finds("what_only_says_how_it_is_watched_restarts_nothing", more=[*more, reload(109)])

        def reads(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            for plan in (found["wrote"].configuration, watched):
                plan["operations"]["web"]["exec"]["environmentFiles"] = ["a.env"]

        spoiled = Fact("spoiled", 12.6, 12.6, dict(name="a.env", program="web", how="reload", outcome="done"))
        self.assertNotIn("what_only_says_how_it_is_watched_restarts_nothing", self.broken(
            change=reads, more=[more[0], spoiled, reload(109)]))

    def test_a_probe_that_is_lost_by_a_reload(self):
        def probed(found):
            found["wrote"].facts.update(configuration={**copy.deepcopy(CONFIGURATION), "probes": {"listen": "127.0.0.1:1"}})

        def samples(until):
            return [(12 + number / 10, 12.05 + number / 10, 200 if number < 20 or number > until else 0) for number in range(60)]

        reload = self.reload("done", generation=2)
        self.assertEqual(self.broken(change=probed, more=[reload], samples=samples(35)), {})
        self.finds("a_probe_has_an_answer", change=probed, more=[reload], samples=samples(45))

    def test_what_a_failed_reload_has_not_brought_back(self):
        self.finds("what_a_failed_reload_undid_is_there_again",
                   more=[self.reload("failed", phase="degraded", programs={"web": dict(WEB, state="ended", pid=None)})])

    def test_an_action_that_a_reload_has_run_again(self):
        def repeatable(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration["actions"]["pay"].pop("effect")

        reload = self.reload("done", generation=2)
        again = LINES + "15.50 104 action pay 1 begin id=a1 attempt=1 boot=1\n15.60 104 action pay 1 end\n"
        self.finds("attempts_are_limited", again, repeatable, [reload])
        # As it may after an end of the daemon.
        lines = again.replace("boot=1\n15.60", "boot=2\n15.60")
        self.assertNotIn("attempts_are_limited", self.broken(lines, repeatable, [reload]))

    def test_three_crashes_without_a_safe_mode(self):
        def optional(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(CONFIGURATION))
            found["wrote"].configuration["operations"]["web"].update(optional=True)

        def crashed(boot):
            at = boot * 10 + 10
            status, output = (-9, "") if boot < 5 else (0, "Starting 'life'")
            return [Fact("started", at, at, dict(boot=boot)), Fact("ending", at + 2, at + 2, dict(how="kill", boot=boot)),
                    Fact("exited", at + 3, at + 3, dict(boot=boot, status=status, output=output, left=[]))]

        lives = [fact for boot in (2, 3, 4, 5) for fact in crashed(boot)]
        begun = LINES + "".join(f"{boot + 1}0.50 12{boot} step db 1 begin boot={boot}\n" for boot in (2, 3, 4))
        self.finds("three_crashes_are_a_safe_mode", begun, optional, lives)
        # One was killed before it had begun anything.
        self.assertNotIn("three_crashes_are_a_safe_mode", self.broken(begun.replace("40.50", "43.50"), optional, lives))

    def test_a_launch_that_the_history_lost(self):
        self.finds("each_launch_is_kept", change=lambda found: found["history"].facts.update(launches=[{"end": "stopped", "launchId": "m"}]))
        self.finds("each_launch_is_kept", change=lambda found: found["history"].facts.update(launches=[{"end": "crashed", "launchId": "l"}]))

    def test_a_reload_that_brings_no_generation(self):
        self.finds("a_reload_that_is_done_is_in_service", more=[self.reload("done")])

    def test_a_program_that_ended_without_a_reason(self):
        def ended(found):
            found["snapshot"].before["programs"]["web"].update(state="pausing", pid=None)

        self.finds("what_ended_by_itself_says_why", change=ended)

    def test_a_stranger_in_the_place_of_a_program(self):
        listens = Fact("stranger listens", 13.0, 12.9, dict(program="web", port=8080, state="running"))
        self.finds("a_stranger_makes_no_program_ready", more=[listens])

    def test_a_link_that_was_followed(self):
        link = Fact("stranger's link", 13.0, 12.0, dict(path="files/written.web", how="pause", found=["file"]))
        self.finds("nobody_leads_it_elsewhere", more=[link])
