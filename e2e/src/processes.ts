import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
