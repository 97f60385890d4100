import fc from 'fast-check'
import { sum } from '../../platform/sum.ts'
import { describe, expect, test } from 'vitest'
import {
  comparePayment,
  compareWithdrawal,
  type DifferenceKind,
  type OurPayment,
  type OurWithdrawal,
  type TheirLine,
  transferTotalsOf,
  unknownLineOf,
} from './compare.ts'

const ours = (state: OurWithdrawal['state'], more: Partial<OurWithdrawal> = {}): OurWithdrawal => ({
  state,
  amount: 100_000,
  returned: 0,
  due: state === 'PAID',
  ...more,
})
const debit = (amount = 100_000): TheirLine => ({ type: 'DEBIT', amount })
const credit = (amount = 100_000): TheirLine => ({ type: 'CREDIT', amount })
/** A withdrawal that the bank returned and whose amount was credited to the lender. */
const givenBack = (returned = 100_000) => ours('RETURNED', { returned, due: false })

describe('I9 compares a withdrawal with the bank’s statement lines:', () => {
  test.each<[string, OurWithdrawal, TheirLine[], [DifferenceKind, number | null] | null]>([
    ['paid on both sides', ours('PAID'), [debit()], null],
    ['returned in our books, never sent by the bank', ours('RETURNED'), [], null],
    [
      'returned in our books, paid and later returned by the bank',
      ours('RETURNED'),
      [debit(), credit()],
      null,
    ],
    ['in progress on both sides', ours('SENT'), [], null],
    ['paid in our books, not listed', ours('PAID'), [], ['MISSING', null]],
    ['paid on a day whose statement is not available yet', ours('PAID', { due: false }), [], null],
    ['another amount', ours('PAID'), [debit(101_000)], ['AMOUNT', 101_000]],
    ['listed with less than ordered', ours('PAID'), [debit(99_000)], ['AMOUNT', 99_000]],
    ['sent twice', ours('PAID'), [debit(), debit()], ['TWICE', 200_000]],
    [
      'sent three times, once recovered',
      ours('PAID'),
      [debit(), debit(), debit(), credit()],
      ['TWICE', 200_000],
    ],
    ['sent twice, once recovered', ours('PAID'), [debit(), debit(), credit()], null],
    [
      'sent twice, returned twice by the bank',
      ours('PAID'),
      [debit(), debit(), credit(), credit()],
      ['GIVEN_BACK', 100_000],
    ],
    ['returned by the bank', ours('PAID'), [debit(), credit()], ['GIVEN_BACK', 100_000]],
    ['returned by the bank in part', ours('PAID'), [debit(), credit(40_000)], ['GIVEN_BACK', 40_000]],
    [
      'returned by the bank, with its debit listed before lines were stored',
      ours('PAID'),
      [credit()],
      ['GIVEN_BACK', 100_000],
    ],
    ['returned by the bank and credited to the lender', givenBack(), [debit(), credit()], null],
    [
      'returned by the bank in part, and that part credited',
      givenBack(40_000),
      [debit(), credit(40_000)],
      null,
    ],
    [
      'the rest returned by the bank too, not credited yet',
      givenBack(40_000),
      [debit(), credit(40_000), credit(60_000)],
      ['GIVEN_BACK', 60_000],
    ],
    [
      'returned by the bank and credited, then sent again',
      givenBack(),
      [debit(), credit(), debit()],
      ['TWICE', 100_000],
    ],
    [
      'credited as returned by the bank, but the credit line is gone',
      givenBack(),
      [debit()],
      ['NOT_GIVEN_BACK', 0],
    ],
    [
      'more returned by the bank than was sent',
      givenBack(),
      [debit(), credit(), credit()],
      ['GIVEN_BACK_TOO_MUCH', 200_000],
    ],
    [
      'returned by the bank without having been sent',
      ours('RETURNED'),
      [credit()],
      ['GIVEN_BACK_TOO_MUCH', 100_000],
    ],
    [
      'one rupiah credited as returned, which the bank does not list',
      givenBack(1),
      [debit()],
      ['NOT_GIVEN_BACK', 0],
    ],
    ['one rupiah returned by the bank and credited to the lender', givenBack(1), [debit(), credit(1)], null],
    [
      'one rupiah returned by the bank, with its debit listed before lines were stored',
      ours('PAID'),
      [credit(1)],
      ['GIVEN_BACK', 1],
    ],
    ['returned in our books, paid by the bank', ours('RETURNED'), [debit()], ['PAID_AFTER_RETURN', 100_000]],
    ['in progress in our books, paid by the bank', ours('SENT'), [debit()], ['PAID_BUT_OPEN', 100_000]],
    ['not ordered in our books, paid by the bank', ours('HELD'), [debit()], ['PAID_BUT_OPEN', 100_000]],
  ])(
    'reconciliation reports the right difference, or none, for a withdrawal %s',
    (_, books, lines, difference) => {
      const found = compareWithdrawal(books, lines)
      expect(found && [found.kind, found.theirs]).toEqual(difference)
      if (found) expect(found.ours).toBe(books.amount)
    },
  )

  test('the total sent of a withdrawal without bank lines is zero, whether our books have it as paid or in progress', () => {
    expect(transferTotalsOf(ours('PAID'), [])).toEqual({ sent: 0, back: 0, net: 0, expected: 100_000 })
    expect(transferTotalsOf(ours('SENT'), [])).toEqual({ sent: 0, back: 0, net: 0, expected: 0 })
  })

  test('reconciliation finds the same differences between withdrawals and bank lines in any order of the lines', () => {
    const lines = fc.array(
      fc.record({
        type: fc.constantFrom<TheirLine['type']>('DEBIT', 'CREDIT'),
        amount: fc.constantFrom(40_000, 60_000, 100_000),
      }),
      { maxLength: 5 },
    )
    const state = fc.constantFrom<OurWithdrawal['state']>('PAID', 'RETURNED', 'SENT', 'HELD')
    fc.assert(
      fc.property(state, lines, (one, list) => {
        expect(compareWithdrawal(ours(one), list.toReversed())).toEqual(compareWithdrawal(ours(one), list))
      }),
    )
  })

  test('reconciliation finds no difference if and only if the net amount of the bank lines equals that of the books', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 4 })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 100_000 }), (debits, credits, returned) => {
        fc.pre(debits.length > 0)
        const lines = [...debits.map(debit), ...credits.map(credit)]
        const books = returned > 0 ? givenBack(returned) : ours('PAID')
        const agrees = sum(debits) - sum(credits) === 100_000 - returned
        expect(compareWithdrawal(books, lines) === null).toBe(agrees)
      }),
    )
  })
})

