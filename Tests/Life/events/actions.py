"""Senders of launch actions, and what they and operators do with them later."""

import json
import shlex

import payloads
from events import event
from harness import wire
from record import now

USERS = [0, 0, 0, 1001, 1002]


def submit(life, step, number):
    """Sends once, and records what came of it."""
    parameters = {"kind": step["kind"], "payload": step["payload"]}
    if step.get("key"):
        parameters["key"] = step["key"]
    if step.get("wait"):
        parameters["wait"] = step["wait"]
        parameters["timeoutUSec"] = 3_000_000
    facts = dict(number=number, kind=step["kind"], payload=step["payload"], key=step.get("key"), user=step["user"])
    began = now()
    try:
        reply = wire.call(life.place.socket, "Submit", parameters, step["user"], timeout=20)
    except wire.NoAnswer as error:
        life.record.add("sent", began, outcome="unknown" if error.was_sent else "unreachable", words=str(error), **facts)
        return
    if "error" in reply:
        facts["error"] = reply["error"].rpartition(".")[2]
        # It may be stored, and run, though no answer could be given.
        outcome = "unknown" if facts["error"] == "StoreSilent" else "refused"
        life.record.add("sent", began, outcome=outcome, words=json.dumps(reply.get("parameters")), **facts)
        return
    action = reply["parameters"]["action"]
    life.record.add(
        "sent", began, outcome="accepted", id=action["id"], state=action["state"],
        durability=reply["parameters"].get("durability"), duplicate=reply["parameters"].get("duplicate"), **facts,
    )


def later(known, chosen):
    """How many of its kind were accepted after an action."""
    mine = [fact.id for fact in known if fact.kind == chosen.kind]
    return len(set(mine[mine.index(chosen.id) :])) - 1


@event(30)
class Send:
    """One action, of a user, with or without a key, waited for or not."""

    @staticmethod
    def draw(life):
        kinds = sorted(life.plan.kinds)
        if not kinds:
            return None
        kind = life.random.choice(kinds)
        key = life.random.choice([None, None, None, "k1", "k2", f"k{life.number}"])
        return {
            "kind": kind, "payload": payloads.draw(life.random, life.plan.kinds[kind]), "key": key,
            "user": life.random.choice(USERS), "wait": life.random.choice([None] * 8 + ["running", "done"]),
            "times": life.random.choice([1] * 12 + [5, 20]), "command": life.random.random() < 0.08,
        }

    @staticmethod
    def carry(life, step):
        for _ in range(step["times"]):
            life.sends += 1
            if step["command"]:
                life.slipway("send", step["kind"], "--payload", json.dumps(step["payload"]), "--timeout", "3s",
                             *(["--key", step["key"]] if step["key"] else []), "--json", number=life.sends, sends=step)
            elif step["wait"]:
                life.beside(submit, life, step, life.sends)
            else:
                submit(life, step, life.sends)

    @staticmethod
    def typed(step):
        words = ["slipway", "send", step["kind"], "--payload", json.dumps(step["payload"])]
        words += ["--key", step["key"]] if step["key"] else []
        words += ["--wait", step["wait"], "--timeout", "3s"] if step["wait"] else []
        line = shlex.join(words)
        line = f"setpriv --reuid {step['user']} --clear-groups {line}" if step["user"] else line
        return f"for i in $(seq {step['times']}); do {line}; done" if step["times"] > 1 else line


@event(2)
class SendOverAReload:
    """An action that takes its time, a reload while it runs, and the same one again, or a stop."""

    @staticmethod
    def draw(life):
        kinds = {name: kind for name, kind in sorted(life.plan.kinds.items()) if {"exec", "deliver"} & set(kind)}
        # Most is promised of those that require something, or of which a value is open once.
        stops = life.random.random() < 0.3
        kinds = {name: kind for name, kind in kinds.items() if ("requires" if stops else "uniqueBy") in kind} or kinds
        if not kinds:
            return None
        kind = life.random.choice(list(kinds))
        return {"kind": kind, "payload": payloads.draw(life.random, kinds[kind]), "user": 0, "stops": stops}

    @staticmethod
    def carry(life, step):
        from events.configuration import reload
        from events.processes import EndDaemon
        from events.surroundings import behave

        life.slipway("wait", "--timeout", "3s")
        behave(life, step["kind"], "slow:1.5")
        life.sends += 1
        submit(life, step, life.sends)
        life.pause(0.3)
        reload(life, "call")
        if step["stops"]:
            with life.manager:
                if life.world.status() is None:
                    EndDaemon.end(life, "stop", 0)
        else:
            life.sends += 1
            submit(life, step, life.sends)
        behave(life, step["kind"], None)

    @staticmethod
    def typed(step):
        manner, line = f"life/manners/{step['kind']}", shlex.join(["slipway", "send", step["kind"], "--payload", json.dumps(step["payload"])])
        then = "end TERM; start" if step["stops"] else line
        return f"slipway wait --timeout 3s; echo slow:1.5 > {manner}; {line}; sleep 0.3; slipway reload; {then}; rm {manner}"


