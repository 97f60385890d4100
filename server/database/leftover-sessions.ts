import { readdirSync } from 'node:fs'
import { isAlive, workingDirectory } from './process-identity.ts'
import { livePostmaster } from './postmaster.ts'

/**
 * Kills the server processes that a killed postmaster left behind in this cluster. Most notice its death at once, but
 * one that computes, waits for a lock inside shared memory or was frozen does not, and blocks every new server until it
 * ends. Killing it is safe: its transaction can no longer be committed, and the next start replays the log. Linux only,
 * because other systems do not show the working directory of a process.
 * @returns the process ids that were killed
 */
export function killLeftoverSessions(cluster: string): number[] {
  if (process.platform !== 'linux' || livePostmaster(cluster) !== null) return []
  const leftovers = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid) === cluster && isAlive(pid))
  for (const pid of leftovers) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended before it could be killed.
    }
  }
  return leftovers
}
