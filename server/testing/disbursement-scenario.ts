import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aFundedLoan, type LentLoan } from './servicing.ts'
import { aStatementScenario, type StatementScenario } from './reconciliation-scenario.ts'
import { amounts, flat } from './loan-operations.ts'
import { runAllJobs } from './drain.ts'
import type { FixtureOptions } from './fixture.ts'
import type { Line } from '../src/outside/bank/testing/paying-bank.ts'
import { disbursementJobs, referenceOf } from '../src/cash/testing.ts'
import { maybe, one } from '../src/platform/db/database.ts'

export type ToPayOut = LentLoan & { total: number; accountNumber: string }

export type OrderOf = { id: string; state: string; reason: string | null; reference: string }

let accounts = 0

/** A platform whose loans are paid out by a bank that a test controls, with the operator who orders it. */
export async function aDisbursementScenario(options: FixtureOptions = {}) {
  const scenario: StatementScenario = await aStatementScenario(options)
  const { context } = scenario.fixture
  const jobs = disbursementJobs(context)
  const silent = { error: () => {}, warn: () => {} }
  let lines = 0
  let files = 0
  const folder = mkdtempSync(join(tmpdir(), 'pematang-payments-'))
  const order = async (loanNumber: string): Promise<OrderOf | undefined> => {
    const found = await maybe<Omit<OrderOf, 'reference'>>(
      context.db,
      'test.order',
      `select o.id, o.state, o.end_reason as reason from disbursement_order o join loan l on l.id = o.loan_id
        where l.loan_number = $1 order by o.created_at desc, o.id desc limit 1`,
      [loanNumber],
    )
    return found && { ...found, reference: referenceOf(found.id) }
  }
  return {
    ...scenario,
    order,
    /** Where payment files are written. */
    folder,
    /** Writes a payment file of these loans. @returns the answer, the file and its lines without the header */
    async payByFile(...args: string[]) {
      files += 1
      const out = join(folder, `payments-${files}.csv`)
      const answer = await scenario.operator(['--json', 'loans', 'disburse-list', ...args, '--out', out])
      const text = answer.json.file ? readFileSync(out, 'utf8') : ''
      return { ...answer, text, lines: text.split('\n').slice(1, -1) }
    },
    /** The id of a line that the bank has listed. */
    lineOf: async ({ transactionId }: Line): Promise<string> =>
      (
        await one<{ id: string }>(
          context.db,
          'test.line_of',
          'select id from bank_line where bank_reference = $1',
          [transactionId],
        )
      ).id,
    async close() {
      await scenario.close()
      rmSync(folder, { recursive: true })
    },
    /** A loan of 1,200,000 that is funded, with an account of its borrower unless that is taken away. */
    async funded(more: object = {}): Promise<ToPayOut> {
      accounts += 1
      const accountNumber = `66${String(accounts).padStart(8, '0')}`
      const account = { bankCode: '014', accountNumber, accountHolder: `Usaha Contoh ${accounts}` }
      const loan = await aFundedLoan(context, amounts, { ...flat, ...account, ...more })
      return { ...loan, total: 1_200_000, accountNumber }
    },
    /** `SENT`, or `RETURNED NOT_PAID`; `none` without an order. */
    async state(loanNumber: string): Promise<string> {
      const found = await order(loanNumber)
      return found ? [found.state, found.reason].filter((part) => part !== null).join(' ') : 'none'
    },
    loan: (loanNumber: string) =>
      one<{ status: string; on: string | null }>(
        context.db,
        'test.loan_state',
        `select p.status, l.disbursed_on::text as on from loan l join loan_position p on p.loan_id = l.id
          where l.loan_number = $1`,
        [loanNumber],
      ),
    /** Lists the payment of an order in the bank's statement, by its reference unless another is given. */
    async listPayment(loanNumber: string, more: Partial<Line> = {}): Promise<Line> {
      lines += 1
      const line: Line = {
        ...{ type: 'DEBIT', amount: 1_200_000, at: scenario.instant(0), transactionId: `PAY-${lines}` },
        reference: (await order(loanNumber))?.reference ?? null,
        ...more,
      }
      scenario.list(line)
      return line
    },
    /** Moves the clock this many seconds ahead, runs the jobs that are due, and sets the clock back. */
    async followOrders(seconds: number): Promise<void> {
      scenario.fixture.travel(`${seconds} seconds`)
      await runAllJobs(context, jobs, silent)
      scenario.fixture.travel(undefined)
    },
  }
}
export type DisbursementScenario = Awaited<ReturnType<typeof aDisbursementScenario>>
