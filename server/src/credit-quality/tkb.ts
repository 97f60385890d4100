import type { Context } from '../context.ts'
import { formatShare, type QualityFigures, tkbOf } from '../servicing/quality/index.ts'
import { measureNow } from './measure.ts'

/** The figures as the header shows them. */
const tkbTexts = (figures: QualityFigures) => ({
  TKB90: formatShare(tkbOf(figures, 90)),
  TKB60: formatShare(tkbOf(figures, 60)),
  TKB30: formatShare(tkbOf(figures, 30)),
  TKB0: formatShare(tkbOf(figures, 0)),
})

/** The platform's repayment success rates on this business day, from its own loans as they stand now. */
export async function getTkb(context: Context) {
  return { ...tkbTexts(await measureNow(context.db)), description }
}

const description =
  'TKB adalah tingkat keberhasilan bayar: bagian pokok pinjaman berjalan yang tidak terlambat lebih dari 90, 60, 30, atau 0 hari sejak jatuh tempo.'
