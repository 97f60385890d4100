import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ProductAddress } from './product.ts'

/** Tenors in days of the demo's loans; those in months and weeks are at most 60. */
const demoTenors: readonly number[] = [90, 120, 180]

/**
 * The next number of a kind from `from` on. None is drawn twice in one product, neither by another process nor by the
 * next try of the same test: a test that selects its own loans or lines by it finds nothing of anybody else.
 */
export function ownNumber({ dataDir }: ProductAddress, kind: string, from: number): number {
  const folder = path.join(dataDir, 'drawn', kind)
  mkdirSync(folder, { recursive: true })
  for (let number = from; ; number += 1) {
    if (isFirst(path.join(folder, String(number)))) return number
  }
}

/** A tenor in months by which the marketplace shows only the loans of this try. */
export function ownTenor(product: ProductAddress): number {
  const tenor = ownNumber(product, 'tenor', 61)
  return demoTenors.includes(tenor) ? ownTenor(product) : tenor
}

/** A rating that only loans of this try have. */
export const ownGrade = (product: ProductAddress): string => `Z${ownNumber(product, 'grade', 100)}`

function isFirst(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
