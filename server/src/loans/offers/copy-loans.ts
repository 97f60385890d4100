import { openAccountsByCopy } from '../../books/index.ts'
import { copyRow } from '../../platform/db/copy.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames } from '../../platform/db/rows.ts'
import type { LoanRow } from './csv/index.ts'
import type { KnownNames } from './names.ts'
import type { NearIds } from './near-ids.ts'
import type { OfferableLoan } from './offerable-loans.ts'

/** A loan that is not stored yet, with the hash of its content and its cells in the format of COPY. */
export type FreshLoan = { line: number; loan: LoanRow; hash: string; cells: string }

export type WrittenLoan = OfferableLoan & { line: number }

/**
 * Writes loans with their borrowers, types, accounts and positions by COPY.
 * @param names the stored names of the borrowers, and all loan types
 * @throws if a row already exists with this loan number, consent, borrower number or type name.
 */
export async function copyLoans(
  tx: Transaction,
  ids: NearIds,
  loans: readonly FreshLoan[],
  { borrowers, types }: KnownNames,
): Promise<WrittenLoan[]> {
  const typeIds = new Map(types)
  const newTypes: string[] = []
  const borrowerIds = new Map<string, number>()
  const newBorrowers: [number: string, row: string][] = []
  const rows = loans.map(({ line, loan, hash, cells }) => {
    let typeId = typeIds.get(loan.loanType)
    if (typeId === undefined) {
      typeIds.set(loan.loanType, (typeId = ids.id()))
      newTypes.push(copyRow([typeId, loan.loanType]))
    }
    let borrowerId = borrowers.get(loan.borrowerNumber)?.id ?? borrowerIds.get(loan.borrowerNumber)
    if (borrowerId === undefined) {
      borrowerIds.set(loan.borrowerNumber, (borrowerId = ids.id()))
      newBorrowers.push([loan.borrowerNumber, copyRow([borrowerId, loan.borrowerNumber, loan.borrowerName])])
    }
    return { line, loan, hash, cells, id: ids.id(), escrow: ids.id(), borrowerId, typeId }
  })
  if (newTypes.length > 0) await tx.copy('loan_type (id, name)', newTypes)
  // All imports write borrowers in the order of their numbers, so that two of them seldom deadlock.
  newBorrowers.sort(([a], [b]) => (a < b ? -1 : 1))
  if (newBorrowers.length > 0)
    await tx.copy(
      'borrower (id, number, name)',
      newBorrowers.map(([, row]) => row),
    )
  await tx.copy(
    copiedColumns,
    rows.map(
      ({ id, borrowerId, typeId, cells }) => `${id}\t${ids.secureId()}\t${borrowerId}\t${typeId}\t${cells}`,
    ),
  )
  await openAccountsByCopy(
    tx,
    'LOAN_ESCROW',
    rows.map(({ id, escrow }) => ({ id: escrow, ownerId: id })),
  )
  await tx.copy(
    `loan_position (${columnNames(positionColumns)})`,
    rows.map(
      ({ id, loan, typeId, escrow }) =>
        `${id}\t${loan.totalLoan}\t${loan.minimumFunding}\t${loan.offerFrom}\t${loan.offerUntil}\t${typeId}\t${loan.tenor}\t${escrow}\n`,
    ),
  )
  return rows.map(({ loan, ...row }) => writtenLoan({ ...row, consentReference: loan.consentReference }))
}

const copiedColumns = `loan (id, secure_id, borrower_id, loan_type_id, loan_number, interest, interest_type, tenor, tenor_period,
  grade, grade_description, purpose, marketing_title, marketing_detail, offer_from, offer_until, consent_reference,
  consent_provider, consent_at, consent_sha256, source_hash)`

/** The cells of a loan for COPY, in the order of its columns, all but the ids. */
export const copiedCells = (loan: LoanRow, hash: string): string =>
  copyRow([
    loan.loanNumber,
    loan.interest,
    loan.interestType,
    loan.tenor,
    loan.tenorPeriod,
    loan.grade,
    loan.gradeDescription,
    loan.purpose,
    loan.marketingTitle,
    loan.marketingDetail,
    loan.offerFrom,
    loan.offerUntil,
    loan.consentReference,
    loan.consentProvider,
    loan.consentAt,
    loan.consentHash === null ? null : `\\x${loan.consentHash}`,
    `\\x${hash}`,
  ])

export const positionColumns = {
  loanId: 'bigint',
  total: 'bigint',
  minimum: 'bigint',
  offerFrom: 'date',
  offerUntil: 'date',
  loanTypeId: 'bigint',
  tenor: 'smallint',
  escrowAccount: 'bigint',
} as const

/** A draft that was just inserted has the first version of its terms. */
export const writtenLoan = (row: {
  line: number
  id: number
  hash: string
  consentReference: string | null
}): WrittenLoan => ({
  line: row.line,
  id: row.id,
  hash: row.hash,
  version: 1,
  hasConsent: row.consentReference !== null,
})
