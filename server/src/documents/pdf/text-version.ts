import { createHash } from 'node:crypto'
import { allocationOrders } from '../../books/index.ts'
import { agreementText } from './agreement-text.ts'
import { textHash } from './content.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/** A snapshot with placeholders for all data, so that only the wording of the two texts remains. */
const placeholders: AgreementSnapshot = {
  agreementNumber: '0',
  platformSigned: true,
  preparedAt: '2026-01-01T00:00:00Z',
  operator: { name: 'operator', address: 'address', licenceLine: 'licence' },
  lender: { name: 'lender', companyName: 'company', identityLabel: 'identity', digiSignId: 'signer' },
  borrower: {
    name: 'borrower',
    consent: { reference: 'consent', provider: 'provider', at: '2026-01-01T00:00:00Z', sha256: 'hash' },
  },
  loan: {
    loanNumber: 'loan',
    loanTypeName: 'type',
    purpose: 'purpose',
    totalLoan: 1,
    interestFraction: 0.1,
    interestTypeName: 'interest',
    tenor: 1,
    tenorPeriodName: 'period',
    grade: 'grade',
    dueDate: '2026-01-01',
  },
  offerEnd: { extendDays: 1, extensions: 1, payOutShare: 0.5, payOutDays: 1 },
  amount: 1,
  schedule: [{ no: 1, dueDate: '2026-02-01', principal: 1, interest: 0 }],
  taxRate: 0.1,
  penalty: { dailyFraction: 0.001, maximumFraction: 1 },
}

let known: string | undefined

/**
 * The version of the wording of the two agreements in this release. Each wording has a version of its own, so that
 * agreements consented to under one are never rendered under another.
 */
export function agreementTextVersion(): string {
  const withoutConsent = { ...placeholders, borrower: { name: 'borrower' } }
  const ofEachOrder = allocationOrders.map((allocation) => ({ ...placeholders, allocation }))
  const inMonths = {
    ...placeholders,
    signatureSeconds: 60,
    loan: { ...placeholders.loan, tenor: 2, tenorPeriodName: 'Bulan' },
    schedule: [...placeholders.schedule, ...placeholders.schedule],
  }
  known ??= createHash('sha256')
    .update(
      [...ofEachOrder, withoutConsent, inMonths]
        .map((each) => textHash(agreementText('pp', each)))
        .join('\n'),
    )
    .digest('hex')
  return known
}
