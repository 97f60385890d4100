import { payOutBy } from './pay-out-by.ts'
import type { Context } from '../../context.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { isOrdered } from '../disbursement/index.ts'
import { cancelLoan } from './cancel-loan.ts'
import { decideOffer, type OfferDecision, type OfferState } from './decide-offer.ts'

/** The outcome for one loan; `decision` is null if no decision was due. Amounts in whole rupiah. */
export type EndedOffer = {
  loanNumber: string
  decision: OfferDecision['decision'] | null
  total: number
  funded: number
  /** The new last day, if the offer was extended. */
  extendedUntil: string | null
}

type Offer = OfferState & {
  loanId: number
  offerUntil: string
  extendedUntil: string
  decisions: number
}

/**
 * Applies the rule of a loan whose offer or disbursement deadline has passed: extends its offer, closes it with the
 * funded amount, or cancels it with a full refund. Each of its lenders is notified. Repeated or concurrent requests
 * apply it once, because each change requires the state that the decision was based on.
 */
export const endOffer = mutation<Context, { loanNumber: string }, EndedOffer>({
  operation: 'endOffer',
  permit: ['system', 'operator'],
  withoutSecondPair: 'it decides an offer by the rule of its type',
  async run(tx, { loanNumber }, call) {
    const subject = `loan:${loanNumber}`
    const offer = await findOffer(tx, loanNumber)
    const done = offer && decideOffer(offer)
    if (!done)
      return { answer: { loanNumber, decision: null, total: 0, funded: 0, extendedUntil: null }, subject }
    const { total, funded, offerUntil } = offer
    const { decision } = done
    if (decision === 'EXTENDED') await extend(tx, call.context, loanNumber, offer)
    else if (decision === 'PAID_OUT') await closeWithFunded(tx, call.context, loanNumber, offer)
    else {
      // The cancellation comes first, because its lock order has the position last. The check then reads the locked
      // position.
      await cancelLoan.run(tx, { loanNumber, because: done.because }, call)
      await expectUnchanged(tx, offer)
    }
    const extendedUntil = decision === 'EXTENDED' ? offer.extendedUntil : null
    await insertOfferEnd(tx, offer, { decision, extendedUntil })
    return {
      answer: { loanNumber, decision, total, funded, extendedUntil },
      subject,
      detail: { ...done, total, funded, offerUntil, extendedUntil },
    }
  },
})

/** Stores a decision after the earlier ones on this offer. */
export async function insertOfferEnd(
  tx: Transaction,
  { loanId, decisions, offerUntil, total, funded }: Offer,
  {
    decision,
    extendedUntil,
  }: { decision: OfferDecision['decision'] | 'EXTENDED_BY_OPERATOR'; extendedUntil: string | null },
): Promise<void> {
  await run(
    tx,
    'loans.offers.keep_offer_end',
    `insert into offer_end (loan_id, no, decision, offer_until, extended_until, total, funded)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [loanId, decisions + 1, decision, offerUntil, extendedUntil, total, funded],
  )
}

/** A loan that is on offer, or fully funded and not paid out yet. */
export const findOffer = (tx: Queryable, loanNumber: string): Promise<Offer | undefined> =>
  maybe<Offer>(
    tx,
    'loans.offers.offer',
    `select p.loan_id as "loanId", p.status, p.total, p.funded, p.reserved, p.offer_until as "offerUntil",
            p.offer_until + r.extend_days as "extendedUntil", r.extend_days as "extendDays",
            r.extend_times as "extendTimes", r.pay_out_share_ppm as "payOutSharePpm", r.pay_out_days as "payOutDays",
            (select count(*) from offer_end e where e.loan_id = p.loan_id and e.decision = 'EXTENDED') as extended,
            (select count(*) from offer_end e where e.loan_id = p.loan_id) as decisions,
            greatest(p.offer_until, r.fixed_on) < business_day(app_now()) as "isOver",
            ${payOutBy} < business_day(app_now()) and not ${isOrdered} as "isLate"
       from loan l join loan_position p on p.loan_id = l.id join offer_rule r on r.loan_id = l.id
      where l.loan_number = $1 and p.status in ('OFFERED', 'FUNDED')`,
    [loanNumber],
  )

/**
 * Extends the offer of a loan to `extendedUntil` and notifies its lenders.
 * @returns the number of lenders with money in it
 */
export async function extend(
  tx: Transaction,
  context: Context,
  loanNumber: string,
  offer: Offer,
): Promise<number> {
  const done = await run(
    tx,
    'loans.offers.extend_offer',
    `update loan_position set offer_until = $3
      where loan_id = $1 and status = 'OFFERED' and offer_until = $2 and funded + reserved < total`,
    [offer.loanId, offer.offerUntil, offer.extendedUntil],
  )
  if (done !== 1) throw new ChangedMeanwhile('the loan')
  const lenders = await lendersOf(tx, offer.loanId)
  await notifyLenders(
    tx,
    'OFFER_EXTENDED',
    lenders.map(({ lenderId, amount }) => ({
      lenderId,
      id: context.random.uuid(),
      data: { loanNumber, amount, until: offer.extendedUntil },
    })),
  )
  return new Set(lenders.map(({ lenderId }) => lenderId)).size
}

async function closeWithFunded(
  tx: Transaction,
  context: Context,
  loanNumber: string,
  offer: Offer,
): Promise<void> {
  const { loanId, offerUntil, funded, total } = offer
  const done = await run(
    tx,
    'loans.offers.close_offer',
    `update loan_position set total = funded, status = 'FUNDED'
      where loan_id = $1 and status = 'OFFERED' and offer_until = $2 and funded = $3 and reserved = 0`,
    [loanId, offerUntil, funded],
  )
  if (done !== 1) throw new ChangedMeanwhile('the loan')
  await notifyLenders(
    tx,
    'OFFER_CLOSED',
    (await lendersOf(tx, loanId)).map(({ lenderId, amount }) => ({
      lenderId,
      id: context.random.uuid(),
      data: { loanNumber, amount, funded, total },
    })),
  )
}

async function expectUnchanged(tx: Queryable, { loanId, offerUntil }: Offer): Promise<void> {
  const same = await maybe(
    tx,
    'loans.offers.same_offer',
    `select loan_id from loan_position where loan_id = $1 and status = 'CANCELLED' and offer_until = $2`,
    [loanId, offerUntil],
  )
  if (!same) throw new ChangedMeanwhile('the loan')
}

/** The lenders with a settled or pending funding of a loan, with their amounts. */
const lendersOf = (tx: Queryable, loanId: number): Promise<{ lenderId: number; amount: number }[]> =>
  many<{ lenderId: number; amount: number }>(
    tx,
    'loans.offers.offer_lenders',
    `select lender_id as "lenderId", amount from funding where loan_id = $1 and state in ('WAITING', 'SETTLED')
      order by id`,
    [loanId],
  )
