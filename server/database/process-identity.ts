import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * A text that no other process of this machine ever shares, or null if `pid` does not run (a zombie counts as ended). A
 * pid alone is reused after a reboot or in a restarted container; a pid with its start time is not.
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The program's name is in brackets and may contain spaces, so fields are counted after the last bracket.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return null
      return `${pid} ${fields[19]} ${bootId()}`
    } catch {
      return null
    }
  }
  const answer = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const line = answer.stdout?.trim() ?? ''
  if (answer.status !== 0 || line === '' || line.startsWith('Z')) return null
  return `${pid} ${line.replace(/^\S+\s+/, '')}`
}

export function isAlive(pid: number): boolean {
  return processIdentity(pid) !== null
}

/** The working directory of a process, or null if the system does not reveal it. */
export function workingDirectory(pid: number): string | null {
  if (process.platform !== 'linux') return null
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
