import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { RefusalCode } from '@pematang/contract/refusals'
import { nameDocument, type SupportingDocument } from '../../cash/index.ts'
import type { Context } from '../../context.ts'
import { checkLimits, lockLender, readLimitColumns } from '../../lenders/index.ts'
import { lastDaysOf, type LockedLoans, lockLoans } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { addAddendum } from './addendum.ts'
import { passOn, refusalOf, tellBoth } from './pass-on.ts'
import {
  type Holding,
  holdingsOf,
  insertTransfers,
  moveBalances,
  notPaidOutOf,
  type TransferKind,
  transfersOf,
} from './store.ts'

export type TransferHoldings = {
  fromLender: number
  toLender: number
  /** The first day whose payments are the new holder's; today or before. */
  valueDate: BusinessDate
  kind: TransferKind
  /** What it is transferred by: certificate of inheritance, judgment, deed of merger or of assignment (cessie). */
  document: SupportingDocument
  /**
   * What the new holder pays for an assignment by the document, whole rupiah, for the addendum alone: the two settle it
   * themselves. Null if none is told, and for every other kind.
   */
  price: number | null
  /** For the audit trail, without personal data. */
  reason: string
  /** Only the holdings on these loans; null for all. */
  loanNumbers: readonly string[] | null
}

/** Whole rupiah. */
export type HoldingsTransferred = {
  /** Null where the same was done before, so that nothing was done now. */
  orderId: string | null
  /** The SHA-256 of the addendum, hexadecimal; null likewise. */
  addendumSha256: string | null
  holdings: number
  principal: number
  interest: number
  /** Payments with value dates from that day on, which were passed on to the new holder. */
  payments: number
  /** Whether the lender has more holdings than one command takes. */
  more: boolean
  loanNumbers: string[]
  /** Where all were asked for: those that stay, e.g. because they are not paid out, or of new terms since that day. */
  refused: { loanNumber: string; code: RefusalCode }[]
}

/** The most holdings that one transaction takes. */
const mostHoldings = 500

/**
 * Transfers holdings of a lender on disbursed loans to another, by a document. The funding stays the one claim on the
 * loan; whoever holds it on the value date of a payment receives the payment, so payments that were recorded before are
 * passed on, and one that is recorded later is its former holder's if it was made before. No price moves here. A funding
 * that is not paid out stays: its money may still come back to who reserved it; afterwards the same is asked for again.
 * An addendum to the agreements is made and signed here. Idempotent for the same content.
 * @throws Refusal HOLDING_MISSING, HOLDING_NOT_PAID_OUT, HOLDER_NOT_ACTIVE, DOCUMENT_MISMATCH, TRANSFER_PRICE_DIFFERS,
 *   DATE_IN_FUTURE, DATE_BEFORE_CHANGE, HOLDING_TRANSFERRED_SINCE, EXCESS_PAID_OUT, INPUT_INVALID, and for an assignment
 *   those of the limits
 */
export const transferHoldings = mutation<Context, TransferHoldings, HoldingsTransferred>({
  operation: 'transferHoldings',
  permit: ['operator'],
  secondPair: {
    read: async (db, { fromLender: lenderId, valueDate: from, loanNumbers }) => {
      const holdings = await holdingsOf(db, { lenderId, from, loanNumbers, limit: mostHoldings })
      return sum(holdings.map(({ principal }) => principal))
    },
  },
  async run(tx, input, { context }) {
    const { fromLender, toLender, valueDate, kind, document, reason, loanNumbers } = input
    refuseInvalid(input)
    for (const lenderId of [fromLender, toLender].toSorted((a, b) => a - b)) {
      const { state } = await lockLender(tx, lenderId)
      if (lenderId === toLender && state !== 'ACTIVE') throw new Refusal('HOLDER_NOT_ACTIVE')
    }
    await nameDocument(tx, document)
    const subject = `lender:${fromLender}`
    const asked = { lenderId: fromLender, from: valueDate, loanNumbers, limit: mostHoldings + 1 }
    const found = (await holdingsOf(tx, asked)).slice(0, mostHoldings)
    const locked = await lockLoans(
      tx,
      found.map(({ loanNumber }) => loanNumber),
      [fromLender, toLender],
    )
    // Once more, as they are under the lock of their loans.
    const holdings = await holdingsOf(tx, asked)
    const more = holdings.length > mostHoldings
    const waiting = await notPaidOutOf(tx, { lenderId: fromLender, loanNumbers })
    const { taken, ...divided } = await divide(tx, locked, holdings.slice(0, mostHoldings), valueDate)
    const refused = [
      ...divided.refused,
      ...waiting.map(({ loanNumber }) => ({ loanNumber, code: 'HOLDING_NOT_PAID_OUT' as const })),
    ]
    refuseMissing([...holdings, ...waiting], loanNumbers)
    const [first] = refused
    if (first && loanNumbers !== null) throw new Refusal(first.code)
    if (taken.length === 0) return { answer: await knownOf(tx, input, refused), subject }
    if (kind === 'ASSIGNMENT') await refuseAboveLimits(tx, context, toLender, taken)
    const orderId = context.random.uuid()
    const moves = taken.map((holding) => ({ ...holding, fromLender, toLender }))
    const numbers = taken.map(({ loanNumber }) => loanNumber)
    const addendum = await addAddendum(tx, context, orderId, input, taken)
    const done = await passOn(tx, context, locked, { loanNumbers: numbers, valueDate, reason }, async () => {
      await insertTransfers(
        tx,
        moves.map((holding) => ({
          ...{ ...holding, id: context.random.uuid(), orderId, valueDate, kind, reason },
          ...{ document: document.name, addendum: addendum.id },
        })),
      )
      await moveBalances(tx, moves)
    })
    const figures = {
      holdings: taken.length,
      principal: sum(taken.map(({ principal }) => principal)),
      interest: sum(taken.map(({ interest }) => interest)),
      payments: done.payments,
    }
    const told = { former: fromLender, holder: toLender, count: taken.length, amount: figures.principal }
    await tellBoth(tx, context, { ...told, from: valueDate, undone: false })
    return {
      answer: { orderId, addendumSha256: addendum.sha256, ...figures, more, loanNumbers: numbers, refused },
      subject,
      detail: {
        ...{ orderId, toLender, valueDate, kind, ...figures, reason },
        ...{
          document: document.name,
          sha256: document.sha256,
          price: input.price,
          addendumSha256: addendum.sha256,
        },
      },
    }
  },
})

