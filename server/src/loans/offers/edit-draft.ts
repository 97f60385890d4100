import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { findConsentFaults } from './consents.ts'
import { checkLoan, FACT_FIELDS, LOAN_COLUMNS, type LoanRow, TERM_FIELDS } from './csv/index.ts'
import { DraftFault, lockDraft, type StoredDraft, updateDraft } from './drafts-store.ts'
import { hashLoan, lockNewTypes } from './import-loans.ts'
import { insertNames } from './insert-loans.ts'
import { insertFacts } from './loan-facts.ts'
import { FileMemory, faultOfNames, findNames, type NewType } from './names.ts'

export type EditDraft = {
  loanNumber: string
  /** Any terms except the number, which identifies the loan; its account has a command of its own. */
  changes: Partial<Omit<LoanRow, 'loanNumber' | 'bankCode' | 'accountNumber' | 'accountHolder'>>
  reason: string
  /** How to handle an unknown loan type. */
  newType?: NewType
}

/** The changed values, by the name of their column. */
export type EditedDraft = {
  changed: { column: string; from: string | number | null; to: string | number | null }[]
}

/**
 * Corrects the terms, borrower or consent of a draft by the rules of the loan file. Afterwards a file line with the
 * corrected content counts as known, and the original line as a contradiction. A loan that was offered cannot be
 * changed.
 * @throws DraftFault if there is no such draft, or the change is refused.
 */
export const editDraft = mutation<Context, EditDraft, EditedDraft>({
  operation: 'editDraft',
  permit: ['operator'],
  withoutSecondPair: 'a draft is offered to nobody until it is published',
  async run(tx, { loanNumber, changes, reason, newType = 'refused' }, { context }) {
    const draft = await lockDraft(tx, loanNumber)
    if (draft.status !== 'DRAFT')
      throw new DraftFault(`${loanNumber} berstatus ${draft.status}: hanya draf yang dapat diubah.`)
    const loan: LoanRow = { ...draft.loan, ...changes, loanNumber }
    const changed = TERM_FIELDS.filter((field) => loan[field] !== draft.loan[field]).map((field) => ({
      column: LOAN_COLUMNS[field].name,
      from: draft.loan[field],
      to: loan[field],
    }))
    const subject = `loan:${loanNumber}`
    if (changed.length === 0) return { answer: { changed }, subject }
    const fault = await faultOf(tx, draft, loan, newType)
    if (fault !== null) throw new DraftFault(`${loanNumber} tidak diubah: ${fault}.`)
    await insertNames(tx, context, [loan])
    if (!(await updateDraft(tx, draft.loanId, loan, hashLoan(loan))))
      throw new DraftFault(`Penerima Dana ${loan.borrowerNumber} sementara itu mendapat nama lain.`)
    if (FACT_FIELDS.some((field) => loan[field] !== draft.loan[field]))
      await insertFacts(tx, [{ ...loan, loanId: draft.loanId }])
    return { answer: { changed }, subject, detail: { reason, changed } }
  },
})

/**
 * Why a draft cannot have this content, by the rules of a line, of consents, of names and of its product; null if it
 * can.
 */
async function faultOf(
  tx: Transaction,
  { productNumber, wasTakenOver, loan: before }: StoredDraft,
  loan: LoanRow,
  newType: NewType,
): Promise<string | null> {
  const line = [{ line: 1, loan, newType }]
  const refused = checkLoan(loan)
  if (refused) return refused.reason
  if (productNumber !== null && (loan.totalLoan !== before.totalLoan || loan.loanType !== before.loanType))
    return `bagian dari product ${productNumber}, yang mempertahankan jumlah dan jenis saat diunggah`
  if (wasTakenOver && loan.borrowerNumber !== before.borrowerNumber)
    return 'sudah diambil alih lalu dibatalkan, dan tetap ada dalam portofolio Pemberi Dana semula dengan Penerima Dananya: hapus, lalu impor dengan nomor lain'
  const consent = (await findConsentFaults(tx, line)).get(1)
  if (consent !== undefined) return consent
  await lockNewTypes(tx, line)
  return faultOfNames(loan, newType, await findNames(tx, [loan.borrowerNumber]), new FileMemory())
}
