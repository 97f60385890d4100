import type { Command } from 'commander'
import { type AuditRow, searchAudit } from '../../platform/audit/search.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addAuditKeys } from './audit-keys.ts'
import { reversalsBecause, touchingLender, touchingLoan } from './touching.ts'
import { addAuditRetire } from './audit-retire.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readMoment, readNumber, readPhone, readText } from '../../operator/values.ts'
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
export function addAuditTrail(program: Command, terminal: Terminal): void {
  const audit = addGroup(program, 'audit', 'the audit trail: actors, operations and outcomes')
  addPageOptions(
    addCommand(audit, {
      use: 'search',
      description: 'search the audit trail, newest first; a value ending in * matches a prefix',
      example:
        'audit search --actor "operator:*" --operation writeOffLoan --from 2026-11-01 --outcome refused',
      writes: false,
    }),
    readId,
  )
    .option('--actor <name>', 'actor: lender:ID, operator:NAME or system', readText(200))
    .option('--operation <name>', 'operation, e.g. fundLoan', readText(200))
    .option('--subject <name>', 'subject, e.g. loan:123', readText(200))
    .option('--phone <digits>', 'everything that touched this lender, also by their loans', readPhone)
    .option('--loan <number>', 'everything that touched this loan', readNumber)
    .option('--reason <text>', 'a part of the reason or note', readText(200))
    .option('--outcome <word>', 'done, refused, or the code of a refusal', readText(100))
    .option('--request <id>', "the request's id", readText(200))
    .option('--source <address>', 'the address that the request came from', readText(64))
    .option('--from <time>', 'from that day in Jakarta, or that time, on', readMoment)
    .option('--until <time>', 'before that day, or that time', readMoment)
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
  if (phone !== undefined && loan !== undefined) throw new CommandError('Name a lender or a loan, not both.')
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
  `${id}  ${at.toISOString()}  ${actor}  ${operation}  ${subject ?? '-'}  ${outcome}` +
  `${requestId === null ? '' : `  request ${requestId}`}${detail === null ? '' : `  ${JSON.stringify(detail)}`}`
