import { formatRupiah, groupThousands } from '@pematang/contract/format/rupiah'
import { noticeKinds } from './kinds.ts'
import type { Gathered, GatheredKind, NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

type GatheredRow = Extract<NoticeRow, { kind: GatheredKind }>

/** Whether a notice collects the events of a day. */
export const isGathered = (row: NoticeRow): row is GatheredRow => noticeKinds[row.kind].gathers

/** The text of a notice that collects the events of a day; a single event has its own text. */
export function gatheredText(row: GatheredRow): NoticeText {
  if (row.kind === 'OFFER_IN_SAVED_SEARCH') return searchText(row.data)
  const { count, only, ...words } = wordsOf(row.data)
  const { sum, which, inText } = words
  if (isOfFunding(row)) return fundingText(row, words)
  switch (row.kind) {
    case 'RECOVERY_RECEIVED':
      return {
        tone: 'info',
        title: 'Penerimaan dari pinjaman yang dihapusbukukan',
        message: `${which} sudah dihapusbukukan, tetapi sebagian tertagih. ${sum} setelah pajak sudah masuk ke cash balance Anda.`,
      }
    case 'INSTALLMENT_RECEIVED': {
      const from = only === undefined ? `${grouped(count)} pembayaran angsuran` : `Angsuran pinjaman ${only}`
      return {
        tone: 'info',
        title: 'Angsuran diterima',
        message: `${from} sudah masuk ke cash balance Anda: ${sum} setelah pajak.`,
      }
    }
    case 'LOAN_SETTLED_EARLY':
      return {
        tone: 'info',
        title: 'Pinjaman dilunasi lebih cepat',
        message: `${which} dilunasi sebelum waktunya. ${sum} setelah pajak sudah masuk ke cash balance Anda.`,
      }
    case 'LOAN_LATE':
      return {
        tone: 'warning',
        title: 'Pembayaran terlambat',
        message: `Angsuran ${inText} terlambat dibayar. Sisa pokok pendanaan Anda pada pinjaman itu ${sum}.`,
      }
    case 'LOAN_BACK_ON_SCHEDULE':
      return {
        tone: 'info',
        title: 'Pembayaran kembali lancar',
        message: `${which} tidak lagi terlambat. Sisa pokok pendanaan Anda pada pinjaman itu ${sum}.`,
      }
    case 'LOAN_RESTRUCTURED':
      return {
        tone: 'warning',
        title: 'Pinjaman direstrukturisasi',
        message: `${which} mendapat jadwal angsuran baru. Sisa pokok pendanaan Anda pada pinjaman itu ${sum}.`,
      }
    case 'LOAN_WRITTEN_OFF':
      return {
        tone: 'warning',
        title: 'Pinjaman dihapusbukukan',
        message: `${which} dihapusbukukan. Pokok pendanaan Anda yang belum dibayar ${sum}; bila tertagih kemudian, tetap menjadi hak Anda.`,
      }
    case 'LOAN_RESTRUCTURING_REVERSED':
      return {
        tone: 'warning',
        title: 'Koreksi restrukturisasi',
        message: `${which} kembali ke jadwal angsuran sebelumnya karena restrukturisasinya tercatat keliru. Sisa pokok pendanaan Anda pada pinjaman itu ${sum}.`,
      }
    case 'LOAN_WRITE_OFF_REVERSED':
      return {
        tone: 'info',
        title: 'Koreksi hapus buku',
        message: `${which} tidak lagi dihapusbukukan karena pencatatannya keliru. Sisa pokok pendanaan Anda pada pinjaman itu ${sum}.`,
      }
  }
}

/** The loans of a notice as the beginning of a sentence and within one; `only` is the number of a single loan. */
function wordsOf({ count, amount, loans }: Gathered) {
  const only = count === 1 ? loans[0]?.loanNumber : undefined
  const which = only === undefined ? `${grouped(count)} pinjaman` : `Pinjaman ${only}`
  return {
    count,
    only,
    which,
    inText: only === undefined ? which : `pinjaman ${only}`,
    sum: formatRupiah(amount),
  }
}

function searchText({ count, searches }: NoticeData['OFFER_IN_SAVED_SEARCH']): NoticeText {
  // A search whose filters changed in the meantime is in the list twice, so names are deduplicated.
  const names = [...new Set(searches.map(({ name }) => `“${name}”`))].join(', ')
  return {
    tone: 'info',
    title: 'Pinjaman baru sesuai pencarian Anda',
    message: `${grouped(count)} pinjaman baru sesuai dengan pencarian tersimpan ${names}.`,
  }
}

type FundingRow = Extract<
  GatheredRow,
  { kind: 'AUTO_FUNDED' | 'FUNDINGS_UNMANDATED' | 'LOAN_DISBURSED' | 'LOAN_DISBURSEMENT_REVERSED' }
>

const isOfFunding = (row: GatheredRow): row is FundingRow => noticeKinds[row.kind].category === 'FUNDING'

function fundingText(
  { kind }: FundingRow,
  { sum, which, inText }: { sum: string; which: string; inText: string },
): NoticeText {
  switch (kind) {
    case 'AUTO_FUNDED':
      return {
        tone: 'info',
        title: 'Pendanaan otomatis berhasil',
        message: `${which} didanai oleh strategi Anda dan perjanjiannya sudah ditandatangani: ${sum}.`,
      }
    case 'FUNDINGS_UNMANDATED':
      return {
        tone: 'info',
        title: 'Pendanaan dibatalkan',
        message: `Kuasa pendanaan otomatis Anda berakhir sebelum perjanjian untuk ${inText} ditandatangani. ${sum} sudah kembali ke cash balance Anda.`,
      }
    case 'LOAN_DISBURSED':
      return {
        tone: 'info',
        title: 'Pinjaman dicairkan',
        message: `${which} sudah dicairkan kepada Penerima Dana. Pendanaan Anda ${sum}; jadwal angsurannya ada di portofolio.`,
      }
    case 'LOAN_DISBURSEMENT_REVERSED':
      return {
        tone: 'warning',
        title: 'Koreksi pencairan',
        message: `Pencairan ${inText} tercatat keliru dan dibatalkan. Pendanaan Anda ${sum} menunggu pencairan kembali.`,
      }
  }
}

/**
 * Formats a count with Indonesian separators.
 * @example grouped(5000) // '5.000'
 */
export const grouped = (count: number): string => groupThousands(String(count))
