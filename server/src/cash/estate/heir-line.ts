import { type Fraction, largestDenominator } from './shares.ts'
import type { HeirAccount } from './store.ts'

/** How an heir is written: share, code of the bank, account number and holder. */
export const heirExample = '1/8 014 0123456789 Sri Lestari'

/** The most heirs of one estate. */
export const mostHeirs = 50

const heirForm = /^(\d{1,5})\/(\d{1,5}) (\d{3}) (\d{5,20}) (.+)$/

/** An heir as `heirExample` writes one; null for anything else. The name of the holder is not checked. */
export function parseHeir(words: string): (HeirAccount & { share: Fraction }) | null {
  const [, over = '', under = '', bankCode = '', accountNumber = '', accountName = ''] =
    heirForm.exec(words) ?? []
  const [numerator, denominator] = [Number(over), Number(under)]
  if (numerator < 1 || numerator > denominator || denominator > largestDenominator) return null
  return { accountName, accountNumber, bankCode, share: { numerator, denominator } }
}
