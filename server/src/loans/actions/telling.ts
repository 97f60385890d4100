import type { ObjectRef } from '@pematang/contract/staff/fields'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import type { Words } from '../../staff/index.ts'

export const toldLenders = (): string[] => [
  'Pemberi Dana pinjaman ini diberi tahu di dasbor dan lewat pesan.',
]

export const ofLoan = ({ loanNumber }: { loanNumber: string }): ObjectRef => ({
  kind: 'LOAN',
  id: loanNumber,
})

const statuses: Record<string, string> = {
  DRAFT: 'draf',
  OFFERED: 'ditawarkan',
  FUNDED: 'terdanai penuh',
  ACTIVE: 'berjalan',
  RESTRUCTURED: 'direstrukturisasi',
  REPAID: 'lunas',
  WRITTEN_OFF: 'dihapusbukukan',
  CANCELLED: 'dibatalkan',
}

export const statusInWords = (status: string): string => statuses[status] ?? status

/** The state of a loan, by the label of what changes it. @throws Refusal LOAN_NOT_FOUND */
export async function statusBefore(db: Queryable, { loanNumber }: { loanNumber: string }): Promise<Words> {
  const loan = required(
    await maybe<{ status: string }>(
      db,
      'loans.actions.status_before',
      `select p.status from loan l join loan_position p on p.loan_id = l.id where l.loan_number = $1`,
      [loanNumber],
    ),
    'LOAN_NOT_FOUND',
  )
  return { Status: statusInWords(loan.status) }
}
