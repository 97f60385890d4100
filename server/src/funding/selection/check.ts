import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { checkSelection as checkSelectionCall } from '@pematang/contract/funding/selection/endpoints'
import { checkSelectedAmounts } from '@pematang/contract/funding/selection/rules'
import type { Context } from '../../context.ts'
import {
  findWaiting,
  type LoanPosition,
  nothingOpen,
  offeredByNumber,
  requestKey,
  stillOffered,
  wasOfferedAlone,
} from '../single/index.ts'
import { cashOf } from '../../books/index.ts'
import { allowanceOf, readLimitFacts, requireAcceptedRisk } from '../../lenders/index.ts'
import { maybe } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reasonOf } from './reason.ts'

export type ChosenLoan = { loanNumber: string; amount: number }

type Checked = EndpointAnswer<typeof checkSelectionCall>

/**
 * Whether the loans of a selection can be funded now, by the rules of `fundLoan` that need no agreement. Nothing is
 * locked or reserved, so the funding checks again.
 * @throws Refusal RISK_WARNING_UNACCEPTED, or what is missing of the lender
 */
export async function checkSelection(
  context: Pick<Context, 'db' | 'clock'>,
  lenderId: number,
  chosen: readonly ChosenLoan[],
): Promise<Checked> {
  const { db } = context
  const [offered, cash, facts] = await Promise.all([
    offeredByNumber(
      db,
      chosen.map(({ loanNumber }) => loanNumber),
    ),
    cashOf(db, lenderId),
    readLimitFacts(context, lenderId),
    requireAcceptedRisk(db, lenderId),
  ])
  const { fault, tightest } = await allowanceOf(context, facts)
  if (fault) throw new Refusal(fault)
  const refused = await refusedBefore(db, lenderId, chosen, offered)
  const breaches = checkSelectedAmounts(
    cash.available,
    tightest,
    chosen.map(({ loanNumber, amount }, place) => {
      const loan = offered.get(loanNumber)
      if (!loan || refused[place]) return null
      return { amount, minimumFunding: loan.minimum, outstandingFunding: loan.outstanding }
    }),
  )
  return {
    list: chosen.map(({ loanNumber, amount }, place) => {
      const loan = offered.get(loanNumber)
      const breach = breaches[place]
      const refusal = refused[place] ?? (breach ? new Refusal(breach.code, { amount: breach.amount }) : null)
      return {
        loanNumber,
        amount,
        minimumFunding: loan?.minimum ?? null,
        outstandingFunding: loan?.open ? loan.outstanding : 0,
        refusal: refusal && reasonOf(refusal),
      }
    }),
    total: chosen.reduce((sum, { amount }) => sum + amount, 0),
    cashBalance: cash.available,
    fundingRoom: tightest?.room ?? null,
  }
}

/** For each loan, the refusal that depends neither on its amount nor on the cash; null if there is none. */
async function refusedBefore(
  db: Context['db'],
  lenderId: number,
  chosen: readonly ChosenLoan[],
  offered: ReadonlyMap<string, LoanPosition>,
): Promise<(Refusal | null)[]> {
  const asked = chosen.flatMap(({ loanNumber, amount }) => {
    const loan = offered.get(loanNumber)
    return loan ? [{ lenderId, loanId: loan.loanId, amount }] : []
  })
  const waiting = await findWaiting(db, asked)
  return chosen.map(({ loanNumber, amount }) => {
    const loan = offered.get(loanNumber)
    if (!loan) return new Refusal('LOAN_NOT_FOUND')
    const shut = nothingOpen(loan)
    if (shut) return shut
    return waiting.has(requestKey({ lenderId, loanId: loan.loanId, amount }))
      ? new Refusal('FUNDING_WAITS')
      : null
  })
}

/** Whether any of these loans can still be funded, now or when a funding of it is released. */
export async function areOffered(db: Context['db'], loanNumbers: readonly string[]): Promise<boolean> {
  const found = await maybe(
    db,
    'funding.selection.offered',
    `select 1 from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number = any($1) and ${stillOffered} and ${wasOfferedAlone} limit 1`,
    [loanNumbers],
  )
  return found !== undefined
}
