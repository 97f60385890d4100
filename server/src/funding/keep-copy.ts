import type { Context } from '../context.ts'
import { type AgreementSnapshot, insertDocument } from '../documents/index.ts'
import { maybe, one, type Queryable } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertAgreement } from './store.ts'

/** A copy of an agreement in the operator's archive, for the lender who signed it. */
export type AgreementCopy = {
  /** Its `agreementNumber` is the name in the archive, its amount that of the part. */
  snapshot: AgreementSnapshot
  bytes: Buffer
  pages: number
}

/**
 * Keeps a copy of the agreement of a part that was taken over, so that its lender finds it in his portfolio. It is no
 * signed document: what was signed stays in the archive, under the hash that the take-over told. The first copy stays.
 * Refuses NOT_FOUND where nothing of this name and amount was taken over.
 */
export const keepAgreementCopy = mutation<Context, AgreementCopy, { kept: boolean }>({
  operation: 'keepAgreementCopy',
  permit: ['operator'],
  async run(tx, { snapshot, bytes, pages }, { world }) {
    const part = await lockPart(tx, snapshot.agreementNumber)
    if (!part || part.amount !== snapshot.amount) throw new Refusal('NOT_FOUND')
    const { id, lenderId, loanId } = part
    const subject = `agreement:${id}`
    const { there } = await one<{ there: boolean }>(
      tx,
      'funding.copy_there',
      'select exists (select from agreement where id = $1) as there',
      [id],
    )
    if (there) return { answer: { kept: false }, subject }
    await insertAgreement(tx, { id, lenderId, loanId, snapshot, signaturePage: null })
    const documentId = world.random.secureId()
    await insertDocument(tx, { id: documentId, lenderId, agreementId: id, kind: 'PP', bytes, pages })
    return { answer: { kept: true }, subject, detail: { loanId, amount: snapshot.amount } }
  },
})

/** The part behind an archived agreement, its funding locked: of two copies at once one waits. */
const lockPart = (tx: Queryable, reference: string) =>
  maybe<{ id: string; lenderId: number; loanId: number; amount: number }>(
    tx,
    'funding.archived_part',
    `select f.id, f.lender_id as "lenderId", f.loan_id as "loanId", f.amount
       from archived_agreement g join funding f on f.lender_id = g.lender_id and f.id = g.funding_id
      where g.reference = $1 for no key update of f`,
    [reference],
  )
