import type { WaitingReason } from '@pematang/contract/reports/insight/endpoints'

type Words = { title: string; short: string; sentence: string }

const reasons: Record<WaitingReason, Words> = {
  SIGNATURE: {
    title: 'Menunggu tanda tangan',
    short: 'Tanda tangan',
    sentence:
      'Dana ini disisihkan dari Cash Balance sampai perjanjian ditandatangani, dan kembali bila batas waktunya lewat.',
  },
  BULK_FUNDING: {
    title: 'Pendanaan produk diproses',
    short: 'Pendanaan produk',
    sentence:
      'Dana ini disisihkan dari Cash Balance sampai semua pinjaman diproses; yang tidak terpakai kembali.',
  },
  WITHDRAWAL: {
    title: 'Tarik Dana diproses',
    short: 'Tarik Dana',
    sentence: 'Dana ini sedang dikirim ke rekening bank Anda, paling lama 3 hari kerja.',
  },
}

const anything = {
  title: 'Dana yang menunggu',
  sentence: 'Dana ini disisihkan dari Cash Balance sampai prosesnya selesai.',
}

/** A reason why money is waiting, with the amount in whole rupiah. */
export type Waiting = { reason: WaitingReason; amount: number }

/**
 * The text about waiting money. A single reason is a sentence; several are listed with their amounts; without a known
 * reason the text is general.
 */
export function waitingWords(waiting: readonly Waiting[]): {
  title: string
  sentence: string | null
  parts: { name: string; amount: number }[]
} {
  const [first, ...more] = waiting.filter(({ amount }) => amount > 0)
  if (!first) return { ...anything, parts: [] }
  if (more.length === 0) {
    const { title, sentence } = reasons[first.reason]
    return { title, sentence, parts: [] }
  }
  const parts = [first, ...more].map(({ reason, amount }) => ({ name: reasons[reason].short, amount }))
  return { title: anything.title, sentence: null, parts }
}
