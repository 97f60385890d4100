import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Readable } from 'node:stream'
import { positive } from '../../bench/src/options.ts'
import { seedLenders } from '../../bench/src/seed/lenders.ts'
import { seedLoans } from '../../bench/src/seed/loans.ts'
import { Choices } from '../../bench/src/seed/random.ts'
import { seedSettled } from '../../bench/src/seed/settled.ts'
import { assertBooks, makeBooks, openStand } from '../../bench/src/stand/stand.ts'
import type { Context } from '../../server/src/context.ts'
import { disburseMany, importLoanFile } from '../../server/src/loans/index.ts'
import { generatedFile, importRepayments, reverseRepayment } from '../../server/src/loans/testing.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { many, one } from '../../server/src/platform/db/database.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { Books } from './model/books.ts'
import { newLender } from './model/cash.ts'
import { laterBy } from './model/days.ts'
import type { NewPayment } from './model/in-service.ts'
import { payOut, repay } from './model/servicing.ts'
import { inOrder } from './model/value-dates.ts'

// Takes a loan file and a repayment file of many lines in random order, with repeated lines, and reversals between two
// runs of the repayment file, and compares counts, installments and cash with the model. Exit code 0: nothing differs.

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const lineCount = positive('lines', values.lines) ?? 0
const choices = new Choices(positive('seed', values.seed) ?? 1)
const actor = { kind: 'operator', name: 'proof' } as const
const [paymentsOfLoan, part, age] = [4, 400_000, 100] as const
/** The terms of the loans of the seed (server/testing/loans.ts). */
const terms = { interestType: 'ANNUITY', period: 'MONTH', tenor: 12, ratePpm: 120_000 } as const
const taxPpm = 150_000
type Line = NewPayment & { loan: string }

const stand = await openStand()
try {
  const context = await makeBooks(stand, 'files')
  compare('the loan file', ...(await takeLoanFile(context)))
  await takeRepaymentFile(context)
  await assertBooks(context, 'after the files')
  await context.db.close()
} finally {
  await stand.close()
}

function compare(what: string, model: unknown, system: unknown): void {
  const isSame = isDeepStrictEqual(model, system)
  const said = JSON.stringify({ model, system })
  console.log(`${what}: ${isSame ? 'as in the model' : 'DIFFERS'} ${said.length < 400 ? said : ''}`)
  if (!isSame) process.exitCode = 1
}

function shuffled<Of>(items: readonly Of[]): Of[] {
  const all = [...items]
  for (let left = all.length - 1; left > 0; left -= 1) {
    const other = choices.below(left + 1)
    ;[all[left], all[other]] = [all[other] as Of, all[left] as Of]
  }
  return all
}

/** Of the generated lines each thousandth is bad; each fiftieth is in the file twice. */
async function takeLoanFile(context: Context): Promise<[model: object, system: object]> {
  let text = ''
  for await (const bytes of generatedFile(lineCount)) text += Buffer.from(bytes).toString('utf8')
  // A line may go on within quotation marks.
  const [header = '', ...lines] = text.trimEnd().split(/\n(?=GEN-)/)
  const isBad = (place: number) => (place + 1) % 1_000 === 0
  const places = lines.flatMap((_, place) => (place % 50 === 0 ? [place, place] : [place]))
  const file = shuffled(places).map((place) => `${lines[place]}\n`)
  const report = await timed(`a loan file of ${file.length} lines`, () =>
    importLoanFile(context, Readable.from([`${header}\n`, ...file]), { actor }),
  )
  const good = new Set(places.filter((place) => !isBad(place)))
  const stored = await one<{ loans: number; total: number }>(
    context.db,
    'proof.loans',
    `select count(*)::int as loans, coalesce(sum(p.total), 0)::bigint as total
       from loan l join loan_position p on p.loan_id = l.id where l.loan_number like 'GEN-%'`,
  )
  const total = [...good].reduce((sum, place) => sum + 7_500_000 + ((place + 1) % 5_000) * 100_000, 0)
  const refused = places.filter(isBad).length
  const counts = { imported: good.size, known: file.length - good.size - refused, refused }
  const { imported, known } = report
  return [
    { ...counts, loans: good.size, total },
    { imported, known, refused: report.refused, ...stored },
  ]
}

async function takeRepaymentFile(context: Context): Promise<void> {
  const { today } = await one<{ today: string }>(
    context.db,
    'proof.today',
    'select business_day(app_now())::text as today',
  )
  const on = laterBy(today, -age)
  const { books, loans, lenders } = await paidOut(context, on)
  const lines = loans.flatMap((loan) =>
    Array.from(
      { length: paymentsOfLoan },
      (_, place): Line => ({
        ...{ loan, reference: `FILE-${loan}-${place}`, paidOn: laterBy(on, choices.below(age + 1)) },
        ...{ amount: 1_000 + choices.below(250_000), fee: choices.inHundred(10) ? 500 : 0 },
      }),
    ),
  )
  const file = shuffled(lines)
  const first = file.slice(0, file.length / 2)
  const half = await timed(`the first half of a repayment file, ${first.length} lines`, () =>
    record(context, first),
  )
  const reversed = new Set(first.filter(() => choices.inHundred(1)))
  await timed(`${reversed.size} reversals`, async () => {
    for (const { reference } of reversed)
      await perform(context, reverseRepayment, { actor, input: { reference, reason: 'proof' } })
  })
  const whole = await timed(`the whole file, ${file.length} lines`, () => record(context, file))
  const [taken, back] = [first.length, reversed.size]
  compare(
    'the runs of the repayment file',
    [
      { taken, known: 0, refused: 0 },
      { taken: file.length - taken, known: taken - back, refused: back },
    ],
    [half, whole],
  )
  for (const line of lines.filter((each) => !reversed.has(each)).toSorted(inOrder))
    repay(books, line.loan, line)
  compare('the installments', ...(await installments(context, books)))
  compare('the cash of the lenders', ...(await cash(context, books, lenders)))
}

