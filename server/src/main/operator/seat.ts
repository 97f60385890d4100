import { readlinkSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { Seat } from '../../platform/audit/audit.ts'

/** The user, host and terminal of this process. */
export const seatHere = (): Seat => ({
  user: userHere(),
  host: hostname(),
  terminal: process.stdin.isTTY ? terminalHere() : null,
})

/** The name of the user, or the number of one without a name. It is the machine's, not one of the environment. */
function userHere(): string {
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
