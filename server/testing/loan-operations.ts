import { cashOf } from '../src/books/index.ts'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import type { Fixture } from './fixture.ts'
import { disburseLoan, recordRepayment } from '../src/loans/testing.ts'
import { type Repayment, settleEarly } from '../src/loans/index.ts'

export const operator = { kind: 'operator', name: 'test' } as const

/** 1,200,000 over 12 months at 12% flat: 100,000 and 12,000 each month. */
export const flat = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
/** The amounts of three lenders that fund the loan of `flat`. */
export const amounts = [720_000, 300_000, 180_000]

type Payment = Partial<Repayment> & { loanNumber: string; amount: number }

/** The operations of servicing on a fixture, and queries of their results. */
export function servicingOf(fixture: () => Fixture) {
  let references = 0
  const ask = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row> =>
    one<Row>(fixture().context.db, name, text, values)
  const paymentOf = (paidOn: string, payment: Payment): Repayment => {
    references += 1
    return { reference: `REF-${String(references).padStart(4, '0')}`, paidOn, ...payment }
  }
  return {
    disburse: (loanNumber: string, disbursedOn?: string) =>
      perform(fixture().context, disburseLoan, {
        actor: operator,
        input: { loanNumber, ...(disbursedOn ? { disbursedOn } : {}) },
      }),
    repay: (payment: Payment) =>
      perform(fixture().context, recordRepayment, {
        actor: operator,
        input: paymentOf('2026-02-28', payment),
      }),
    settle: (payment: Payment) =>
      perform(fixture().context, settleEarly, { actor: operator, input: paymentOf('2026-04-15', payment) }),
    cash: async (lenderId: number) => (await cashOf(fixture().context.db, lenderId)).available,
    statusOf: async (loanId: number) =>
      (
        await ask<{ status: string }>('test.status', 'select status from loan_position where loan_id = $1', [
          loanId,
        ])
      ).status,
    /** The balance of a recording account. */
    balanceOf: async (kind: string, owner: number) =>
      (
        await ask<{ balance: number }>(
          'test.recorded',
          `select (coalesce(sum(t.amount) filter (where t.credit_account = a.id), 0)
                   - coalesce(sum(t.amount) filter (where t.debit_account = a.id), 0))::bigint as balance
             from account a left join transfer t on a.id in (t.credit_account, t.debit_account)
            where a.kind = $1 and a.owner_id = $2`,
          [kind, owner],
        )
      ).balance,
  }
}
