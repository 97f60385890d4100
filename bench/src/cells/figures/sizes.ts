import type { LifeFigures } from './life.ts'

/** Bytes of a year of a lender with 24 fundings, and of a lender once (bench/results/2026-11-23-sizes.md). */
const [bytesOfYear, bytesOfLender] = [633_000, 16_400]
const fundingsOfYear = 24
/** A decision with its index, taken to be as large as a row of `hold`, and a repayment that was received, without its shares. */
const [bytesOfDecision, bytesOfRepayment] = [277, 100]
/** Bytes a second of a restore, and the most that one primary is to hold (docs/scale.md). */
const [restoreRate, mostBytes] = [500e6, 10e12]
/** Fundings a second of ten million lenders when a tenth of a day comes in five minutes. */
const peakOfTenMillion = 220

export type CellSizes = {
  lenders: number
  /** Terabytes of one cell in a year, and after ten years. */
  year: number
  tenYears: number
  restoreHours: number
  /** Fundings a second of one cell at the peak. */
  peak: number
  /** Lenders of all cells for ten years, until each cell holds the most that it is to hold. */
  most: number
}

/** Sizes of each of these cells if lenders are spread over them evenly. */
export function sizesOf(cells: number, lenders: number, life: LifeFigures): CellSizes {
  const rows = life.reserve * bytesOfDecision + life.repay * bytesOfRepayment
  const year = bytesOfYear + fundingsOfYear * rows
  const tenYears = 10 * year + bytesOfLender
  const own = lenders / cells
  return {
    ...{ lenders: own, year: (own * year) / 1e12, tenYears: (own * tenYears) / 1e12 },
    restoreHours: (own * tenYears) / restoreRate / 3_600,
    peak: ((lenders / 1e7) * peakOfTenMillion) / cells,
    most: (cells * mostBytes) / tenYears,
  }
}
