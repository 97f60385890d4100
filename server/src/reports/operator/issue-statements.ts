import type { Command } from 'commander'
import { issueDueStatements } from '../statements/issue.ts'
import { missingStatements } from '../statements/metrics.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `repair statements`: issues missing monthly statements, as the worker does automatically. */
export function addIssueStatements(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'statements',
    description:
      'menerbitkan laporan bulanan yang belum ada dari bulan yang hari terakhirnya sudah ditutup, seperti worker setiap sepuluh menit',
    example: 'repair statements',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, issue))
}

async function issue({ context, actor, dryRun }: CommandTools) {
  if (dryRun) {
    const { missing } = await missingStatements(context.db)
    return { exit: 0 as const, lines: [`${missing} akan diterbitkan`], data: { issued: missing, failed: 0 } }
  }
  const { issued, failed } = await issueDueStatements(context, { actor })
  return {
    exit: failed > 0 ? (1 as const) : (0 as const),
    lines: [`${issued} diterbitkan, ${failed} gagal${failed > 0 ? '; namanya ada di log' : ''}`],
    data: { issued, failed },
  }
}
