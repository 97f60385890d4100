import { formatDateTimeLong } from '@pematang/contract/format/index'
import type { Clause, Fact } from './content.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/**
 * The proof of the borrower's consent: its provider, its time and the hash of the document. Empty without a consent.
 */
export function consentFacts({ borrower: { consent } }: AgreementSnapshot): Fact[] {
  if (!consent) return []
  return [
    { label: 'Nomor rujukan', value: consent.reference },
    { label: 'Penyedia bukti', value: consent.provider },
    { label: 'Waktu persetujuan', value: formatDateTimeLong(consent.at) },
    { label: 'Sidik jari SHA-256', value: consent.sha256 },
  ]
}

/** The clause of the PP on the borrower's consent. Without a proof, it does not claim a consent. */
export function consentClause(snapshot: AgreementSnapshot): Clause {
  const facts = consentFacts(snapshot)
  if (facts.length === 0) {
    return {
      text:
        'Perjanjian ini tidak memuat bukti persetujuan elektronik Penerima Dana. Pemberi Dana dapat memintanya kepada ' +
        'Penyelenggara sebelum menandatangani.',
    }
  }
  return {
    text:
      `Penerima Dana telah menyetujui pinjaman Nomor ${snapshot.loan.loanNumber} secara elektronik. Buktinya disimpan ` +
      'oleh penyedia yang disebut di bawah; sidik jarinya adalah nilai SHA-256 dari dokumen yang disetujui Penerima Dana.',
    facts,
  }
}
