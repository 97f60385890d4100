import { expect, test } from 'vitest'
import { amountSentence, chosenAmount, isAll, nothingChosen, pressAll } from './amount-choice.ts'

const cash = 5_000_000

test('WDR-01 "Tarik Semua" (withdraw all) fills in the whole balance, and restores the amount when turned off', () => {
  const typed = { all: false, typed: 250_000 }
  const all = pressAll(typed, true, cash)
  expect(chosenAmount(all, cash)).toBe(cash)
  expect(isAll(all, cash)).toBe(true)
  expect(pressAll(all, false, cash)).toEqual(typed)
})

test('WDR-01 typing exactly the balance turns "Tarik Semua" (withdraw all) on, any other amount turns it off', () => {
  expect(isAll({ all: false, typed: cash }, cash)).toBe(true)
  expect(isAll({ all: false, typed: cash - 1 }, cash)).toBe(false)
  expect(isAll(nothingChosen, cash)).toBe(false)
  expect(isAll(nothingChosen, 0)).toBe(false)
})

test('WDR-01 turning "Tarik Semua" (withdraw all) off after typing the whole balance empties the field', () => {
  expect(pressAll({ all: false, typed: cash }, false, cash)).toEqual(nothingChosen)
})

test('WDR-01 while "Tarik Semua" (withdraw all) is on, the amount follows the balance', () => {
  const all = pressAll(nothingChosen, true, cash)
  expect(chosenAmount(all, cash + 1)).toBe(cash + 1)
})

test.each([
  [5_000_001, 'Jumlah penarikan melebihi saldo yang tersedia'],
  [99_999, 'Minimum jumlah penarikan dana adalah Rp100.000'],
  [0, 'Minimum jumlah penarikan dana adalah Rp100.000'],
  [5_000_000, null],
  [100_000, null],
  [null, null],
])('WDR-02 the message for a withdrawal of %s of 5.000.000 is: %s', (amount, sentence) => {
  expect(amountSentence(amount, cash)).toBe(sentence)
})

test('WDR-02 "Tarik Semua" (withdraw all) shows the minimum when the balance is below it', () => {
  for (const balance of [0, 99_999]) {
    const amount = chosenAmount(pressAll(nothingChosen, true, balance), balance)
    expect(amountSentence(amount, balance)).toBe('Minimum jumlah penarikan dana adalah Rp100.000')
  }
})

test('FIX-16 a withdrawal that leaves no room for the fee is refused with the maximum, unless it is the whole balance', () => {
  const balance = 200_000
  expect(amountSentence(199_999, balance)).toBeNull()
  expect(amountSentence(199_999, balance, 2_500)).toBe(
    'Saldo tidak cukup untuk jumlah ini dan biaya transfernya. Tarik paling banyak Rp197.500, atau pilih Tarik Semua.',
  )
  expect(amountSentence(197_500, balance, 2_500)).toBeNull()
  expect(amountSentence(balance, balance, 2_500)).toBeNull()
})
