import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareWithBank, type DifferenceKind, type OurTransfer, type TheirLine } from './compare.ts'

const ours = (state: OurTransfer['state'], due = state === 'PAID'): OurTransfer => ({
  reference: 'a',
  state,
  amount: 100_000,
  due,
})
const debit = (more: Partial<TheirLine> = {}): TheirLine => ({
  type: 'DEBIT',
  reference: 'a',
  amount: 100_000,
  onDay: true,
  ...more,
})
const credit = (more: Partial<TheirLine> = {}) => debit({ type: 'CREDIT', ...more })

describe('I9 books and the bank’s list', () => {
  test.each<[string, OurTransfer[], TheirLine[], DifferenceKind[]]>([
    ['paid on both sides', [ours('PAID')], [debit()], []],
    ['returned here, never sent there', [ours('RETURNED')], [], []],
    ['returned here, sent and given back there', [ours('RETURNED')], [debit(), credit()], []],
    ['under way on both sides', [ours('SENT')], [], []],
    ['paid here, nothing there', [ours('PAID')], [], ['MISSING']],
    ['paid here on another day', [ours('PAID', false)], [], []],
    ['paid here, in the list of the day beside', [ours('PAID')], [debit({ onDay: false })], []],
    ['another amount', [ours('PAID')], [debit({ amount: 101_000 })], ['AMOUNT']],
    ['sent twice', [ours('PAID')], [debit(), debit()], ['TWICE']],
    ['given back after it was paid', [ours('PAID')], [debit(), credit()], ['GIVEN_BACK']],
    ['returned here, paid there', [ours('RETURNED')], [debit()], ['PAID_AFTER_RETURN']],
    ['open here, paid there', [ours('SENT')], [debit()], ['PAID_BUT_OPEN']],
    ['never ordered, paid there', [ours('HELD')], [debit()], ['PAID_BUT_OPEN']],
    ['nobody’s', [], [debit()], ['UNKNOWN']],
    ['nobody’s without a name', [], [debit({ reference: null })], ['UNKNOWN']],
    ['nobody’s of the day beside', [], [debit({ onDay: false })], []],
    ['money that came in', [], [credit({ reference: null })], []],
    [
      'sent twice, given back, and returned here',
      [ours('RETURNED')],
      [debit(), debit(), credit()],
      ['TWICE', 'PAID_AFTER_RETURN'],
    ],
  ])('%s', (_, books, list, kinds) => {
    expect(compareWithBank(books, list).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('whatever single thing is changed in a list that agrees, exactly it is named', () => {
    const change = fc.constantFrom('drop', 'add', 'more', 'twice', 'back')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), change, (count, place, what) => {
        const books = Array.from({ length: count }, (_, n) => ({
          ...ours('PAID'),
          reference: `r${n}`,
          amount: 100_000 + n,
        }))
        const list = books.map(({ reference, amount }) => debit({ reference, amount }))
        expect(compareWithBank(books, list)).toEqual([])
        const at = place % count
        const line = list[at] as TheirLine
        const lines = {
          drop: list.toSpliced(at, 1),
          add: [...list, debit({ reference: 'stranger' })],
          more: list.with(at, { ...line, amount: line.amount + 1 }),
          twice: [...list, line],
          back: [...list, { ...line, type: 'CREDIT' as const }],
        }[what]
        const kind = { drop: 'MISSING', add: 'UNKNOWN', more: 'AMOUNT', twice: 'TWICE', back: 'GIVEN_BACK' }[
          what
        ]
        const reference = what === 'add' ? 'stranger' : line.reference
        expect(compareWithBank(books, lines)).toMatchObject([{ kind, reference }])
      }),
    )
  })
})
