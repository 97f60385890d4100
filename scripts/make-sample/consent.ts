import { createHash } from 'node:crypto'
import { addDays } from '@pematang/contract/format/business-date'
import type { CONSENT_FIELDS } from '../../server/src/loans/testing.ts'
import type { LoanRow } from '../../server/src/loans/index.ts'

type Consent = Pick<LoanRow, (typeof CONSENT_FIELDS)[number]>

/**
 * The invented consent of a borrower, 1 to 9 days before the offer begins and before the reference date. It depends on
 * the loan alone, so that a loan always has the same consent.
 */
export function consentOf(loan: LoanRow, referenceDate: string): Consent {
  const content = `${loan.loanNumber} ${loan.borrowerName} ${loan.totalLoan} ${loan.interest} ${loan.tenor}`
  const hash = createHash('sha256').update(content).digest()
  const begin = loan.offerFrom < referenceDate ? loan.offerFrom : referenceDate
  const day = addDays(begin, -1 - ((hash[0] ?? 0) % 9))
  const second = 3_600 + (hash.readUInt16LE(1) % 32_400)
  return {
    consentReference: `KON-${loan.loanNumber}`,
    consentProvider: 'Tanda Tangan Contoh',
    consentAt: new Date(Date.parse(day) + second * 1_000).toISOString(),
    consentHash: hash.toString('hex'),
  }
}
