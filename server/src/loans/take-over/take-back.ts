import type { Context } from '../../context.ts'
import { insertReversal, lockAccounts, lockOwners, reverseJournal } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, maybe, one, run } from '../../platform/db/database.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { lockServicing } from '../disbursement/index.ts'
import { endFundings, type EndingFunding, refundFundings } from '../offers/index.ts'
import { whatStands } from './what-stands.ts'

export type TakeBackLoan = {
  loanNumber: string
  /** For the audit trail, without personal data. */
  reason: string
  /** The hash of what was taken over: a take-over of anything else is left. Omitted for any. */
  hash?: Buffer
}

export type LoanTakenBack = {
  loanId: number
  /** The whole loan, in whole rupiah. */
  amount: number
  fundings: number
  /** Whether it had an opening balance, so that no cash goes back to its lenders. */
  opened: boolean
  /** Whether it was taken back before, so that nothing changed now. */
  known: boolean
}

/** Why a take-over cannot be taken back, in one sentence for the operator. */
export class TakeBackFault extends Error {}

/**
 * Takes back the take-over of a loan that was wrong, while nothing that happened on it since stands: the loan is a draft
 * again, and can be taken over from a right file. Its opening balance is reversed, or the cash of its lenders comes back from
 * escrow; what was recorded stays, with the reversal beside it. What was taken back before is known. Locks like a
 * cancellation, with the row of the loan's service before.
 * @throws TakeBackFault if the loan was not taken over, or something has to be taken back first
 * @throws Refusal LOAN_NOT_FOUND, INPUT_INVALID
 */
export const takeBackLoan = mutation<Context, TakeBackLoan, LoanTakenBack>({
  operation: 'takeBackLoan',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { loanNumber, reason, hash }, { context }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const { loanId, escrow } = required(await findLoan(tx, loanNumber), 'LOAN_NOT_FOUND')
    const subject = `loan:${loanId}`
    await lockServicing(tx, [loanNumber])
    const { fundings, cash } = await lockFundings(tx, loanId, escrow)
    const { occurrence, opened, status, funded } = await lockTakeOver(tx, loanId, hash ?? null)
    const answer = { loanId, amount: amountOf(fundings), fundings: fundings.length, opened }
    if (occurrence === null) {
      if (await wasTakenBack(tx, loanId, hash ?? null))
        return { answer: { ...answer, amount: 0, fundings: 0, known: true }, subject }
      throw new TakeBackFault(
        `${loanNumber} tidak diambil alih${hash === undefined ? '' : ' dengan bagian-bagian ini'}.`,
      )
    }
    if (status === 'CANCELLED')
      throw new TakeBackFault(`${loanNumber} sudah dibatalkan: pengambilalihannya tidak berlaku lagi.`)
    const since = await whatStands(tx, loanId, opened)
    if (since.length > 0)
      throw new TakeBackFault(
        `${loanNumber} berubah sejak diambil alih: batalkan dahulu ${since.join(', ')}.`,
      )
    if (answer.amount !== funded) throw new ChangedMeanwhile('the loan')

    const reversalId = context.random.uuid()
    const reversal = { id: reversalId, kind: 'TAKE_OVER', ofId: `${loanId}/${occurrence}`, reason } as const
    if (opened) await reverseJournal(tx, context.random, { kind: 'OPENING', ref: String(loanId), reversal })
    else {
      await insertReversal(tx, { ...reversal, journalId: null })
      const breach = await refundFundings(tx, context, { escrow, cash }, fundings)
      if (breach) throw breach
    }
    await endFundings(tx, fundings)
    if (opened)
      await many(tx, 'loans.take-over.undo_opening', 'select undo_disbursement($1, $2)::text', [
        loanId,
        reversalId,
      ])
    await run(
      tx,
      'loans.take-over.draft_again',
      `update loan_position set status = 'DRAFT', funded = 0 where loan_id = $1`,
      [loanId],
    )
    return {
      answer: { ...answer, known: false },
      subject,
      detail: { reversalId, amount: answer.amount, fundings: fundings.length, reason },
    }
  },
})

const amountOf = (fundings: readonly EndingFunding[]): number => sum(fundings.map(({ amount }) => amount))

const findLoan = (tx: Transaction, loanNumber: string) =>
  maybe<{ loanId: number; escrow: number }>(
    tx,
    'loans.take-over.to_take_back',
    `select l.id as "loanId", p.escrow_account as escrow from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number = $1`,
    [loanNumber],
  )

/** Locks the settled fundings, then the cash of their lenders, then the escrow account of the loan. */
async function lockFundings(tx: Transaction, loanId: number, escrow: number) {
  const fundings = await many<EndingFunding>(
    tx,
    'loans.take-over.lock_fundings',
    `select id, lender_id as "lenderId", amount from funding
      where loan_id = $1 and state = 'SETTLED' order by id for update`,
    [loanId],
  )
  const cash = await lockOwners(
    tx,
    'LENDER_CASH',
    fundings.map(({ lenderId }) => lenderId),
  )
  await lockAccounts(tx, [escrow])
  return { fundings, cash }
}

type StandingTakeOver = { occurrence: number | null; opened: boolean; status: string; funded: number }

/** Locks the position of a loan, and reads its take-over after that: null if none stands with this content. */
async function lockTakeOver(tx: Transaction, loanId: number, hash: Buffer | null): Promise<StandingTakeOver> {
  await run(
    tx,
    'loans.take-over.lock_position',
    'select from loan_position where loan_id = $1 for no key update',
    [loanId],
  )
  return one<StandingTakeOver>(
    tx,
    'loans.take-over.standing',
    `select t.occurrence, coalesce(t.as_of is not null, false) as opened, p.status, p.funded
       from loan_position p
       left join loan_take_over t on t.loan_id = p.loan_id and ($2::bytea is null or t.source_hash = $2)
      where p.loan_id = $1`,
    [loanId, hash],
  )
}

const wasTakenBack = async (tx: Transaction, loanId: number, hash: Buffer | null): Promise<boolean> =>
  (
    await one<{ back: boolean }>(
      tx,
      'loans.take-over.taken_back',
      `select exists (select from loan_take_over_record where loan_id = $1 and ($2::bytea is null or source_hash = $2)) as back`,
      [loanId, hash],
    )
  ).back
