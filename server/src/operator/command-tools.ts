import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Context } from '../context.ts'
import type { ActorOf } from '../platform/audit/audit.ts'
import type { FileDoer } from './files/index.ts'
import type { FileGate } from './second-pair.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes: 0 success, 1 success with refused lines or findings, 2 failure. */
type ExitCode = 0 | 1 | 2

/**
 * The exit code of what was processed one by one, as the lines of a file: 1 where something was refused, even all of it. 2
 * means that the whole was called off and nothing was tried.
 */
export const exitAfter = (refused: number): 0 | 1 => (refused > 0 ? 1 : 0)

export type CommandResult = {
  exit: ExitCode
  /** Human-readable output. */
  lines: string[]
  /** Machine-readable output, printed with --json. */
  data: Record<string, unknown>
}

export type CommandTools = {
  context: Context
  /** The database with the login that owns the tables, if this installation names it. */
  ownerUrl: string | undefined
  terminal: Terminal
  /** The operator's name in the audit trail. */
  actor: ActorOf<'operator'>
  dryRun: boolean
  json: boolean
  /** Whether a person reads the output in a terminal; false with --json. */
  interactive: boolean
  /** Asks whether a file may be imported, or must be proposed first. */
  fileGate: (path: string) => Promise<FileGate>
  /**
   * Executes a mutation as this operator; with --dry-run as a dry run. Where a rule asks for a second pair, it is
   * proposed instead (`Proposed` is thrown, and printed).
   */
  act: FileDoer['act']
}

/** An error that is printed as one sentence without a stack. */
export class CommandError extends Error {}

export async function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (text.length > 0 && !stream.write(text)) await once(stream, 'drain')
}
