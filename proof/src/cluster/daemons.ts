import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import type { Node } from '../../../deploy/cluster/layout.ts'
import { namespaceOf } from './network.ts'

/** Restarts a program a second after it ended, as systemd does on a real machine. */
const runForever = ['/bin/sh', '-c', 'while :; do "$@"; sleep 1; done', 'run-forever']

export type Daemon = {
  name: string
  program: string
  args: readonly string[]
  /** The system user that runs the program; by default the caller. */
  user?: string
  env?: Readonly<Record<string, string>>
}

/**
 * Starts a daemon of a node and keeps it running after this process has ended. It gets its own session: the kernel
 * would send SIGHUP to stopped processes when the leader of their session exits.
 */
export function startDaemon(folder: string, node: Node, daemon: Daemon): void {
  const logs = path.join(folder, 'log')
  mkdirSync(logs, { recursive: true })
  const log = openSync(path.join(logs, `${node.name}-${daemon.name}.log`), 'a')
  const as = daemon.user
    ? ['setpriv', '--reuid', daemon.user, '--regid', daemon.user, '--init-groups', '--']
    : []
  const child = spawn(
    'ip',
    ['netns', 'exec', namespaceOf(node), ...as, ...runForever, daemon.program, ...daemon.args],
    {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...daemon.env },
    },
  )
  child.unref()
  closeSync(log)
}
