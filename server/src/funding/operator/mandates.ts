import { type Command, InvalidArgumentError } from 'commander'
import { validate as isUuid } from 'uuid'
import { grantedOf, listOpen, type MandateRow, revokeMandateOf } from '../mandate/index.ts'
import { cutPage } from '../../platform/pages.ts'
import { addCommand, addGroup, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

/** `mandates`: the standing mandates of lenders for automatic funding. */
export function addMandates(program: Command, terminal: Terminal): void {
  const mandates = addGroup(program, 'mandates', 'the standing mandates for automatic funding')
  addPageOptions(
    addCommand(mandates, {
      use: 'list',
      description: 'list the mandates that are in force or wait for their signature, the oldest first',
      example: 'mandates list --limit 50',
      writes: false,
    }),
    readMandateId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
  addCommand(mandates, {
    use: 'show',
    description:
      'show the mandates of a lender, the newest first: ceilings, hash of the text, signature and end',
    example: 'mandates show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addCommand(mandates, {
    use: 'revoke',
    description:
      'end the mandate of a lender at once; fundings under it that are not signed give their money back, and the lender is notified',
    example: 'mandates revoke --phone 81234567890 --reason "court order 12/2026"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--reason <text>', 'why, for the record', readText(200))
    .action(({ phone, reason }: { phone: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => revoke(tools, phone, reason)),
    )
}

function readMandateId(value: string): string {
  if (isUuid(value)) return value
  throw new InvalidArgumentError('It must be the id of a mandate, as the list printed it.')
}

async function list({ context: { db } }: CommandTools, { limit, after }: PageOptions) {
  const found = await listOpen(db, { after, limit: limit + 1 })
  const page = cutPage(found, limit, ({ id }) => id)
  return pageResult('mandates', { ...page, rows: page.rows.map(dataOf) }, describe)
}

async function show({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const mandates = (await grantedOf(context.db, lenderId, 100)).map(dataOf)
  return {
    exit: 0 as const,
    lines: mandates.length > 0 ? mandates.map(describe) : [`lender ${lenderId} has granted no mandate`],
    data: { lenderId, mandates },
  }
}

async function revoke({ context, act }: CommandTools, phone: string, reason: string) {
  const lenderId = await lenderOf(context, phone)
  const { ended } = await act(revokeMandateOf, { lenderId, reason })
  const line =
    ended.length > 0
      ? `ended: ${ended.join(', ')}`
      : `lender ${lenderId} has no mandate in force, and none that waits`
  return {
    exit: ended.length > 0 ? (0 as const) : (1 as const),
    lines: [line],
    data: { lenderId, ended, reason },
  }
}

const dataOf = (row: MandateRow) => ({
  id: row.id,
  lenderId: row.lenderId,
  number: row.number,
  version: row.version,
  state: row.state,
  largestPerLoan: row.largestPerLoan,
  totalBudget: row.totalBudget,
  placed: row.placed,
  textSha256: row.textSha256.toString('hex'),
  grantedAt: row.grantedAt?.toISOString() ?? null,
  signedAt: row.signedAt?.toISOString() ?? null,
  validUntil: row.validUntil.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  endReason: row.endReason,
  endDetail: row.endDetail,
})

const describe = (row: ReturnType<typeof dataOf>): string =>
  [
    `${row.number} (${row.id}) of lender ${row.lenderId}: ${row.state}`,
    `at most ${row.largestPerLoan} on a loan and ${row.totalBudget} in all, ${row.placed} placed`,
    `granted ${row.grantedAt}, ${row.signedAt === null ? 'not signed' : `signed ${row.signedAt} by hash`}, until ${row.validUntil}`,
    ...(row.endReason === null
      ? []
      : [`ended ${row.endedAt}: ${row.endReason}${row.endDetail === null ? '' : ` (${row.endDetail})`}`]),
    `text ${row.textSha256}`,
  ].join('; ')
