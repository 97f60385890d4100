import type { Command } from 'commander'
import type { CommandResult, CommandTools } from './command-tools.ts'
import type { Terminal } from './terminal.ts'

export { CommandError, exitAfter, type CommandResult, type CommandTools, write } from './command-tools.ts'

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
