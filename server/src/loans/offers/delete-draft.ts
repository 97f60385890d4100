import type { Context } from '../../context.ts'
import { run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { findConsentFaults } from './consents.ts'
import { DraftFault, lockDraft } from './drafts-store.ts'

type DraftWithReason = { loanNumber: string; reason: string }

/**
 * Deletes a draft: no list shows it, and it can neither be offered nor taken over. Its row stays, because its number
 * must not be used again and `restoreDraft` can restore it. Its consent may be given to another loan. Deleting it again
 * has no effect.
 * @throws DraftFault if there is no such draft, or it belongs to a bulk product.
 */
export const deleteDraft = mutation<Context, DraftWithReason, { deleted: boolean }>({
  operation: 'deleteDraft',
  permit: ['operator'],
  withoutSecondPair: 'a draft is offered to nobody',
  async run(tx, { loanNumber, reason }) {
    const { loanId, status, productNumber } = await lockDraft(tx, loanNumber)
    const subject = `loan:${loanNumber}`
    if (status === 'DELETED') return { answer: { deleted: false }, subject }
    if (status !== 'DRAFT')
      throw new DraftFault(`${loanNumber} berstatus ${status}: hanya draf yang dapat dihapus.`)
    if (productNumber !== null)
      throw new DraftFault(
        `${loanNumber} bagian dari product ${productNumber}, yang tidak melepas pinjamannya: batalkan seluruh product dengan "products cancel".`,
      )
    await run(
      tx,
      'loans.offers.mark_drafts_deleted',
      'update loan set deleted_at = app_now() where id = $1',
      [loanId],
    )
    await run(
      tx,
      'loans.offers.delete_drafts',
      `update loan_position set status = 'DELETED' where loan_id = $1`,
      [loanId],
    )
    return { answer: { deleted: true }, subject, detail: { reason } }
  },
})

/**
 * Turns a deleted draft into a draft again, with its former content.
 * @throws DraftFault if it is not a deleted draft, or its consent was given to another loan meanwhile.
 */
export const restoreDraft = mutation<Context, DraftWithReason, { restored: boolean }>({
  operation: 'restoreDraft',
  permit: ['operator'],
  withoutSecondPair: 'a draft is offered to nobody until it is published',
  async run(tx, { loanNumber, reason }) {
    const { loanId, status, loan } = await lockDraft(tx, loanNumber)
    const subject = `loan:${loanNumber}`
    if (status === 'DRAFT') return { answer: { restored: false }, subject }
    if (status !== 'DELETED')
      throw new DraftFault(`${loanNumber} berstatus ${status} dan tidak pernah dihapus.`)
    const fault = (await findConsentFaults(tx, [{ line: 1, loan }])).get(1)
    if (fault !== undefined) throw new DraftFault(`${loanNumber} tidak dapat dipulihkan: ${fault}.`)
    await run(
      tx,
      'loans.offers.restore_drafts',
      `update loan_position set status = 'DRAFT' where loan_id = $1`,
      [loanId],
    )
    await run(tx, 'loans.offers.unmark_drafts_deleted', 'update loan set deleted_at = null where id = $1', [
      loanId,
    ])
    return { answer: { restored: true }, subject, detail: { reason } }
  },
})
