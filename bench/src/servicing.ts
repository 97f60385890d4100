import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import { disburseLoan, importRepayments, recordRepayment } from '../../server/src/loans/testing.ts'
import { type Repayment, disburseMany, recordRepayments, settleEarly } from '../../server/src/loans/index.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { one } from '../../server/src/platform/db/database.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { type SeedLoan, seedLoans } from './seed/loans.ts'
import { type SeedFunding, seedSettled } from './seed/settled.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures servicing through the product's own functions, in one process: a loan with many lenders, and a day with many
// installments, whose payments come as a list and then as the file of an operator. With `--shuffled` the lenders of a loan
// are drawn, so that loans that are paid together share lenders.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    installments: { type: 'string', default: '100000' },
    'lenders-per-loan': { type: 'string', default: '3' },
    shuffled: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const lenderCount = positive('lenders', values.lenders) ?? 10_000
const loanCount = positive('installments', values.installments) ?? 100_000
const perLoan = positive('lenders-per-loan', values['lenders-per-loan']) ?? 3
const part = 100_000
const actor = { kind: 'operator', name: 'bench' } as const
const lines: string[] = []

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  say(JSON.stringify(describeMachine(stand.folder, await serverVersion(stand))))
  const lenders = await seedLenders(context, lenderCount, 1_000_000_000)
  const { today, start } = await one<{ today: string; start: string }>(
    context.db,
    'bench.today',
    'select business_day(app_now()) as today, business_day(app_now()) - 20 as start',
  )
  const days = { today, start }
  const [wide] = await seedLoans(context, 'WIDE', 1, part * lenderCount)
  if (!wide) throw new Error('the loan was not imported')
  await seedSettled(
    longAgo(context),
    lenders.map((lender) => ({ lender, loan: wide, amount: part })),
  )
  await settleDown(context)
  await wideLoan(context, wide, days)
  const loans = await seedLoans(context, 'DAY', loanCount, part * perLoan)
  const fundings = loans.flatMap((loan, index) =>
    Array.from({ length: perLoan }, (_, place): SeedFunding => {
      const lender = lenders[placeOf(index, place)]
      if (!lender) throw new Error('there is nobody to lend')
      return { lender, loan, amount: part }
    }),
  )
  await seedSettled(longAgo(context), fundings)
  await settleDown(context)
  await busyDay(context, loans, days)
  await timed('the audit of the books', () => assertBooks(context, 'after the day'))
  await longAgo(context).db.close()
  await context.db.close()
  if (values.keep) writePage('servicing', page())
} finally {
  await stand.close()
}

type Days = { today: string; start: string }

function say(line: string): void {
  console.log(line)
  lines.push(line)
}

/** The place of a loan's lender: one after the other, or shuffled so that neighbouring loans share lenders. */
function placeOf(loan: number, place: number): number {
  if (!values.shuffled) return (loan * perLoan + place) % lenderCount
  // A multiplicative hash of the loan; the lenders of one loan are apart by a third, so none is its lender twice.
  const first = Math.imul(loan + 1, 2_654_435_761) >>> 0
  return (first + place * Math.floor(lenderCount / perLoan)) % lenderCount
}

function page(): string {
  return [
    `# Servicing, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `\`npm run servicing -w bench -- ${process.argv.slice(2).join(' ')}\`; the books were audited afterwards and are whole.`,
    '',
    '```',
    ...lines,
    '```',
    '',
  ].join('\n')
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = { node: processCpu(process.pid), postgres: serverCpu(stand.postmaster) }
  const started = performance.now()
  const value = await work()
  const seconds = (performance.now() - started) / 1_000
  const node = (processCpu(process.pid) - before.node) / 1e6
  const postgres = (serverCpu(stand.postmaster) - before.postgres) / 1e6
  say(
    `${what}: ${seconds.toFixed(2)} s (CPU: ${node.toFixed(2)} s node, ${postgres.toFixed(2)} s PostgreSQL)`,
  )
  return value
}

/** Measures one loan that all lenders have funded: paid out, repaid in full, in part and early. */
async function wideLoan(context: Context, { loanNumber }: SeedLoan, { today, start }: Days): Promise<void> {
  const pay = (reference: string, amount: number) =>
    perform(context, recordRepayment, { actor, input: { loanNumber, reference, paidOn: today, amount } })
  await timed(`pay out a loan with ${lenderCount} lenders`, () =>
    perform(context, disburseLoan, { actor, input: { loanNumber, disbursedOn: start } }),
  )
  const { due } = await one<{ due: number }>(
    context.db,
    'bench.due',
    `select i.principal + i.interest as due from installment i join loan l on l.id = i.loan_id
      where l.loan_number = $1 and i.no = 1`,
    [loanNumber],
  )
  for (let no = 1; no <= 8; no += 1) {
    await timed(`installment ${no} to ${lenderCount} lenders`, () => pay(`WIDE-${no}`, due))
  }
  await timed('a third of an installment', () => pay('WIDE-PART', Math.floor(due / 3)))
  await timed('the rest of it', () => pay('WIDE-REST', due - Math.floor(due / 3)))
  await timed('all the rest, early', () =>
    perform(context, settleEarly, {
      actor,
      input: { loanNumber, reference: 'WIDE-END', paidOn: today, amount: part * lenderCount },
    }),
  )
  await assertBooks(context, 'after the wide loan')
}

async function busyDay(context: Context, loans: readonly SeedLoan[], { today, start }: Days): Promise<void> {
  const described = `${loans.length} loans with ${perLoan} lenders each`
  const paidOut = await timed(`pay out ${described}`, () =>
    disburseMany(
      context,
      actor,
      loans.map(({ loanNumber }) => ({ loanNumber, disbursedOn: start })),
    ),
  )
  for (const outcome of paidOut) if ('error' in outcome) throw outcome.error
  await settleDown(context)
  const { due } = await one<{ due: number }>(
    context.db,
    'bench.due_of_day',
    `select i.principal + i.interest as due from installment i join loan l on l.id = i.loan_id
      where l.loan_number = $1 and i.no = 1`,
    [loans[0]?.loanNumber],
  )
  const paymentsOf = (name: string) =>
    loans.map(
      ({ loanNumber }): Repayment => ({
        loanNumber,
        reference: `${name}-${loanNumber}`,
        paidOn: today,
        amount: due,
      }),
    )
  const payments = paymentsOf('DAY')
  const outcomes = await timed(`a day of ${loans.length} installments`, () =>
    recordRepayments(context, actor, payments),
  )
  for (const outcome of outcomes) if ('error' in outcome) throw outcome.error
  await settleDown(context)
  const file = [
    'loan_number,paid_on,amount,reference\n',
    ...paymentsOf('FILE').map(
      (paid) => `${paid.loanNumber},${paid.paidOn},${paid.amount},${paid.reference}\n`,
    ),
  ]
  const { taken } = await timed(`a day of ${loans.length} installments from a file`, () =>
    importRepayments(context, actor, Readable.from(file), {}),
  )
  if (taken !== loans.length) throw new Error(`${taken} of ${loans.length} lines were recorded`)
}
