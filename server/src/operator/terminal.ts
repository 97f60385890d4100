import type { Readable, Writable } from 'node:stream'
import type { Context } from '../context.ts'
import type { Seat } from '../platform/audit/audit.ts'
import type { Environment } from '../platform/settings/production.ts'

export type CommandContext = {
  context: Context
  /** The database with the login that owns the tables, if this installation names it. */
  ownerUrl?: string | undefined
  close(): Promise<void>
}

export type Terminal = {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Whether progress bars may be drawn on stderr. */
  isWatched: boolean
  /** Whether stdin can answer a question. */
  canAnswer: boolean
  /** Where the command is typed; kept with each entry of the audit trail. */
  seat: Seat
  /** Default of the option --operator. */
  user: string
  openContext(): Promise<CommandContext>
  /** The settings, for a command that works where no context can be opened. */
  environment: Environment
  exit(code: 0 | 1 | 2): void
}