/** Loans of three lenders each, that were paid out on a day, in the product and in the model. */
async function paidOut(context: Context, on: string) {
  const lenders = await seedLenders(context, 1_000, 1_000_000_000_000)
  const books = new Books()
  for (const { lenderId } of lenders)
    books.lenders.set(String(lenderId), newLender({ taxPpm, limit: 0, hasAdditional: false }))
  const loans = await seedLoans(context, 'FILE', Math.ceil(lineCount / paymentsOfLoan), 3 * part)
  const fundings = loans.flatMap((loan, index) =>
    [0, 1, 2].map((place) => {
      const lender = lenders[(index * 7 + place * 11) % lenders.length]
      if (!lender) throw new Error('there is nobody to lend')
      return { lender, loan, amount: part }
    }),
  )
  await seedSettled(longAgo(context), fundings)
  const done = await disburseMany(
    context,
    actor,
    loans.map(({ loanNumber }) => ({ loanNumber, disbursedOn: on })),
  )
  for (const outcome of done) if ('error' in outcome) throw outcome.error
  for (const { loanNumber } of loans)
    books.loans.set(loanNumber, {
      ...{ state: 'FUNDED', total: 3 * part, minimum: 100_000, reserved: 0, funded: 3 * part, terms },
      servicing: null,
    })
  const rows = await many<{ id: string; lender: string; loan: string; amount: number }>(
    context.db,
    'proof.fundings',
    `select f.id::text, f.lender_id::text as lender, l.loan_number as loan, f.amount
       from funding f join loan l on l.id = f.loan_id order by f.id`,
  )
  // The model looks for the fundings of a loan among all that it knows.
  const byLoan = Map.groupBy(rows, ({ loan }) => loan)
  for (const [number, own] of byLoan) {
    books.fundings.clear()
    for (const { id, ...funding } of own) books.fundings.set(id, { ...funding, state: 'SETTLED' })
    payOut(books, number, on)
  }
  return { books, loans: loans.map(({ loanNumber }) => loanNumber), lenders }
}

async function record(context: Context, lines: readonly Line[]) {
  const text = lines.map(
    ({ loan, paidOn, amount, reference, fee }) => `${loan},${paidOn},${amount},${reference},${fee}\n`,
  )
  const file = Readable.from(['loan_number,paid_on,amount,reference,fee\n', ...text])
  const { taken, known, refused } = await importRepayments(context, actor, file, {})
  return { taken, known, refused }
}

/** The installments of all loans, one text a loan. */
async function installments(context: Context, books: Books): Promise<[model: string[], system: string[]]> {
  const rows = await many<{ text: string }>(
    context.db,
    'proof.installments',
    `select l.loan_number || ' ' || string_agg(concat_ws(' ', i.due_date, i.principal, i.interest, i.principal_paid, i.interest_paid,
            i.penalty_paid), ', ' order by i.no) as text
       from installment i join loan l on l.id = i.loan_id where i.superseded_on is null group by l.loan_number
      order by l.loan_number`,
  )
  const model = [...books.loans].map(([number, { servicing }]) => {
    const all = (servicing?.installments ?? []).map((row) =>
      [
        ...[row.dueDate, row.principal, row.interest],
        ...[row.principalPaid, row.interestPaid, row.penaltyPaid],
      ].join(' '),
    )
    return `${number} ${all.join(', ')}`
  })
  return [model.toSorted(), rows.map(({ text }) => text).toSorted()]
}

/** What came back to each lender. */
async function cash(context: Context, books: Books, lenders: readonly { lenderId: number }[]) {
  const rows = await many<{ lender: string; back: number }>(
    context.db,
    'proof.cash',
    `select a.owner_id::text as lender, sum(case when t.credit_account = a.id then t.amount else -t.amount end)::bigint as back
       from account a join transfer t on a.id in (t.credit_account, t.debit_account)
      where a.kind = 'LENDER_CASH' and t.kind not in ('TOP_UP', 'FUNDING') group by 1`,
  )
  const system = new Map(rows.map(({ lender, back }) => [lender, back]))
  const names = lenders.map(({ lenderId }) => String(lenderId))
  const both = [
    names.map((name) => books.lender(name).balance),
    names.map((name) => system.get(name) ?? 0),
  ] as const
  return both.map((all) => all.map((amount, place) => `${names[place]} ${amount}`)) as [string[], string[]]
}

async function timed<Of>(what: string, work: () => Promise<Of>): Promise<Of> {
  const started = performance.now()
  const done = await work()
  console.log(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return done
}
