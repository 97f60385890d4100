import type { CreditQuality } from '@pematang/contract/loans/credit-quality/endpoints'
import { formatShare, type QualityFigures, qualityRanges, qualityShares, tkbOf } from './buckets.ts'
import type { measureNow } from './measure.ts'

export const tkbTexts = (figures: QualityFigures) => ({
  TKB90: formatShare(tkbOf(figures, 90)),
  TKB60: formatShare(tkbOf(figures, 60)),
  TKB30: formatShare(tkbOf(figures, 30)),
  TKB0: formatShare(tkbOf(figures, 0)),
  description,
})

const description =
  'TKB adalah tingkat keberhasilan bayar: bagian pokok pinjaman berjalan yang tidak terlambat lebih dari 90, 60, 30, atau 0 hari sejak jatuh tempo.'

/** The five quality classes of all loans as text, as the start page shows them. */
export function qualityTexts({ asOf, ...figures }: Awaited<ReturnType<typeof measureNow>>): CreditQuality {
  const shares = qualityShares(figures)
  return { asOf, quality: qualityRanges.map((range, place) => ({ ...range, share: shares[place] ?? null })) }
}
