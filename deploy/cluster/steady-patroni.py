"""Starts Debian's Patroni 3.0.2 with three differences, none of which changes what a commit waits for.

1. A standby waits for the change of the leader's lease in etcd instead of sleeping. Patroni has this, but skips it when less
   than a second of its loop is left; with `loop_wait: 1` that is always, so each step of a failover waited for the next loop.
2. Its times are measured by a clock that nobody sets. Patroni compares times of day: set back by ten minutes, a primary would
   sleep for ten minutes, and meanwhile say that it holds a lease which another node has taken.
3. It asks the etcd of its own node first (`use_proxies` in patroni.yml keeps the order of the hosts), see templates/patroni.yml.
"""
import time

_started_at = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _steady_time():
    """Seconds since 1970 as of the start of this process, counted on by the kernel; a clock that is set does not move it."""
    return _started_at + time.clock_gettime(time.CLOCK_BOOTTIME)


time.time = _steady_time


def _wait_for_lease(watch):
    """Etcd.watch, which watches only for a second or longer: a shorter rest of the loop is lengthened to one."""

    def longer(self, leader_index, timeout):
        return watch(self, leader_index, max(timeout, 1) if leader_index else timeout)

    return longer


# Patroni starts PostgreSQL from a child that imports this file again.
if __name__ == '__main__':
    import sys

    from patroni.__main__ import main
    from patroni.dcs.etcd import Etcd

    Etcd.watch = _wait_for_lease(Etcd.watch)
    sys.exit(main())
