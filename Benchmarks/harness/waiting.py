"""Jobs that wait for requirements of twelve kinds, which don't hold on the invented laptop."""

import contextlib

JOBS = 1_000


def submit(bench, daemon, jobs=JOBS):
    """Has that many jobs wait, on about a third as many combinations of requirements."""
    absent = bench.memory / "absent"
    with contextlib.ExitStack() as stack:
        connection = daemon.connect(stack)
        for number in range(jobs):
            connection.call("Submit", descriptor={
                "identifier": bench.new_name(), "command": ["/bin/true"],
                "requires": requirements(number, f"{absent}/{number // 12 % 30}")})


def requirements(number, path):
    """The kind goes by the number. What might hold is asked for with a path that is not there."""
    value = number // 12 % 30
    return (
        {"pathExists": path},
        {"mounted": path},
        {"device": {"ID_FS_UUID": f"bench-{value}"}},
        {"lid": "closed"},
        {"powerSaver": True},
        {"idle": f"{value + 10}m"},
        {"locked": True},
        {"network": {"unmetered": True, "interface": f"wl{value}"}},
        {"batteryLevel": 100, "pathExists": path},
        {"network": {"ssid": f"Home {value}"}},
        {"pressure": {"memory": 99}, "pathExists": path},
        {"anyOf": [{"externalPower": True, "pathExists": path}, {"batteryLevel": 100 - value % 10}]},
    )[number % 12]
