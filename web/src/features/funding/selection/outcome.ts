import type { Selection } from '@pematang/contract/funding/selection/endpoints'
import type { StatusTone } from '../../../ui/status-label.tsx'

export type SelectedLoan = Selection['list'][number]
export type ToSign = NonNullable<SelectedLoan['signing']>

/** The state of a loan of the selection, in the lender's words. */
export type LoanOutcome = { tone: StatusTone; label: string; sentence: string | null }

const ended = {
  REJECTED: 'Perjanjian tidak ditandatangani. Dananya sudah kembali ke Cash Balance.',
  EXPIRED: 'Batas waktu tanda tangan sudah lewat. Dananya sudah kembali ke Cash Balance.',
  REFUNDED: 'Pinjaman ini tidak jadi dicairkan. Dananya sudah kembali ke Cash Balance.',
  CANCELLED: 'Pinjaman ini tidak jadi dicairkan. Dananya sudah kembali ke Cash Balance.',
} as const

export function outcomeOf({ state, signing, refusal }: SelectedLoan): LoanOutcome {
  if (refusal) return { tone: 'bad', label: 'Tidak didanai', sentence: refusal.message }
  if (state === 'SETTLED') return { tone: 'ok', label: 'Sudah ditandatangani', sentence: null }
  if (state === 'WAITING' || state === null)
    return signing
      ? { tone: 'warn', label: 'Menunggu tanda tangan', sentence: null }
      : { tone: 'idle', label: 'Sedang diproses', sentence: null }
  return { tone: 'bad', label: 'Tidak jadi', sentence: ended[state] }
}

/** The sums of a selection; `toSign` begins with the agreement whose deadline is first. */
export function overviewOf({ list }: Selection) {
  const waiting = list.filter(({ state }) => state === 'WAITING')
  const signed = list.filter(({ state }) => state === 'SETTLED')
  return {
    count: list.length,
    toSign: waiting
      .flatMap(({ signing }) => (signing ? [signing] : []))
      .toSorted((a, b) => (a.signBefore < b.signBefore ? -1 : a.signBefore > b.signBefore ? 1 : 0)),
    processing: waiting.filter(({ signing }) => !signing).length,
    waitingAmount: amountOf(waiting),
    signed: signed.length,
    signedAmount: amountOf(signed),
    refused: list.filter(({ refusal }) => refusal !== null).length,
  }
}

const amountOf = (loans: readonly SelectedLoan[]): number =>
  loans.reduce((sum, { amount }) => sum + amount, 0)

/** Milliseconds until the next poll, short while something is in progress; false when everything has ended. */
export function askAgainAfter(selection: Selection | undefined): number | false {
  if (!selection) return false
  const { toSign, processing } = overviewOf(selection)
  if (processing > 0) return 2_000
  return toSign.length > 0 ? 10_000 : false
}
