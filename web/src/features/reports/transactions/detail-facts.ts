import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { TransactionFacts, TransactionItem } from '@pematang/contract/reports/transactions/endpoints'

/** Texts by their labels, in display order. */
export type DetailFacts = Record<string, string>
type Facts<Kind extends TransactionFacts['kind']> = Extract<TransactionFacts, { kind: Kind }>

const fundingOutcome: Record<Facts<'FUNDING'>['outcome'], string> = {
  WAITING: 'Menunggu tanda tangan Anda',
  FUNDED: 'Sudah ditandatangani dan didanai',
  REFUNDED: 'Pinjaman dibatalkan, dana kembali ke saldo',
  REJECTED: 'Tidak jadi ditandatangani, dana kembali ke saldo',
  EXPIRED: 'Batas waktu tanda tangan terlewati, dana kembali ke saldo',
  CANCELLED: 'Pinjaman dibatalkan, dana kembali ke saldo',
}
const withdrawalOutcome: Record<Facts<'WITHDRAWAL'>['outcome'], string> = {
  UNDER_WAY: 'Sedang diproses bank',
  PAID: 'Sudah dikirim bank',
  RETURNED: 'Tidak terkirim, dana kembali ke saldo',
  GIVEN_BACK: 'Dikembalikan bank ke saldo setelah dikirim',
}

/** The details of a transaction beyond its row. Unknown and zero values are left out. */
export function detailFacts(facts: TransactionFacts): DetailFacts {
  switch (facts.kind) {
    case 'TOP_UP':
      return known({
        'Masuk melalui': facts.bankName,
        'Nomor Virtual Account': facts.virtualAccount,
        'Referensi bank': facts.bankReference,
      })
    case 'OPENING':
      return {
        Keterangan: 'Saldo Anda pada sistem sebelumnya',
        'Posisi akhir hari': formatDateLong(facts.asOf),
      }
    case 'FUNDING':
      return known({
        Keterangan: fundingOutcome[facts.outcome],
        'Batas tanda tangan': facts.outcome === 'WAITING' ? formatDateTimeLong(facts.signBefore) : null,
        'Selesai pada': facts.endedAt && formatDateTimeLong(facts.endedAt),
      })
    case 'REPAYMENT':
      return facts.isRefund ? { Keterangan: 'Pengembalian dana dari pinjaman yang dibatalkan' } : parts(facts)
    case 'WITHDRAWAL':
      return known({
        Keterangan: withdrawalOutcome[facts.outcome],
        'Dikirim ke rekening': formatRupiah(facts.sent),
        'Biaya transfer': formatRupiah(facts.fee),
        'Rekening tujuan': [facts.bankName, facts.accountNumber].filter(Boolean).join(' '),
        'Atas nama': facts.accountName,
        'Alasan penarikan': facts.reason,
        'Referensi bank': facts.bankReference,
        'Selesai pada': facts.endedAt && formatDateTimeLong(facts.endedAt),
      })
  }
}

const parts = ({ paidOn, principal, interest, penalty, tax }: Facts<'REPAYMENT'>): DetailFacts =>
  known({
    'Dibayar Penerima Dana pada': paidOn && formatDateLong(paidOn),
    Pokok: rupiahOrNothing(principal),
    Bunga: rupiahOrNothing(interest),
    Denda: rupiahOrNothing(penalty),
    'Pajak dipotong': rupiahOrNothing(-tax),
  })

const rupiahOrNothing = (amount: number): string | null => (amount === 0 ? null : formatRupiah(amount))

const known = (facts: Record<string, string | null>): DetailFacts =>
  Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])))

/**
 * Whether a transaction has details. Corrections have none beyond their row, and bulk fundings have a report instead.
 */
export const hasDetails = ({ isCorrection, isDownloadable }: TransactionItem): boolean =>
  !isCorrection && !isDownloadable
