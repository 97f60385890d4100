import type { Command } from 'commander'
import { type AuditRow, searchAudit } from '../../platform/audit/search.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addAuditKeys } from './audit-keys.ts'
import { reversalsBecause, touchingLender, touchingLoan } from './touching.ts'
import { addAuditRetire } from './audit-retire.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { momentText } from '../../operator/moment-text.ts'
import { readMoment } from '../../operator/moment-value.ts'
import { readId, readNumber, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

type SearchOptions = PageOptions & {
  actor?: string
  operation?: string
  subject?: string
  outcome?: string
  request?: string
  source?: string
  phone?: string
  loan?: string
  reason?: string
  from?: Date
  until?: Date
}

/** `audit`: search in the audit trail. */
export function addAuditTrail(audit: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(audit, {
      use: 'search',
      description:
        'mencari dalam jejak audit, yang terbaru dahulu; nilai yang diakhiri * cocok dengan awalannya',
      example:
        'audit search --actor "operator:*" --operation writeOffLoan --from 2026-11-01 --outcome refused',
      writes: false,
    }),
    readId,
  )
    .option('--actor <name>', 'pelaku: lender:ID, operator:NAME atau system', readText(200))
    .option('--operation <name>', 'tindakan, misalnya fundLoan', readText(200))
    .option('--subject <name>', 'hal yang dikenai, misalnya loan:123', readText(200))
    .option('--phone <digits>', 'semua yang menyangkut Pemberi Dana ini, juga melalui pinjamannya', readPhone)
    .option('--loan <number>', 'semua yang menyangkut pinjaman ini', readNumber)
    .option('--reason <text>', 'sebagian alasan atau catatan', readText(200))
    .option('--outcome <word>', '"done", "refused", atau kode penolakan', readText(100))
    .option('--request <id>', 'nomor permintaan', readText(200))
    .option('--source <address>', 'alamat asal permintaan', readText(64))
    .option('--from <time>', 'sejak hari itu di Jakarta, atau waktu itu', readMoment)
    .option('--until <time>', 'sebelum hari itu, atau waktu itu', readMoment)
    .action((options: SearchOptions, command: Command) =>
      runCommand(terminal, command, (tools) => search(tools, options)),
    )
  addAuditKeys(audit, terminal)
  addAuditRetire(audit, terminal)
}

async function search(
  { context }: CommandTools,
  { phone, loan, reason, request, ...options }: SearchOptions,
) {
  if (phone !== undefined && loan !== undefined)
    throw new CommandError('Sebutkan Pemberi Dana atau pinjaman, bukan keduanya.')
  const touching =
    phone !== undefined
      ? await touchingLender(context.db, await lenderOf(context, phone))
      : loan !== undefined
        ? await touchingLoan(context.db, loan)
        : undefined
  const reversals = reason === undefined ? [] : await reversalsBecause(context.db, reason)
  const filter = {
    ...{ ...options, touching, requestId: request },
    reason: reason === undefined ? undefined : { text: reason, reversals },
  }
  const found = await searchAudit(context.db, filter, options)
  return pageResult('events', found, tellEvent)
}

const tellEvent = ({ id, at, actor, operation, subject, outcome, requestId, detail }: AuditRow): string =>
  `${id}  ${momentText(at)}  ${actor}  ${operation}  ${subject ?? '-'}  ${outcome}` +
  `${requestId === null ? '' : `  permintaan ${requestId}`}${detail === null ? '' : `  ${JSON.stringify(detail)}`}`
