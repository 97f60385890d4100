import { readdirSync, readFileSync } from 'node:fs'

/** A process as listed in /proc. */
type SeenProcess = { pid: number; parent: number; command: string }

/** All current child processes of `parent`; zombies have no command and are left out. Linux only. */
export function childrenOf(parent: number): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => look(Number(name)))
    .filter((seen) => seen !== null)
    .filter((seen) => seen.parent === parent && seen.command !== '')
}

function look(pid: number): SeenProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may contain blanks, so fields are counted after the last bracket.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent, command }
  } catch {
    // The process ended between the two reads.
    return null
  }
}