describe('I12 compares a payment with the bank’s statement lines:', () => {
  const payment = (amount: number | null, due = true, sentBack = 0): OurPayment => ({
    ...{ amount, sentBack, due },
    sentBackDue: false,
  })
  test.each<[string, OurPayment, TheirLine[], DifferenceKind | null]>([
    ['notified and listed', payment(70_000), [credit(70_000)], null],
    ['listed, never notified', payment(null), [credit(70_000)], 'NO_NOTICE'],
    [
      'listed, never notified, and reversed by the bank',
      payment(null),
      [credit(70_000), debit(70_000)],
      null,
    ],
    ['of one rupiah listed, never notified', payment(null), [credit(1)], 'NO_NOTICE'],
    ['notified, not listed after a day', payment(70_000), [], 'NO_LINE'],
    ['of one rupiah notified, not listed after a day', payment(1), [], 'NO_LINE'],
    ['notified, and the day’s statement is not available yet', payment(70_000, false), [], null],
    ['another amount', payment(70_000), [credit(71_000)], 'PAYMENT_AMOUNT'],
    ['listed twice', payment(70_000), [credit(70_000), credit(70_000)], 'PAYMENT_AMOUNT'],
    [
      'returned by us and listed as returned',
      payment(70_000, true, 70_000),
      [credit(70_000), debit(70_000)],
      null,
    ],
    ['returned by us and not listed as returned yet', payment(70_000, true, 70_000), [credit(70_000)], null],
    ['recorded and reversed as a mistake', payment(0), [], null],
    ['recorded, reversed as a mistake, but listed', payment(0), [credit(70_000)], 'PAYMENT_AMOUNT'],
    [
      'notified, and reversed by the bank',
      payment(70_000),
      [credit(70_000), debit(70_000)],
      'PAYMENT_AMOUNT',
    ],
  ])('reconciliation reports the right difference, or none, for a payment %s', (_, books, lines, kind) => {
    expect(comparePayment(books, lines)?.kind ?? null).toBe(kind)
  })

  test('the difference of a payment gives the amount in our books less what was sent back, and the net amount that the bank lists', () => {
    expect(comparePayment(payment(70_000, true, 20_000), [credit(60_000)])).toEqual({
      kind: 'PAYMENT_AMOUNT',
      ours: 50_000,
      theirs: 60_000,
    })
    expect(comparePayment(payment(null), [credit(70_000), debit(20_000)])).toEqual({
      kind: 'NO_NOTICE',
      ours: null,
      theirs: 50_000,
    })
    expect(comparePayment(payment(70_000), [])).toEqual({ kind: 'NO_LINE', ours: 70_000, theirs: null })
  })
})

test('a bank line that matches no payment or withdrawal is a difference without an amount of our books', () => {
  expect(unknownLineOf(debit(30_000))).toEqual({ kind: 'UNKNOWN_DEBIT', ours: null, theirs: 30_000 })
  expect(unknownLineOf(credit(30_000))).toEqual({ kind: 'UNKNOWN_CREDIT', ours: null, theirs: 30_000 })
})

test('VAL-07 a payment that was recorded as sent back and is listed only as received is a difference once that is due', () => {
  const back = (sentBackDue: boolean): OurPayment => ({
    amount: 70_000,
    sentBack: 70_000,
    due: true,
    sentBackDue,
  })
  const lines = [{ type: 'CREDIT' as const, amount: 70_000 }]
  expect(comparePayment(back(false), lines)).toBeNull()
  expect(comparePayment(back(true), lines)).toEqual({ kind: 'NOT_SENT_BACK', ours: 0, theirs: 70_000 })
  expect(comparePayment(back(true), [...lines, { type: 'DEBIT', amount: 70_000 }])).toBeNull()
})
