import type { QualityName } from '@pematang/contract/loans/credit-quality/endpoints'

/** The names of the five quality classes as the authority uses them. */
export const qualityWords: Record<QualityName, string> = {
  LANCAR: 'Lancar',
  DALAM_PERHATIAN_KHUSUS: 'Dalam perhatian khusus',
  KURANG_LANCAR: 'Kurang lancar',
  DIRAGUKAN: 'Diragukan',
  MACET: 'Macet',
}

/** Colours from the best class to the worst; within one hue each colour is darker than the one before. */
export const qualityColours: Record<QualityName, string> = {
  LANCAR: 'bg-brand',
  DALAM_PERHATIAN_KHUSUS: 'bg-warn-mark',
  KURANG_LANCAR: 'bg-bad/45',
  DIRAGUKAN: 'bg-bad/70',
  MACET: 'bg-bad',
}

/** The range of days late of a quality class: '1 sampai 30 hari', 'Lebih dari 90 hari', 'Tidak terlambat'. */
export function lateWords(daysFrom: number, daysUntil: number | null): string {
  if (daysUntil === 0) return 'Tidak terlambat'
  if (daysUntil === null) return `Lebih dari ${daysFrom - 1} hari`
  return daysFrom === 0 ? `Paling lama ${daysUntil} hari` : `${daysFrom} sampai ${daysUntil} hari`
}

/** Converts a share that the server wrote, such as '12,34%', to a number. */
export const percentOf = (share: string): number => Number(share.replace('%', '').replace(',', '.'))
