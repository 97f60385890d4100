import { lenderFaults } from '@pematang/contract/funding/single/endpoints'
import type { RefusalCode } from '@pematang/contract/catalogue'
import type { FundedSelection } from '@pematang/contract/funding/selection/endpoints'
import type { Context } from '../../context.ts'
import { type FundedLoan, fundLoanOfSelection, offeredByNumber } from '../single/index.ts'
import { decideBatch, type Effect, mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { consumeGrant, signerOf } from '../../lenders/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { ChosenLoan } from './check.ts'
import { readBy, requireRead } from './read-by.ts'
import { reasonOf } from './reason.ts'
import { insertSelection } from './store.ts'

/** Codes of refusals whose amount is reduced by earlier loans of the selection. */
const ofAmount: readonly RefusalCode[] = [
  'CASH_TOO_LOW',
  'FUNDING_ABOVE_INCOME_LIMIT',
  'FUNDING_ABOVE_LENDER_SHARE',
  'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE',
]

/** Codes of refusals that apply to the lender: they refuse the whole selection, and nothing is reserved. */
const ofLender: readonly RefusalCode[] = [
  ...ofAmount,
  ...lenderFaults,
  'LENDER_SUSPENDED',
  'LENDER_CLOSED',
  'RISK_WARNING_UNACCEPTED',
]

/**
 * Funds the loans of a selection in one transaction, each as `fundLoan` does: a killed process leaves either all or
 * nothing, and the same key gets the same answer. A loan that is no longer available is refused with its reason and the
 * others are funded. An existing reservation of the same loan and amount is not made twice.
 * Where they are signed by hash, one check of the password is used up for all of them.
 * @throws Refusal LOAN_NOT_FOUND for a number that was never offered, CASH_TOO_LOW or a limit if cash or limit is not
 *   enough for all available loans, AGREEMENT_UNREAD if the person of a company has not read all of them, LENDER_SUSPENDED, LENDER_CLOSED, RISK_WARNING_UNACCEPTED, a fault of the
 *   lender or PASSWORD_CHECK_REQUIRED.
 */
export const fundSelection = mutation<Context, { loans: readonly ChosenLoan[] }, FundedSelection>({
  operation: 'fundSelection',
  permit: ['lender'],
  // A loan with a negative amount is refused alone, so it must not take off from what the others give.
  company: {
    amount: ({ loans }) => loans.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
    requireRead,
    requirePossible,
  },
  async run(tx, { loans: chosen }, { context, actor }) {
    const { lenderId } = actor
    const offered = await offeredByNumber(
      tx,
      chosen.map(({ loanNumber }) => loanNumber),
    )
    const read = actor.member === undefined ? undefined : await readBy(tx, actor, chosen, offered)
    const requests = chosen.map(({ loanNumber, amount }, part) => {
      const loan = offered.get(loanNumber)
      if (!loan) throw new Refusal('LOAN_NOT_FOUND', { part })
      const agreementId = read?.get(loanNumber)
      return { actor, input: { loanId: loan.loanId, loanNumber, amount, agreementId, knownWaiting: [] } }
    })
    const ends = await decideBatch(tx, context, fundLoanOfSelection, requests)
    const forAll = ends.find((end): end is Refusal => end instanceof Refusal && ofLender.includes(end.code))
    if (forAll) throw beforeAll(forAll, ends, chosen)

    if (ends.some((end) => !(end instanceof Refusal)) && (await signsByHash(tx, lenderId)))
      await consumeGrant(tx, actor, 'FUNDING')

    const selectionId = context.random.uuid()
    const decided = requests.map(({ input }, place) => ({ ...input, end: required(ends[place], 'INTERNAL') }))
    await insertSelection(tx, { id: selectionId, lenderId, loans: decided })
    return {
      answer: { selectionId, list: decided.map(lineOf) },
      subject: `selection:${selectionId}`,
      detail: { loans: decided.map(({ loanId, amount, end }) => ({ loanId, amount, ...outcomeOf(end) })) },
    }
  },
})

/**
 * Refuses a selection that no decision could fund. Cash may still come in, so it is not asked for.
 * @throws Refusal LOAN_NOT_FOUND, INPUT_INVALID for an amount that is none, FUNDING_ABOVE_OUTSTANDING where no loan of it
 *   has so much left
 */
async function requirePossible(
  tx: Queryable,
  _: unknown,
  { loans }: { loans: readonly ChosenLoan[] },
): Promise<void> {
  const offered = await offeredByNumber(
    tx,
    loans.map(({ loanNumber }) => loanNumber),
  )
  const left = loans.map(({ loanNumber, amount }, part) => {
    const loan = offered.get(loanNumber)
    if (!loan) throw new Refusal('LOAN_NOT_FOUND', { part })
    if (amount <= 0) throw new Refusal('INPUT_INVALID', { part })
    return loan.outstanding
  })
  if (loans.every(({ amount }, part) => amount > (left[part] ?? 0)))
    throw new Refusal('FUNDING_ABOVE_OUTSTANDING', { amount: left[0] ?? 0, part: 0 })
}

const signsByHash = async (tx: Transaction, lenderId: number): Promise<boolean> =>
  (await signerOf(tx, lenderId)).dgsignType === 'XIGNATURE'

/** The refusal with its amount before the earlier loans of the selection reduced it. */
function beforeAll(
  refusal: Refusal,
  ends: readonly (Effect<FundedLoan> | Refusal)[],
  chosen: readonly ChosenLoan[],
): Refusal {
  const left = refusal.params.amount
  if (!ofAmount.includes(refusal.code) || typeof left !== 'number') return refusal
  const accepted = chosen.filter(
    (_, place) => place < ends.indexOf(refusal) && !(ends[place] instanceof Refusal),
  )
  return new Refusal(refusal.code, { amount: accepted.reduce((sum, { amount }) => sum + amount, left) })
}

type Decided = ChosenLoan & { end: Effect<FundedLoan> | Refusal }

const lineOf = ({ loanNumber, amount, end }: Decided): FundedSelection['list'][number] => ({
  loanNumber,
  amount,
  funding: end instanceof Refusal ? null : end.answer,
  refusal: end instanceof Refusal ? reasonOf(end) : null,
})

const outcomeOf = (end: Decided['end']) =>
  end instanceof Refusal ? { refusal: end.code } : { fundingId: end.answer.docToken }
