import { cashOf } from '../ledger/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import type { World } from '../testing/world.ts'
import { disburseLoan, recordRepayment, type Repayment, settleEarly } from './index.ts'

export const operator = { kind: 'operator', name: 'test' } as const

/** 1,200,000 over 12 months at 12% flat: 100,000 and 12,000 each month. */
export const flat = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
/** What three lenders put on it. */
export const amounts = [700_000, 300_000, 200_000]

type Payment = Partial<Repayment> & { loanNumber: string; amount: number }

/** The verbs of servicing in a world, and what they leave. */
export function servicingOf(world: () => World) {
  let references = 0
  const ask = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row> =>
    one<Row>(world().context.db, name, text, values)
  const paymentOf = (paidOn: string, payment: Payment): Repayment => {
    references += 1
    return { reference: `REF-${references}`, paidOn, ...payment }
  }
  return {
    disburse: (loanNumber: string, disbursedOn?: string) =>
      perform(world().context, disburseLoan, {
        actor: operator,
        input: { loanNumber, ...(disbursedOn ? { disbursedOn } : {}) },
      }),
    repay: (payment: Payment) =>
      perform(world().context, recordRepayment, { actor: operator, input: paymentOf('2026-02-28', payment) }),
    settle: (payment: Payment) =>
      perform(world().context, settleEarly, { actor: operator, input: paymentOf('2026-04-15', payment) }),
    cash: async (lenderId: number) => (await cashOf(world().context.db, lenderId)).available,
    statusOf: async (loanId: number) =>
      (
        await ask<{ status: string }>('test.status', 'select status from loan_position where loan_id = $1', [
          loanId,
        ])
      ).status,
    /** What stands on a recording account. */
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