/** A price is of an assignment, and a whole sum. */
function refuseInvalid({ fromLender, toLender, kind, price, reason }: TransferHoldings): void {
  const isPrice = price === null || (kind === 'ASSIGNMENT' && Number.isSafeInteger(price) && price > 0)
  if (!isPrice || fromLender === toLender || reason.trim() === '' || reason.length > 200)
    throw new Refusal('INPUT_INVALID')
}

/**
 * The answer to what was done before, with those that stay still.
 * @throws Refusal the first of `refused` if the same was not done before, or HOLDING_MISSING without any;
 *   TRANSFER_PRICE_DIFFERS
 */
async function knownOf(
  tx: Transaction,
  { document, ...input }: TransferHoldings,
  refused: HoldingsTransferred['refused'],
): Promise<HoldingsTransferred> {
  const before = await transfersOf(tx, { ...input, document: document.name })
  const known = new Set(before.map(({ loanNumber }) => loanNumber))
  if (known.size === 0 || input.loanNumbers?.some((number) => !known.has(number)))
    throw new Refusal(refused[0]?.code ?? 'HOLDING_MISSING')
  if (before.some(({ price }) => price !== input.price)) throw new Refusal('TRANSFER_PRICE_DIFFERS')
  const none = { holdings: 0, principal: 0, interest: 0, payments: 0 }
  return { orderId: null, addendumSha256: null, ...none, more: false, loanNumbers: [...known], refused }
}

/** @throws Refusal HOLDING_MISSING if a loan is named of which the lender holds nothing, unless they hold nothing at all */
function refuseMissing(
  holdings: readonly Pick<Holding, 'loanNumber'>[],
  loanNumbers: readonly string[] | null,
): void {
  const held = new Set(holdings.map(({ loanNumber }) => loanNumber))
  if (held.size > 0 && loanNumbers?.some((number) => !held.has(number))) throw new Refusal('HOLDING_MISSING')
}

async function divide(
  tx: Transaction,
  locked: LockedLoans,
  holdings: readonly Holding[],
  valueDate: BusinessDate,
): Promise<{ taken: Holding[]; refused: HoldingsTransferred['refused'] }> {
  const days = await lastDaysOf(
    tx,
    holdings.map(({ loanId }) => loanId),
  )
  const taken: Holding[] = []
  const refused: HoldingsTransferred['refused'] = []
  for (const holding of holdings) {
    const { loanNumber, loanId, since } = holding
    const loan = locked.loans.get(loanNumber)
    if (!loan) continue
    const code = refusalOf(loan, { changedOn: days.get(loanId)?.changedOn ?? null, since }, valueDate)
    if (code) refused.push({ loanNumber, code })
    else taken.push(holding)
  }
  return { taken, refused }
}

/**
 * An assignment is a decision of both lenders, so what the new one may place limits it; inheritance, judgment and merger
 * happen by law. The caller has locked the lender's cash.
 */
async function refuseAboveLimits(
  tx: Transaction,
  context: Context,
  lenderId: number,
  taken: readonly Holding[],
): Promise<void> {
  const columns = await readLimitColumns(tx, lenderId)
  const check = await checkLimits(context, tx, [columns])
  const decided = check.decide(columns, sum(taken.map(({ principal }) => principal)))
  if (decided instanceof Refusal) throw decided
}