@event(1.5)
class DropDelivered:
    """A program that takes actions reads one, and closes the connection without an answer."""

    @staticmethod
    def draw(life):
        kinds = {name: kind for name, kind in sorted(life.plan.kinds.items()) if "deliver" in kind}
        if not kinds:
            return None
        kind = life.random.choice(list(kinds))
        return {"kind": kind, "payload": payloads.draw(life.random, kinds[kind]), "user": 0}

    @staticmethod
    def carry(life, step):
        from events.surroundings import behave

        behave(life, step["kind"], "drop")
        life.sends += 1
        submit(life, step, life.sends)
        life.pause(1)
        behave(life, step["kind"], None)

    @staticmethod
    def typed(step):
        manner, line = f"life/manners/{step['kind']}", shlex.join(["slipway", "send", step["kind"], "--payload", json.dumps(step["payload"])])
        return f"echo drop > {manner}; {line}; sleep 1; rm {manner}"


@event(4)
class CancelAction:
    @staticmethod
    def draw(life):
        return {"which": life.random.random(), "by": life.random.choice(["id", "id", "kind"])}

    @staticmethod
    def carry(life, step):
        known = [fact for fact in life.record.of("sent") if fact.outcome == "accepted"]
        if not known:
            return
        # Among the latest, which may not have ended.
        chosen = known[-20:][int(step["which"] * len(known[-20:]))]
        step.update(kind=chosen.kind, back=later(known, chosen))
        if step["by"] == "kind":
            life.slipway("cancel", "--kind", chosen.kind, "--state", "waiting")
        else:
            life.call("CancelAction", {"id": chosen.id}, id=chosen.id)

    @staticmethod
    def typed(step):
        if step["by"] == "kind":
            return f"slipway cancel --kind {step.get('kind', 'KIND')} --state waiting"
        return f"slipway cancel $(action {step.get('kind', 'KIND')} {step.get('back', 0)})"


@event(2)
class Retry:
    @staticmethod
    def draw(life):
        return {"which": life.random.random()}

    @staticmethod
    def carry(life, step):
        known = [fact for fact in life.record.of("sent") if fact.outcome == "accepted"]
        if known:
            chosen = known[int(step["which"] * len(known))]
            step.update(kind=chosen.kind, back=later(known, chosen))
            life.call("RetryAction", {"id": chosen.id}, id=chosen.id, kind=chosen.kind)

    @staticmethod
    def typed(step):
        return f"slipway retry $(action {step.get('kind', 'KIND')} {step.get('back', 0)})"


@event(0.5)
class Purge:
    @staticmethod
    def draw(life):
        return {}

    @staticmethod
    def carry(life, step):
        # What has ended is known before it is forgotten.
        if life.collect("before a purge"):
            life.call("PurgeActions", {})

    @staticmethod
    def typed(step):
        return "slipway actions --purge"


@event(3)
class Hold:
    """A pause of a queue or of all, and later on."""

    @staticmethod
    def draw(life):
        queue = life.random.choice([None, "userInitiated", "main"])
        return {"queue": queue, "seconds": life.random.choice([0, 0.1, 0.5])}

    @staticmethod
    def carry(life, step):
        queue = {"queue": step["queue"]} if step["queue"] else {}
        life.call("PauseQueue", queue)
        life.pause(step["seconds"])
        life.call("ResumeQueue", queue)

    @staticmethod
    def typed(step):
        queue = f" {step['queue']}" if step["queue"] else ""
        return f"slipway pause{queue}; sleep {step['seconds']}; slipway resume{queue}"


@event(1)
class Drain:
    @staticmethod
    def draw(life):
        return {"all": life.random.random() < 0.3}

    @staticmethod
    def carry(life, step):
        life.slipway("drain", *(["--all"] if step["all"] else []), "--timeout", "1s")
        life.call("ResumeQueue", {})

    @staticmethod
    def typed(step):
        return f"slipway drain{' --all' if step['all'] else ''} --timeout 1s; slipway resume"
