"""Starts Debian's Patroni 3.0.2 so that it waits for what happens instead of for its next loop, and by a clock that nobody sets.

Nothing here changes who may become the primary, or what a commit waits for.

- A standby waits for the change of the leader's lease. Patroni has this, but skips it when less than a second of its loop is
  left; with `loop_wait: 1` that is always.
- A node without a leader to follow looks for the new one every 50 ms. Patroni sleeps for a loop, or for two seconds after a
  switchover, in which no commit is answered, because that node is the synchronous standby of the new primary.
- A primary notices within 100 ms that its PostgreSQL is gone, and at a switchover that it has shut down.
- Times are measured by a clock that counts on. Patroni compares times of day: when the clock is set back by ten minutes, a
  primary sleeps for ten minutes. Its lease ends, and no standby takes over, because its PostgreSQL still says that it is a
  primary; nothing is served meanwhile.
"""
import time

_sleep = time.sleep
_started_at = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _steady_time():
    """Seconds since 1970 as of the start of this process, counted on by the kernel; a clock that is set does not move it."""
    return _started_at + time.clock_gettime(time.CLOCK_BOOTTIME)


time.time = _steady_time

_look_seconds = 0.05
_process_look_seconds = 0.1


def _has_leader(dcs):
    """Whether somebody holds the lease, as the etcd of this node knows it; false when it does not answer."""
    import etcd

    try:
        return bool(dcs._client.read(dcs.leader_path))
    except etcd.EtcdException:
        return False


def _until_led(dcs, seconds):
    """Waits until somebody holds the lease, at most so many seconds; returns whether somebody does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if _has_leader(dcs):
            return True
        _sleep(_look_seconds)
    return False


def _is_alive(process):
    """Whether a process does not only wait for its parent to ask how it ended, which took 1.5 s on a busy machine."""
    import psutil

    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _is_gone(postgresql):
    """Whether PostgreSQL should run and does not."""
    return postgresql.state == 'running' and not postgresql.is_running()


def _until_gone(ha, seconds):
    """The wait of a primary, which its API may end as well; returns whether the next loop is due."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ha.dcs.event.wait(_process_look_seconds) or _is_gone(ha.state_handler):
            ha.dcs.event.clear()
            return True
    return False


class _TimeOfHa:
    """What patroni.ha uses of the module time; it sleeps two seconds "to give somebody time to take the leader lock"."""

    time = staticmethod(_steady_time)
    dcs = None

    @classmethod
    def sleep(cls, seconds):
        if seconds == 2 and cls.dcs is not None:
            _until_led(cls.dcs, seconds)
        else:
            _sleep(seconds)


def _change():
    import patroni.ha
    import patroni.postgresql
    from patroni.dcs.etcd import Etcd
    from patroni.ha import Ha
    from patroni.postgresql import Postgresql

    find_running = Postgresql.is_running
    watch_etcd, watch_ha, make_ha = Etcd.watch, Ha.watch, Ha.__init__

    def watch_lease(dcs, leader_index, timeout):
        return watch_etcd(dcs, leader_index, max(timeout, 1) if leader_index else timeout)

    def is_running(postgresql):
        process = find_running(postgresql)
        return process if process and _is_alive(process) else None

    def watch(ha, timeout):
        if ha._async_executor.busy or not ha.cluster:
            return watch_ha(ha, timeout)
        if ha.cluster.is_unlocked():
            return _until_led(ha.dcs, timeout)
        if ha.has_lock(False):
            return _until_gone(ha, timeout)
        return watch_ha(ha, timeout)

    def make(ha, *arguments):
        make_ha(ha, *arguments)
        _TimeOfHa.dcs = ha.dcs

    Etcd.watch, Ha.watch, Ha.__init__ = watch_lease, watch, make
    Postgresql.is_running = is_running
    patroni.ha.time = _TimeOfHa
    patroni.postgresql.STOP_POLLING_INTERVAL = 0.1


# Patroni starts PostgreSQL from a child that imports this file again.
if __name__ == '__main__':
    import sys

    from patroni.__main__ import main

    _change()
    sys.exit(main())
