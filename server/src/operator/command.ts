import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { ActorOf } from '../platform/audit/audit.ts'
import type { FileDoer } from './files/index.ts'
import type { FileGate } from './second-pair.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes: 0 success, 1 success with refused lines or findings, 2 failure. */
export type ExitCode = 0 | 1 | 2

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
  /** Whether this is a dry run, which writes nothing. */
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

export type CommandSpec = {
  /** The command's name with its arguments, e.g. `show <phone>`. */
  use: string
  description: string
  /** An example of the arguments after `operator`; a test parses it. */
  example: string
  /** Whether the command writes, and therefore has the option --dry-run. */
  writes: boolean
  /** Why a command that writes has no --dry-run; its help says so. */
  withoutDryRun?: string
}

/** Adds a command with its example and, if it writes, --dry-run. */
export function addCommand(parent: Command, spec: CommandSpec): Command {
  const { use, description, example, writes, withoutDryRun } = spec
  const command = parent.command(use).description(description)
  if (withoutDryRun !== undefined) command.addHelpText('after', `\nTanpa --dry-run: ${withoutDryRun}.`)
  else if (writes) command.option('--dry-run', 'menampilkan hasilnya tanpa menulis apa pun')
  return command.addHelpText('after', `\nContoh:\n  npm run operator -- ${example}`)
}

export const addGroup = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description)

/** Runs a command with an application context, prints its result and sets the exit code. */
export async function runCommand(
  terminal: Terminal,
  command: Command,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  // Help needs no database.
  const { runInContext } = await import('./run-command.ts')
  return runInContext(terminal, command, work)
}

/** Runs one that works where no context can be opened, because it looks for the reasons. */
export async function runWithoutContext(
  terminal: Terminal,
  command: Command,
  work: () => Promise<CommandResult>,
): Promise<void> {
  const { runAlone } = await import('./run-command.ts')
  return runAlone(terminal, command, work)
}

/** Writes to a stream, waiting when its buffer is full. */
export async function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (text.length > 0 && !stream.write(text)) await once(stream, 'drain')
}
