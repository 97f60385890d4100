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
