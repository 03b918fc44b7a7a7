"""What a path may lead to: neither another user's link, nor a copy of the store to the store."""

from rules import rule


@rule
def nobody_leads_it_elsewhere(seen):
    """What root writes does not follow another user's link."""
    for fact in seen.of("stranger's link"):
        if fact.found:
            yield f"a link of another user at {fact.path} was followed at {fact.at:.2f}: {fact.found}"


@rule
def a_backup_takes_no_file_of_the_state(seen):
    """A backup onto a file of the state folder is refused, and the file stays; by a link it may be written in its place."""
    for fact in seen.of("backup onto the store"):
        # The files go a moment before the daemon does.
        if seen.happened("put back", "ending", "exited", began=fact.began, ended=fact.at + 1):
            continue
        # A log comes and goes by itself.
        if fact.before is not None and fact.before != fact.after and fact.file.endswith(".db"):
            yield f"a backup onto {fact.file} by its {fact.by} at {fact.at:.2f} took its place ({fact.status})"
        if fact.status == 0 and fact.by != "link":
            yield f"a backup onto {fact.file} by its {fact.by} was made at {fact.at:.2f}"
        elif fact.before is None and fact.after is not None:
            yield f"a backup made {fact.file} in the state folder at {fact.at:.2f} ({fact.status})"


@rule
def a_stranger_makes_no_program_ready(seen):
    """What listened at the address of a program before is not taken for it."""
    for fact in seen.of("stranger listens"):
        if fact.state == "running":
            yield f"'{fact.program}' was ready at {fact.at:.2f}, and something else listens at port {fact.port}"
