import type { Command } from 'commander'
import { issueDueStatements, missingStatements } from '../statements/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `repair statements`: issues missing monthly statements, as the worker does automatically. */
export function addIssueStatements(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'statements',
    description:
      'issue the statements that are missing of the months whose last day is closed, as the worker does every ten minutes',
    example: 'repair statements',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, issue))
}

async function issue({ context, actor, dryRun }: CommandTools) {
  if (dryRun) {
    const { missing } = await missingStatements(context.db)
    return { exit: 0 as const, lines: [`${missing} would be issued`], data: { issued: missing, failed: 0 } }
  }
  const { issued, failed } = await issueDueStatements(context, { actor })
  return {
    exit: failed > 0 ? (1 as const) : (0 as const),
    lines: [`${issued} issued, ${failed} failed${failed > 0 ? '; the log names them' : ''}`],
    data: { issued, failed },
  }
}
