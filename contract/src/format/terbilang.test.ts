import fc from 'fast-check'
import { expect, test } from 'vitest'
import { terbilang } from './index.ts'

const units = ['nol', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan']
const powers = { ribu: 3n, juta: 6n, miliar: 9n, triliun: 12n, kuadriliun: 15n }

/** Reads number words from left to right by Indonesian grammar, independently of the tables in the tested code. */
function read(text: string): bigint {
  const words = text.replaceAll(/\bse(puluh|belas|ratus|ribu)\b/g, 'satu $1').split(' ')
  let total = 0n
  let group = 0n
  let digit = 0n
  for (const word of words) {
    if (word === 'belas') [group, digit] = [group + digit + 10n, 0n]
    else if (word === 'puluh') [group, digit] = [group + digit * 10n, 0n]
    else if (word === 'ratus') {
      // Hundreds come once and first: two hundred is "dua ratus", never "seratus seratus".
      expect(group).toBe(0n)
      group = digit * 100n
      digit = 0n
    } else if (word in powers) {
      total += (group + digit) * 10n ** powers[word as keyof typeof powers]
      group = 0n
      digit = 0n
    } else {
      expect(units).toContain(word)
      digit = BigInt(units.indexOf(word))
    }
  }
  return total + group + digit
}

test('FMT-01 amounts are written in Indonesian words', () => {
  const spoken: [number, string][] = [
    [0, 'nol'],
    [10, 'sepuluh'],
    [11, 'sebelas'],
    [12, 'dua belas'],
    [20, 'dua puluh'],
    [100, 'seratus'],
    [111, 'seratus sebelas'],
    [200, 'dua ratus'],
    [1_000, 'seribu'],
    [1_100, 'seribu seratus'],
    [2_000, 'dua ribu'],
    [11_000, 'sebelas ribu'],
    [101_000, 'seratus satu ribu'],
    [1_000_000, 'satu juta'],
    [1_001_000, 'satu juta seribu'],
    [25_500_000, 'dua puluh lima juta lima ratus ribu'],
    [1_000_000_000, 'satu miliar'],
    [
      9_007_199_254_740_991, // the largest safe integer
      'sembilan kuadriliun tujuh triliun seratus sembilan puluh sembilan miliar dua ratus lima puluh empat juta ' +
        'tujuh ratus empat puluh ribu sembilan ratus sembilan puluh satu',
    ],
  ]
  for (const [value, words] of spoken) expect(terbilang(value)).toBe(words)
})

test('FMT-01 an amount written in words is read back exactly by an independent parser', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(read(terbilang(value))).toBe(BigInt(value))
    }),
    { numRuns: 1000 },
  )
  for (let value = 0; value < 2200; value++) expect(read(terbilang(value))).toBe(BigInt(value))
})

test('FMT-01 writing a negative, fractional or unsafe amount in words is refused', () => {
  for (const value of [-1, 1.5, Number.NaN, 2 ** 53]) expect(() => terbilang(value)).toThrow(RangeError)
})
