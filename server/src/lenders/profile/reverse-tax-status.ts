import type { Context } from '../../context.ts'
import { insertReversal } from '../../books/index.ts'
import { many, maybe, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockLender, type TaxStatus } from './lender-settings.ts'

/** A payment taxed by the wrong status; amounts in whole rupiah. */
export type WronglyTaxed = {
  reference: string
  loanNumber: string
  paidOn: string
  interest: number
  tax: number
}

export type ReversedTaxStatus = {
  status: TaxStatus
  ratePpm: number
  /** Payments recorded under the wrong status, at most 500. */
  payments: WronglyTaxed[]
}

/**
 * Reverses the newest tax status of a lender if it was wrong; the previous one applies again. Payments taxed meanwhile
 * are listed but unchanged; an operator corrects them with `reverseRepayment` and records them again.
 * @throws Refusal NOTHING_TO_REVERSE, REVERSED_BEFORE, INPUT_INVALID
 * @throws Error for an unknown lender
 */
export const reverseTaxStatus = mutation<Context, { lenderId: number; reason: string }, ReversedTaxStatus>({
  operation: 'reverseTaxStatus',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, reason }, { context: { random } }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    await lockLender(tx, lenderId)
    const found = await maybe<{
      version: number
      status: TaxStatus | null
      ratePpm: number | null
      isBack: boolean
    }>(
      tx,
      'lenders.profile.tax_versions',
      `select v.version, b.status, b.rate_ppm as "ratePpm",
              exists (select from reversal r where r.kind = 'TAX_STATUS'
                        and r.of_id = v.lender_id || '/' || (v.version - 1)) as "isBack"
         from lender_tax_status v
         left join lender_tax_status b on b.lender_id = v.lender_id and b.version = v.version - 1
        where v.lender_id = $1 order by v.version desc limit 1`,
      [lenderId],
    )
    if (found?.isBack) throw new Refusal('REVERSED_BEFORE')
    if (!found || found.status === null || found.ratePpm === null) throw new Refusal('NOTHING_TO_REVERSE')
    const { version, status, ratePpm } = found
    const payments = await wronglyTaxed(tx, lenderId, version)
    const id = random.uuid()
    const ofId = `${lenderId}/${version}`
    await insertReversal(tx, { id, kind: 'TAX_STATUS', ofId, journalId: null, reason })
    await run(
      tx,
      'lenders.profile.restore_tax_status',
      'update lender set tax_status = $2, tax_rate_ppm = $3 where id = $1',
      [lenderId, status, ratePpm],
    )
    return {
      answer: { status, ratePpm, payments },
      subject: `lender:${lenderId}`,
      detail: { reversalId: id, version, status, ratePpm, payments: payments.length },
    }
  },
})

const wronglyTaxed = (
  tx: Parameters<typeof many>[0],
  lenderId: number,
  version: number,
): Promise<WronglyTaxed[]> =>
  many<WronglyTaxed>(
    tx,
    'lenders.profile.wrongly_taxed',
    `select p.reference, l.loan_number as "loanNumber", p.paid_on as "paidOn", sum(r.interest)::bigint as interest,
            sum(r.tax)::bigint as tax
       from lender_tax_status v
       join lender_repayment r on r.lender_id = v.lender_id and r.interest > 0
       join standing_payment p on p.id = r.payment_id and p.created_at >= v.kept_at
       join loan l on l.id = p.loan_id
      where v.lender_id = $1 and v.version = $2
      group by p.id, p.reference, l.loan_number, p.paid_on, p.recorded order by p.recorded limit 500`,
    [lenderId, version],
  )
