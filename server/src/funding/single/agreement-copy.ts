import type { Context } from '../../context.ts'
import { type KeptBytes, type AgreementSnapshot, insertDocument } from '../../documents/index.ts'
import { maybe, one, type Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertAgreement } from './store.ts'

export type AgreementCopy = {
  /** Its `agreementNumber` is the reference of the agreement in the archive, its `amount` that of the funding. */
  snapshot: AgreementSnapshot
  kept: KeptBytes
  pages: number
  /** The facility agreement, if the archive has one. */
  ppfp?: { kept: KeptBytes; pages: number }
}

/**
 * Stores a copy of the agreement of a taken-over funding, so that its lender finds it in the portfolio. The archive
 * keeps the signed original, whose hash the take-over recorded. An existing copy is not replaced.
 * @throws Refusal NOT_FOUND if no funding of this reference and amount was taken over
 */
export const storeAgreementCopy = mutation<Context, AgreementCopy, { kept: boolean }>({
  operation: 'storeAgreementCopy',
  permit: ['operator'],
  withoutSecondPair: 'it keeps a document whose hash the take-over recorded',
  async run(tx, { snapshot, kept, pages, ppfp }, { context }) {
    const part = await lockPart(tx, snapshot.agreementNumber)
    if (!part || part.amount !== snapshot.amount) throw new Refusal('NOT_FOUND')
    const { id, lenderId, loanId, termsVersion } = part
    const subject = `agreement:${id}`
    const { there } = await one<{ there: boolean }>(
      tx,
      'funding.single.copy_there',
      'select exists (select from agreement where id = $1) as there',
      [id],
    )
    if (there) return { answer: { kept: false }, subject }
    const copy = { ...snapshot, copy: true }
    await insertAgreement(tx, { id, lenderId, loanId, snapshot: copy, termsVersion, signaturePage: null })
    const copies = [
      { kind: 'PP' as const, kept, pages },
      ...(ppfp ? [{ kind: 'PPFP' as const, ...ppfp }] : []),
    ]
    for (const file of copies)
      await insertDocument(tx, { id: context.random.secureId(), lenderId, agreementId: id, ...file })
    return { answer: { kept: true }, subject, detail: { loanId, amount: snapshot.amount } }
  },
})

/**
 * Finds the taken-over funding that an archived agreement belongs to. Locks it, so that concurrent copies are stored
 * one after the other.
 */
const lockPart = (tx: Queryable, reference: string) =>
  maybe<{ id: string; lenderId: number; loanId: number; amount: number; termsVersion: number }>(
    tx,
    'funding.single.archived_part',
    `select f.id, f.lender_id as "lenderId", f.loan_id as "loanId", f.amount,
            p.terms_version as "termsVersion"
       from archived_agreement g join funding f on f.lender_id = g.lender_id and f.id = g.funding_id
       join loan_position p on p.loan_id = f.loan_id
      where g.reference = $1 order by g.occurrence desc limit 1 for no key update of f`,
    [reference],
  )
