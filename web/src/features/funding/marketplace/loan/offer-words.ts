import { formatPercent } from '@pematang/contract/format/percent'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { formatDateLong } from '@pematang/contract/format/date'
import type { LoanPage, OfferState } from '@pematang/contract/funding/marketplace/loan'

type Reason = { title: string; reason: string }

/** The reason why a loan cannot be funded now, by state; null while it can. */
export const closedWords: Record<OfferState, Reason | null> = {
  OPEN: null,
  FULL: {
    title: 'Pinjaman ini sudah penuh',
    reason:
      'Seluruh jumlahnya sudah terdanai atau menunggu tanda tangan. Jika ada pendanaan yang batal, sisanya dibuka kembali di halaman ini.',
  },
  CLOSED: {
    title: 'Masa pendanaan sudah berakhir',
    reason: 'Pinjaman ini tidak dibuka lagi untuk pendanaan.',
  },
  CANCELLED: {
    title: 'Pinjaman ini dibatalkan',
    reason: 'Pinjaman ini tidak dicairkan. Dana yang sudah Anda tempatkan kembali ke cash balance.',
  },
}

const refused: Readonly<Record<string, Reason>> = {
  LOAN_NOT_FOUND: {
    title: 'Pinjaman tidak ditemukan',
    reason: 'Nomornya tidak dikenal, atau pinjaman ini belum ditawarkan kepada Anda.',
  },
  LOAN_CLOSED: {
    title: 'Masa pendanaan sudah berakhir',
    reason: 'Pinjaman ini tidak dibuka lagi untuk pendanaan.',
  },
  LOAN_CANCELLED: {
    title: 'Pinjaman ini dibatalkan',
    reason: 'Pinjaman ini tidak dibuka lagi untuk pendanaan.',
  },
}

/** The explanation for a loan that the server does not show, by the code of its refusal; null for any other failure. */
export const refusedWords = (code: string | null): Reason | null => (code && refused[code]) || null

/** What happens if the loan is not fully funded on its last day, as stated in its agreement; null if it has no rule. */
export function unfilledWords({ offerEnd, loan }: Pick<LoanPage, 'offerEnd' | 'loan'>): string | null {
  if (!offerEnd) return null
  const { extendDays, extensions, payOutShare } = offerEnd
  const extended = extensions > 0 ? `Diperpanjang ${extendDays} hari, paling banyak ${extensions} kali. ` : ''
  return payOutShare === null
    ? `${extended}Jika tetap belum penuh, pinjaman dibatalkan dan dana Anda kembali.`
    : `${extended}Dicairkan sebesar yang terdanai jika sedikitnya ${formatPercent(payOutShare)} dari ${formatRupiah(loan.totalLoan)} terkumpul, selain itu dibatalkan dan dana Anda kembali.`
}

/** The lender's own fundings of the loan, in sentences; null if there are none. */
export function ownWords({ settled, waiting }: LoanPage['own']): string | null {
  const parts = [
    settled > 0 && `Anda sudah mendanai ${formatRupiah(settled)} di pinjaman ini.`,
    waiting > 0 && `${formatRupiah(waiting)} menunggu tanda tangan Anda.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

/** The funded share of the loan, as a sentence. */
export function fillingWords(filling: LoanPage['filling']): string | null {
  const [first] = filling
  const last = filling.at(-1)
  if (!first || !last) return null
  if (last.percent === 0) return `Belum sampai 5% terdanai sejak ${formatDateLong(first.on)}.`
  const atLeast = last.percent === 100 ? 'Seluruhnya' : `Sedikitnya ${last.percent}%`
  const days = Math.round((Date.parse(last.on) - Date.parse(first.on)) / 86_400_000) + 1
  return `${atLeast} terdanai dalam ${days} hari, sejak ${formatDateLong(first.on)}.`
}
