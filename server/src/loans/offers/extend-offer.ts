import type { Context } from '../../context.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { extend, findOffer, insertOfferEnd } from './end-offer.ts'

/** Maximum days of one extension, and of all extensions together since the publication. */
export const maxExtensionDays = 90
const mostDaysInAll = 365

export type ExtendedOffer = { offerUntil: string; extendedUntil: string; lenders: number }

/**
 * Extends an offer by an operator's decision, in addition to the extensions of its rule. Each lender in it is notified.
 * A last day beyond the one that the lenders' agreements allow needs `beyondAgreements`.
 * @throws Error if the loan is not on offer, is full, or the day cannot be its new end.
 */
export const extendOffer = mutation<
  Context,
  { loanNumber: string; until: string; beyondAgreements: boolean },
  ExtendedOffer
>({
  operation: 'extendOffer',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { loanNumber, until, beyondAgreements }, { context }) {
    const offer = await findOffer(tx, loanNumber)
    if (offer?.status !== 'OFFERED') throw new Error(await notOnOffer(tx, loanNumber))
    const { loanId, offerUntil, total, funded, reserved } = offer
    if (funded + reserved >= total) {
      throw new Error(
        `Pinjaman ${loanNumber} sudah didanai atau dipesan penuh; penawarannya tidak perlu diperpanjang.`,
      )
    }
    const fault = await findFault(tx, { loanId, loanNumber, offerUntil, until, beyondAgreements })
    if (fault) throw new Error(fault)
    const lenders = await extend(tx, context, loanNumber, { ...offer, extendedUntil: until })
    await insertOfferEnd(tx, offer, { decision: 'EXTENDED_BY_OPERATOR', extendedUntil: until })
    const answer = { offerUntil, extendedUntil: until, lenders }
    return { answer, subject: `loan:${loanNumber}`, detail: { ...answer, total, funded, beyondAgreements } }
  },
})

async function notOnOffer(tx: Queryable, loanNumber: string): Promise<string> {
  const loan = await maybe<{ status: string }>(
    tx,
    'loans.offers.status',
    'select p.status from loan l join loan_position p on p.loan_id = l.id where l.loan_number = $1',
    [loanNumber],
  )
  return loan
    ? `Pinjaman ${loanNumber} tidak sedang ditawarkan: statusnya ${loan.status}.`
    : `Tidak ada pinjaman ${loanNumber}.`
}

type Asked = {
  loanId: number
  loanNumber: string
  offerUntil: string
  until: string
  beyondAgreements: boolean
}

async function findFault(
  tx: Queryable,
  { loanId, loanNumber, offerUntil, until, beyondAgreements }: Asked,
): Promise<string | null> {
  const days = await maybe<{ today: string; latest: string; agreed: string; lenders: number }>(
    tx,
    'loans.offers.extension_days',
    `select business_day(app_now()) as today,
            least(p.offer_until + $2::integer, l.offer_until + $3::integer) as latest,
            l.offer_until + r.extend_days * r.extend_times as agreed,
            (select count(distinct f.lender_id) from funding f
              where f.loan_id = l.id and f.state in ('WAITING', 'SETTLED')) as lenders
       from loan l join loan_position p on p.loan_id = l.id join offer_rule r on r.loan_id = l.id
      where l.id = $1`,
    [loanId, maxExtensionDays, mostDaysInAll],
  )
  if (!days) return `Pinjaman ${loanNumber} tidak memiliki aturan akhir penawaran.`
  const { today, latest, agreed, lenders } = days
  if (until <= offerUntil) return `Penawaran ${loanNumber} sudah sampai ${offerUntil}.`
  if (until < today) return `${until} sudah lewat: hari ini ${today}.`
  if (until > latest) {
    return `${until} terlalu lama: satu perpanjangan paling banyak ${maxExtensionDays} hari, seluruhnya paling banyak ${mostDaysInAll}, bagi ${loanNumber} sampai ${latest}.`
  }
  if (lenders > 0 && until > agreed && !beyondAgreements) {
    return `${lenders} Pemberi Dana menyetujui bahwa penawaran ${loanNumber} berakhir paling lambat ${agreed}; bila mereka menerima hari sesudahnya, sebutkan --yes.`
  }
  return null
}
