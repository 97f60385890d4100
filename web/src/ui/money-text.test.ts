import fc from 'fast-check'
import { groupThousands } from '@pematang/contract/format/rupiah'
import { expect, test } from 'vitest'
import { empty, moneyText, readTyped } from './money-text.ts'

/** Types a text key by key, each at the end of what is shown. */
const typed = (text: string, from = empty) =>
  Array.from(text).reduce((shown, key) => readTyped(shown, shown.text + key), from)

test.each([
  ['150000', '150.000', 150_000],
  ['150.000', '150.000', 150_000],
  ['1.500.000', '1.500.000', 1_500_000],
  ['1.500.000,00', '1.500.000,', 1_500_000],
  ['150000,5', '150.000,', 150_000],
  ['12,5', '12,', 12],
  ['150000.50', '150.000.50', null],
  ['150000.5', '150.000.5', null],
  ['1.5', '1.5', null],
  ['150000.', '150.000.', 150_000],
  ['150000.000', '150.000.000', 150_000_000],
  ['0100000', '100.000', 100_000],
  ['Rp 150 000', '150.000', 150_000],
  ['１５００００', '150.000', 150_000],
  ['abc', '', null],
  ['.', '', null],
  [',', '', null],
  ['9007199254740992', '900.719.925.474.099', 900_719_925_474_099],
])('SCN-02 the typed amount %j is shown as %j and means %j', (keys, text, value) => {
  expect(typed(keys)).toEqual({ text, value })
})

test('SCN-02 deleting in the middle of an amount groups the rest anew, deleting an open group ends it', () => {
  expect(readTyped(moneyText(1_500_000), '1.50.000')).toEqual({ text: '150.000', value: 150_000 })
  expect(readTyped(moneyText(1_500_000), '1.500.00')).toEqual({ text: '150.000', value: 150_000 })
  const open = typed('150000.5')
  expect(readTyped(open, '150.000.')).toEqual({ text: '150.000.', value: 150_000 })
  expect(readTyped(readTyped(open, '150.000.'), '150.000')).toEqual({ text: '150.000', value: 150_000 })
  expect(readTyped(typed('12,5'), '12')).toEqual({ text: '12', value: 12 })
})

test('SCN-02 a composed text is read once, when the composition has ended', () => {
  expect(readTyped(empty, '1.500.000')).toEqual(moneyText(1_500_000))
  expect(readTyped(moneyText(1_500_000), '1.500.000')).toEqual(moneyText(1_500_000))
})

test('SCN-02 any amount typed with or without dots means itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amount) => {
      expect(typed(String(amount))).toEqual(moneyText(amount))
      expect(typed(groupThousands(String(amount)))).toEqual(moneyText(amount))
      expect(typed(`${groupThousands(String(amount))},00`).value).toBe(amount)
    }),
  )
})
