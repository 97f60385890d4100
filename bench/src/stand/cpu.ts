import { readdirSync, readFileSync } from 'node:fs'

/** The number of clock ticks per second in which /proc counts CPU time; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

type Stat = { parent: number; own: number; reaped: number }

/** CPU time of one process, in ticks; undefined where it has ended or /proc does not exist. */
function readStat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may contain blanks, so fields are counted after its closing bracket: 0 state, 1 ppid, 11 utime ...
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (index: number) => fields[index] ?? 0
    return { parent: at(1), own: at(11) + at(12), reaped: at(13) + at(14) }
  } catch {
    return undefined
  }
}

/** CPU microseconds (user and system) that one process has used; 0 where they cannot be read. */
export const processCpu = (pid: number): number => toMicroseconds(readStat(pid)?.own ?? 0)

/** CPU microseconds of a postmaster and all its children, including those that have ended. */
export function serverCpu(postmaster: number): number {
  const root = readStat(postmaster)
  if (!root) return 0
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(name))
    .filter((stat) => stat?.parent === postmaster)
  return toMicroseconds(children.reduce((sum, stat) => sum + (stat?.own ?? 0), root.own + root.reaped))
}

const toMicroseconds = (ticks: number): number => (ticks * 1_000_000) / ticksPerSecond

export function residentMiB(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 2 ** 20
}
