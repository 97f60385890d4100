import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { addDays } from '@pematang/contract/format/business-date'
import type { Context } from '../../server/src/context.ts'
import { disburseMany } from '../../server/src/loans/index.ts'
import { importRepayments, recordRepayment } from '../../server/src/loans/testing.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { one } from '../../server/src/platform/db/database.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { seedLenders, type SeedLender } from './seed/lenders.ts'
import { type SeedLoan, seedLoans } from './seed/loans.ts'
import { seedSettled } from './seed/settled.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures what the order of recording costs, since payments count by their value dates: the same repayment file sorted by
// day and in random order, each over loans of its own, and one payment that is dated a year back.

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    'lines-per-loan': { type: 'string', default: '4' },
    lenders: { type: 'string', default: '1000' },
    later: { type: 'string', default: '24' },
    keep: { type: 'boolean', default: false },
  },
})
const lineCount = positive('lines', values.lines) ?? 0
const perLoan = positive('lines-per-loan', values['lines-per-loan']) ?? 4
const lenderCount = positive('lenders', values.lenders) ?? 0
const later = positive('later', values.later) ?? 0
const part = 100_000
const actor = { kind: 'operator', name: 'bench' } as const

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const lenders = await seedLenders(context, lenderCount, 1_000_000_000_000)
  const { today } = await one<{ today: string }>(
    context.db,
    'bench.today',
    'select business_day(app_now())::text as today',
  )
  const sorted = await fileOf(context, 'SORTED', lenders, today)
  const shuffled = await fileOf(context, 'SHUFFLED', lenders, today)
  await settleDown(context)
  const inOrder = await record(context, 'sorted by day', sorted)
  await settleDown(context)
  const inDisorder = await record(context, 'in random order', shuffled.toSorted(byHash))
  const backDated = await payLate(context, lenders, today)
  await assertBooks(context, 'after the payments')
  const lines = [
    inOrder.text,
    inDisorder.text,
    `random order / sorted: ${(inDisorder.seconds / inOrder.seconds).toFixed(2)}`,
    backDated.text,
  ]
  await longAgo(context).db.close()
  await context.db.close()
  tellPage(
    {
      title: 'Value dates',
      about: [
        `${lineCount} lines, ${perLoan} a loan on days of its own, 3 lenders a loan; the books were audited afterwards and are whole.`,
      ],
      machine,
      parts: [{ heading: 'Repayments', lines }],
    },
    values.keep ? 'value-dates' : null,
  )
} finally {
  await stand.close()
}

/** Loans that were paid out on a day, each funded by its lenders. */
async function paidOut(
  context: Context,
  {
    prefix,
    count,
    lendersOf,
    on,
  }: { prefix: string; count: number; lendersOf: (loan: number) => SeedLender[]; on: string },
): Promise<SeedLoan[]> {
  const loans = await seedLoans(context, prefix, count, part * lendersOf(0).length)
  await seedSettled(
    longAgo(context),
    loans.flatMap((loan, index) => lendersOf(index).map((lender) => ({ lender, loan, amount: part }))),
  )
  const done = await disburseMany(
    context,
    actor,
    loans.map(({ loanNumber }) => ({ loanNumber, disbursedOn: on })),
  )
  for (const outcome of done) if ('error' in outcome) throw outcome.error
  return loans
}

type Line = { day: string; text: string }

/** The lines of a repayment file over loans of its own, sorted by day: each loan pays parts of an installment on its days. */
async function fileOf(
  context: Context,
  prefix: string,
  lenders: readonly SeedLender[],
  today: string,
): Promise<Line[]> {
  const loans = await paidOut(context, {
    ...{ prefix, count: Math.ceil(lineCount / perLoan), on: addDays(today, -60) },
    lendersOf: (loan) => [0, 1, 2].flatMap((place) => lenders[(loan * 3 + place) % lenders.length] ?? []),
  })
  return Array.from({ length: perLoan }, (_, place) => addDays(today, place - perLoan))
    .flatMap((day) =>
      loans.map(({ loanNumber }) => ({
        day,
        text: `${loanNumber},${day},6000,${prefix}-${day}-${loanNumber}\n`,
      })),
    )
    .slice(0, lineCount)
}

async function record(context: Context, how: string, lines: readonly Line[]) {
  const file = ['loan_number,paid_on,amount,reference\n', ...lines.map(({ text }) => text)]
  return timed(`a file of ${lines.length} lines ${how}`, async () => {
    const { taken } = await importRepayments(context, actor, Readable.from(file), {})
    if (taken !== lines.length) throw new Error(`${taken} of ${lines.length} lines were recorded`)
  })
}

/** One payment dated before many later ones, of a loan that all lenders have funded. */
async function payLate(context: Context, lenders: readonly SeedLender[], today: string) {
  const [loan] = await paidOut(context, {
    ...{ prefix: 'WIDE', count: 1, lendersOf: () => [...lenders], on: addDays(today, -400) },
  })
  if (!loan) throw new Error('the loan was not imported')
  const pay = (paidOn: string) =>
    perform(context, recordRepayment, {
      actor,
      input: {
        loanNumber: loan.loanNumber,
        reference: `WIDE-${paidOn}`,
        paidOn,
        amount: lenders.length * 2_500,
      },
    })
  for (let no = 0; no < later; no += 1) await pay(addDays(today, no - later))
  return timed(
    `a payment dated a year back, before ${later} later ones, of a loan with ${lenders.length} lenders`,
    () => pay(addDays(today, -365)),
  )
}

/** A fixed random order. */
function byHash(a: Line, b: Line): number {
  return hash(a.text) - hash(b.text)
}

function hash(text: string): number {
  let value = 0
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x9e37_79b1) >>> 0
  return value
}

async function timed(what: string, work: () => Promise<unknown>): Promise<{ seconds: number; text: string }> {
  const before = { node: processCpu(process.pid), postgres: serverCpu(stand.postmaster) }
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1_000
  const node = (processCpu(process.pid) - before.node) / 1e6
  const postgres = (serverCpu(stand.postmaster) - before.postgres) / 1e6
  return {
    seconds,
    text: `${what}: ${seconds.toFixed(2)} s (CPU: ${node.toFixed(2)} s node, ${postgres.toFixed(2)} s PostgreSQL)`,
  }
}
