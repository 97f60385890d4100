import { buildSchedule } from '../../books/index.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/** A fictitious funding for the tests of this folder. */
export function sampleSnapshot(change: Partial<AgreementSnapshot> = {}, tenor = 12): AgreementSnapshot {
  const amount = change.amount ?? 25_500_000
  return {
    agreementNumber: '2026/11/000123',
    platformSigned: true,
    preparedAt: '2026-11-21T03:15:00Z',
    city: 'Jakarta Selatan',
    operator: {
      name: 'PT Contoh Pendanaan Bersama',
      address: 'Jalan Contoh Raya Nomor 1, Jakarta Selatan 12190',
      licenceLine: null,
    },
    lender: {
      name: 'Siti Nur Aisyah Rahmawati',
      companyName: 'PT Sawah Lestari Investama',
      identityLabel: 'NIB 9120001234567',
      digiSignId: 'DS-0001928',
    },
    borrower: {
      name: 'Koperasi Tani Makmur Sejahtera',
      consent: {
        reference: 'KON-2026-004711',
        provider: 'Tanda Tangan Contoh',
        at: '2026-11-14T08:22:05.000Z',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    },
    loan: {
      loanNumber: 'PMT-2026-004711',
      loanTypeName: 'Modal Usaha',
      purpose: 'Pembelian benih dan pupuk musim tanam pertama',
      totalLoan: 150_000_000,
      interestFraction: 0.1425,
      interestTypeName: 'Anuitas',
      tenor,
      tenorPeriodName: 'Bulan',
      grade: 'B2',
      dueDate: '2026-12-05',
    },
    amount,
    schedule: buildSchedule({
      principal: amount,
      annualRate: 0.1425,
      interestType: 'ANNUITY',
      tenor,
      tenorPeriod: 'MONTH',
      startDate: '2026-11-30',
    }),
    taxRate: 0.15,
    penalty: { dailyFraction: 0.001, maximumFraction: 0.5 },
    allocation: 'INTEREST_PRINCIPAL_PENALTY',
    signatureSeconds: 1_800,
    ...change,
  }
}
