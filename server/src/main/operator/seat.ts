import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { sudoCaller } from '../../platform/settings/caller.ts'
import type { Seat } from '../../platform/audit/audit.ts'

export const seatHere = (): Seat => ({
  user: userHere(),
  host: hostname(),
  terminal: process.stdin.isTTY ? terminalHere() : null,
})

/**
 * The name of the user, or the number of one without a name. It is the machine's, and one of the environment only where
 * sudo has set it.
 */
function userHere(): string {
  const caller = sudoCaller(process.env)
  if (caller && isCalledBySudo()) return caller
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

function terminalHere(): string {
  try {
    return readlinkSync('/proc/self/fd/0')
  } catch {
    return 'unnamed'
  }
}

/** Whether the process that started this one is sudo, which only root can be; a variable alone may be anybody's. */
function isCalledBySudo(): boolean {
  const parent = `/proc/${process.ppid}`
  try {
    return statSync(parent).uid === 0 && readFileSync(`${parent}/comm`, 'utf8').trim() === 'sudo'
  } catch {
    return false
  }
}
