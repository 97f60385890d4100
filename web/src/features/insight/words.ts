import { formatDateLong } from '@pematang/contract/format/date'
import { toCommaText, toDecimal } from '@pematang/contract/format/decimal'
import type { QualityName } from '@pematang/contract/insight/endpoints'

/** The five qualities in the words of the authority. */
export const qualityWords: Record<QualityName, string> = {
  LANCAR: 'Lancar',
  DALAM_PERHATIAN_KHUSUS: 'Dalam perhatian khusus',
  KURANG_LANCAR: 'Kurang lancar',
  DIRAGUKAN: 'Diragukan',
  MACET: 'Macet',
}

/** How many days late a quality is: '1 sampai 30 hari', 'Lebih dari 90 hari', 'Tidak terlambat'. */
export function lateWords(daysFrom: number, daysUntil: number | null): string {
  if (daysUntil === 0) return 'Tidak terlambat'
  if (daysUntil === null) return `Lebih dari ${daysFrom - 1} hari`
  return daysFrom === 0 ? `Paling lama ${daysUntil} hari` : `${daysFrom} sampai ${daysUntil} hari`
}

/** '11,84%': two decimals, for a rate that was worked out and not agreed. */
export function percentWords(fraction: number): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 2)}%`
}

/** 'November 2026' of '2026-11'. */
export const monthLong = (month: string): string => formatDateLong(`${month}-01`).replace(/^1 /, '')

/** 'Nov' of '2026-11'. */
export const monthShort = (month: string): string => monthLong(month).slice(0, 3)

/** The share of a part as the server writes it, '12,34%', as a number of percent. */
export const percentOf = (share: string): number => Number(share.replace('%', '').replace(',', '.'))
