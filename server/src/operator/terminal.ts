import type { Readable, Writable } from 'node:stream'
import type { Backups } from '../main/operator/open-backups.ts'
import type { CommandContext } from '../main/operator/open-context.ts'

/** The terminal and context of a command, replaced in tests. */
export type Terminal = {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Whether progress bars may be drawn on stderr. */
  isWatched: boolean
  /** Whether stdin can answer a question. */
  canAnswer: boolean
  /** Default of the option --operator. */
  user: string
  openContext(): Promise<CommandContext>
  /**
   * Finds the database and its backups.
   * @throws Error when this installation has no backups
   */
  openBackups(): Backups
  exit(code: 0 | 1 | 2): void
}
