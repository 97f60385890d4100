import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type Mutation, perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { rehearse } from '../platform/rehearse.ts'
import type { Terminal } from './terminal.ts'

/** How a command ends: 0 done, 1 done with something refused or found, 2 not done. */
export type ExitCode = 0 | 1 | 2

export type CommandResult = {
  exit: ExitCode
  /** For people. */
  lines: string[]
  /** For programs, with --json. */
  data: Record<string, unknown>
}

export type CommandTools = {
  context: Context
  terminal: Terminal
  /** The operator, as the audit trail names him. */
  actor: { kind: 'operator'; name: string }
  /** Nothing is to be written. */
  dryRun: boolean
  json: boolean
  /** False with --json, or where nobody watches. */
  interactive: boolean
  /** Does a verb as this operator; with --dry-run it is taken back after it has decided. */
  act: <Input, Answer>(verb: Mutation<Context, Input, Answer>, input: Input) => Promise<Answer>
}

/** A problem that is told in one sentence, without a stack. */
export class CommandError extends Error {}

/** One command of the operator, as its help shows it. */
export type Leaf = {
  /** The name with its arguments, e.g. `show <phone>`. */
  use: string
  description: string
  /** What one types after `operator`; a test sees that it is understood. */
  example: string
  /** It changes something, so it has --dry-run. */
  writes: boolean
}

/** Adds a command with its example and, where it writes, --dry-run. */
export function addLeaf(parent: Command, { use, description, example, writes }: Leaf): Command {
  const command = parent.command(use).description(description)
  if (writes) command.option('--dry-run', 'say what would be done, and write nothing')
  return command.addHelpText('after', `\nExample:\n  npm run operator -- ${example}`)
}

/** Adds a command that only holds others. */
export const addGroup = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description)

type Globals = { json?: boolean; operator?: string; dryRun?: boolean }

/** Runs a command in its world, prints what it says and sets the exit code. */
export async function runCommand(
  terminal: Terminal,
  command: Command,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  const { json = false, dryRun = false, operator = terminal.user } = command.optsWithGlobals<Globals>()
  const actor = { kind: 'operator', name: operator } as const
  let world: Awaited<ReturnType<Terminal['openWorld']>> | undefined
  try {
    world = await terminal.openWorld()
    const { context } = world
    const result = await work({
      context,
      terminal,
      actor,
      dryRun,
      json,
      interactive: !json && terminal.isWatched,
      act: (verb, input) => (dryRun ? rehearse : perform)(context, verb, { actor, input }),
    })
    const lines = dryRun ? [...result.lines, 'Dry run: nothing was written.'] : result.lines
    const data = dryRun ? { ...result.data, dryRun } : result.data
    await write(
      terminal.stdout,
      json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(''),
    )
    terminal.exit(result.exit)
  } catch (error) {
    await write(terminal.stderr, json ? `${JSON.stringify(faultOf(error))}\n` : `${faultOf(error).error}\n`)
    terminal.exit(2)
  } finally {
    await world?.close()
  }
}

/** A refusal's sentence is for lenders and Indonesian, so its code stands before it. */
function faultOf(error: unknown): { error: string; code?: string } {
  if (error instanceof Refusal) return { error: `${error.code}: ${error.message}`, code: error.code }
  return { error: error instanceof Error ? error.message : String(error) }
}

/** Writes as fast as the other end reads. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text !== '' && !stream.write(text)) await once(stream, 'drain')
}
