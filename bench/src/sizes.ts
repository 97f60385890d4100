import path from 'node:path'
import { parseArgs } from 'node:util'
import { positive } from './options.ts'
import { seedLenders } from './seed/lenders.ts'
import { seedLoans } from './seed/loans.ts'
import { documentsOf } from './sizes/documents.ts'
import { fundLoans, issueStatements, payInstallment, payOut } from './sizes/life.ts'
import { sizesPage, type Measured } from './sizes/page.ts'
import { addedPer, type Sizes, sizesOf } from './sizes/tables.ts'
import { writePage } from './report/write.ts'
import { commitOf } from './stand/commit.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures how much the books grow: rows and bytes per lender, loan, funding, installment share and statement, in books
// made by the product's own functions. From these it computes the size of larger platforms.

const { values } = parseArgs({
  options: {
    fundings: { type: 'string', default: '20000' },
    'lenders-per-loan': { type: 'string', default: '10' },
    'fundings-per-lender': { type: 'string', default: '24' },
    name: { type: 'string', default: 'sizes' },
  },
})
const fundingCount = positive('fundings', values.fundings) ?? 20_000
const perLoan = positive('lenders-per-loan', values['lenders-per-loan']) ?? 10
const perLender = positive('fundings-per-lender', values['fundings-per-lender']) ?? 24
/** Number of installments of each loan. */
const installments = 12
const amount = 1_000_000

const stand = await openStand()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const measured: Measured[] = []
  await settleDown(context)
  let before: Sizes = await sizesOf(context.db)
  const step = async (what: string, count: number, started: number) => {
    await settleDown(context)
    const after = await sizesOf(context.db)
    measured.push({ what, count, added: addedPer(before, after, count) })
    before = after
    console.log(`${count} × ${what} after ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  }
  const timed = async (what: string, work: () => Promise<number>) => {
    const started = performance.now()
    await step(what, await work(), started)
  }

  const lenderCount = Math.ceil(fundingCount / perLender)
  const lenders = await seedLenders(context, lenderCount, 10 * perLender * amount)
  await step('lender', lenderCount, performance.now())
  const loanCount = Math.ceil(fundingCount / perLoan)
  const loans = await seedLoans(context, 'SIZES', loanCount, perLoan * amount)
  await step('loan', loanCount, performance.now())
  const [loan, lender] = [loans[0], lenders[0]]
  if (!loan || !lender) throw new Error('there is no loan or no lender')
  const documents = await documentsOf(context, {
    lenderId: lender.lenderId,
    loanNumber: loan.loanNumber,
    amount,
  })
  await timed('funding', () => fundLoans(context, { lenders, loans, perLoan, amount }))
  await timed('payout of a loan', async () => {
    await payOut(context, loans)
    return loans.length
  })
  await timed('share of an installment', async () => {
    for (let no = 1; no <= installments; no += 1) await payInstallment(context, no)
    return loans.length * perLoan * installments
  })
  await timed('statement', () => issueStatements(context, lenders, installments))
  await assertBooks(context, 'after the year')
  const page = sizesPage({
    measured,
    documents,
    year: { fundings: perLender, perLoan, installments, statements: 12 },
    machine,
    commit: commitOf(),
  })
  const file = writePage(values.name, page)
  console.log(`wrote ${path.relative(process.cwd(), file)}`)
  await context.db.close()
} finally {
  await stand.close()
}
