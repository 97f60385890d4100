import type { Readable, Writable } from 'node:stream'
import type { OperatorWorld } from './world.ts'

/** Where a command runs: what it reads and writes, and the world it works on. A test brings its own. */
export type Terminal = {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Somebody watches: a progress bar may be drawn on stderr. */
  isWatched: boolean
  /** Who acts when --operator is not given. */
  user: string
  openWorld(): Promise<OperatorWorld>
  exit(code: 0 | 1 | 2): void
}
