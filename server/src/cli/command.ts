import type { Command } from 'commander'
import { type OperatorWorld, openWorld } from './world.ts'

/** How a command ends: 0 done, 1 done with something refused or found, 2 not done. */
export type ExitCode = 0 | 1 | 2

export type CommandResult = {
  exit: ExitCode
  /** For people. */
  lines: string[]
  /** For programs, with --json. */
  data: unknown
}

export type CommandTools = OperatorWorld & {
  /** The operator's name in the audit trail. */
  operator: string
  /** False with --json, or where nobody watches. */
  interactive: boolean
}

/** A problem that is told in one sentence, without a stack. */
export class CommandError extends Error {}

/** Runs a command in its world, prints what it says and sets the exit code. */
export async function runCommand(
  command: Command,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  const { json = false, operator } = command.optsWithGlobals<{ json?: boolean; operator: string }>()
  let world: OperatorWorld | undefined
  try {
    world = await openWorld(process.env)
    const result = await work({ ...world, operator, interactive: !json && process.stderr.isTTY })
    process.stdout.write(
      json ? `${JSON.stringify(result.data)}\n` : result.lines.map((line) => `${line}\n`).join(''),
    )
    process.exitCode = result.exit
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `${message}\n`)
    process.exitCode = 2
  } finally {
    await world?.close()
  }
}
