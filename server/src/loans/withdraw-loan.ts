import type { Context } from '../context.ts'
import { type Account, lockOwners, postMany, releaseMany } from '../ledger/index.ts'
import { tellLenders } from '../notices/index.ts'
import { many, maybe, run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'

export type WithdrawnLoan = {
  /** False where the loan is not there, was withdrawn before, or was paid out to its borrower. */
  withdrawn: boolean
  /** Fundings whose money came back, and those that waited for a signature and wait no more. */
  refunded: number
  released: number
}

/**
 * Takes a loan that was not paid out off the marketplace. What was funded of it goes back to the cash of its lenders,
 * what was reserved is free again, and each of them is told.
 *
 * Locks in the order of a signature: fundings, cash by account, position. A funding that came in between is seen by
 * the sums of the position, and all of it is tried again.
 */
export const withdrawLoan = mutation<Context, { loanNumber: string }, WithdrawnLoan>({
  operation: 'withdrawLoan',
  permit: ['operator'],
  async run(tx, { loanNumber }, { world }) {
    const subject = `loan:${loanNumber}`
    const loan = await maybe<{ loanId: number; escrow: number }>(
      tx,
      'loans.to_withdraw',
      `select l.id as "loanId", p.escrow_account as escrow from loan l join loan_position p on p.loan_id = l.id
        where l.loan_number = $1 and p.status in ('DRAFT', 'OFFERED', 'FUNDED')`,
      [loanNumber],
    )
    if (!loan) return { answer: { withdrawn: false, refunded: 0, released: 0 }, subject }
    const { fundings, cash } = await lockFundings(tx, loan.loanId)
    const settled = fundings.filter(({ state }) => state === 'SETTLED')
    const waiting = fundings.filter(({ state }) => state === 'WAITING')
    await refund(tx, world, { escrow: loan.escrow, cash }, settled)
    await releaseMany(
      tx,
      waiting.map(({ id }) => id),
    )
    await endFundings(tx, fundings)
    await closePosition(tx, loan.loanId, { settled: sum(settled), waiting: sum(waiting) })
    await tellLenders(
      tx,
      'FUNDING_WITHDRAWN',
      fundings.map(({ lenderId, amount }) => ({
        lenderId,
        id: world.random.uuid(),
        data: { loanNumber, amount },
      })),
    )
    const answer = { withdrawn: true, refunded: settled.length, released: waiting.length }
    return { answer, subject, detail: { ...answer, amount: sum(settled) } }
  },
})

type Funding = { id: string; lenderId: number; amount: number; state: 'SETTLED' | 'WAITING' }

const sum = (fundings: readonly Funding[]): number =>
  fundings.reduce((total, { amount }) => total + amount, 0)

/** Locks the fundings that count, and then the cash of their lenders. */
async function lockFundings(tx: Transaction, loanId: number) {
  const fundings = await many<Funding>(
    tx,
    'loans.withdraw_fundings',
    `select id, lender_id as "lenderId", amount, state from funding
      where loan_id = $1 and state in ('WAITING', 'SETTLED') order by id for update`,
    [loanId],
  )
  const cash = await lockOwners(
    tx,
    'LENDER_CASH',
    fundings.map(({ lenderId }) => lenderId),
  )
  return { fundings, cash }
}

/** Gives settled money back, each funding with a journal of its own. */
async function refund(
  tx: Transaction,
  { random }: Context,
  { escrow, cash }: { escrow: number; cash: ReadonlyMap<number, Account> },
  fundings: readonly Funding[],
): Promise<void> {
  const breaches = await postMany(
    tx,
    fundings.map(({ id, lenderId, amount }) => ({
      id: random.uuid(),
      kind: 'REFUND' as const,
      ref: id,
      movements: [{ debit: escrow, credit: cash.get(lenderId)?.id ?? 0, amount }],
      newId: random.uuid,
    })),
  )
  for (const breach of breaches) if (breach) throw breach
}

async function endFundings(tx: Transaction, fundings: readonly Funding[]): Promise<void> {
  await run(
    tx,
    'loans.withdraw_end',
    `update funding f set state = case f.state when 'SETTLED' then 'REFUNDED' else 'WITHDRAWN' end, ended_at = app_now()
       from unnest($1::bigint[], $2::uuid[]) as row (lender_id, id)
      where f.lender_id = row.lender_id and f.id = row.id`,
    [fundings.map(({ lenderId }) => lenderId), fundings.map(({ id }) => id)],
  )
}

async function closePosition(
  tx: Transaction,
  loanId: number,
  { settled, waiting }: { settled: number; waiting: number },
): Promise<void> {
  const closed = await run(
    tx,
    'loans.withdraw',
    `update loan_position set status = 'WITHDRAWN', funded = 0, reserved = 0
      where loan_id = $1 and status in ('DRAFT', 'OFFERED', 'FUNDED') and funded = $2 and reserved = $3`,
    [loanId, settled, waiting],
  )
  if (closed !== 1) {
    throw Object.assign(new Error('the loan was changed by another request meanwhile'), { code: '40001' })
  }
}
