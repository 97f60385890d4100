import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocationOrders } from '../../books/index.ts'
import { type Claim, type InstallmentPart, splitPart } from './split-payment.ts'
import { TaxMonths } from './tax-months.ts'
import { applyWaterfall, type OwingInstallment } from './waterfall.ts'

const owing = (no: number, isDue: boolean): OwingInstallment => ({
  no,
  isDue,
  principalLeft: 100,
  interestLeft: 10,
  penaltyOwed: isDue ? 3 : 0,
})
const three = [owing(1, true), owing(2, true), owing(3, false)]

test.each([
  [5, [[1, 0, 5, 0]], 0],
  [10, [[1, 0, 10, 0]], 0],
  [11, [[1, 1, 10, 0]], 0],
  [
    111,
    [
      [1, 100, 10, 0],
      [2, 0, 1, 0],
    ],
    0,
  ],
  [
    220,
    [
      [1, 100, 10, 0],
      [2, 100, 10, 0],
    ],
    0,
  ],
  [
    222,
    [
      [1, 100, 10, 2],
      [2, 100, 10, 0],
    ],
    0,
  ],
  [
    226,
    [
      [1, 100, 10, 3],
      [2, 100, 10, 3],
    ],
    0,
  ],
  [
    227,
    [
      [1, 100, 10, 3],
      [2, 100, 10, 3],
      [3, 0, 1, 0],
    ],
    0,
  ],
  [
    336,
    [
      [1, 100, 10, 3],
      [2, 100, 10, 3],
      [3, 100, 10, 0],
    ],
    0,
  ],
  [
    340,
    [
      [1, 100, 10, 3],
      [2, 100, 10, 3],
      [3, 100, 10, 0],
    ],
    4,
  ],
])(
  'REP-02 a payment of %i goes to due installments, their penalties, future installments, then excess',
  (amount, parts, excess) => {
    const result = applyWaterfall(amount, 'INTEREST_PRINCIPAL_PENALTY', three)
    expect(
      result.parts.map(({ no, principal, interest, penalty }) => [no, principal, interest, penalty]),
    ).toEqual(parts)
    expect(result.excess).toBe(excess)
  },
)

test.each([
  ['PENALTY_INTEREST_PRINCIPAL', 4, { principal: 0, interest: 1, penalty: 3 }],
  ['PENALTY_INTEREST_PRINCIPAL', 14, { principal: 1, interest: 10, penalty: 3 }],
  ['INTEREST_PENALTY_PRINCIPAL', 12, { principal: 0, interest: 10, penalty: 2 }],
  ['INTEREST_PENALTY_PRINCIPAL', 14, { principal: 1, interest: 10, penalty: 3 }],
] as const)(
  'REP-02 with the order %s a payment of %i is allocated in that order within the installment',
  (order, amount, part) => {
    expect(applyWaterfall(amount, order, three).parts).toEqual([{ no: 1, ...part }])
  },
)

test('REP-02 the parts of a payment are listed by installment number when a later installment has fallen due', () => {
  const { parts } = applyWaterfall(120, 'INTEREST_PRINCIPAL_PENALTY', [owing(1, false), owing(2, true)])
  expect(parts).toEqual([
    { no: 1, principal: 0, interest: 7, penalty: 0 },
    { no: 2, principal: 100, interest: 10, penalty: 3 },
  ])
})

const owingInstallments = fc
  .array(fc.record({ principalLeft: fc.nat(40), interestLeft: fc.nat(9), penaltyOwed: fc.nat(4) }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((rows) =>
    fc.nat(rows.length).map((due) =>
      rows.map((row, index) => ({
        ...row,
        no: index + 1,
        isDue: index < due,
        // Only what is due can be late.
        penaltyOwed: index < due ? row.penaltyOwed : 0,
      })),
    ),
  )
const paidIn = ({ principal, interest, penalty }: InstallmentPart) => principal + interest + penalty

test('REP-02 in every order no debt is paid beyond what is owed of it, and only what exceeds all debts is excess', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allocationOrders),
      fc.nat(300),
      owingInstallments,
      (order, amount, installments) => {
        const { parts, excess } = applyWaterfall(amount, order, installments)
        for (const part of parts) {
          const owed = installments.find(({ no }) => no === part.no)
          expect(part.principal).toBeLessThanOrEqual(owed?.principalLeft ?? -1)
          expect(part.interest).toBeLessThanOrEqual(owed?.interestLeft ?? -1)
          expect(part.penalty).toBeLessThanOrEqual(owed?.penaltyOwed ?? -1)
          expect(paidIn(part)).toBeGreaterThan(0)
        }
        const all = installments.reduce(
          (sum, { principalLeft, interestLeft, penaltyOwed }) =>
            sum + principalLeft + interestLeft + penaltyOwed,
          0,
        )
        expect(excess).toBe(Math.max(0, amount - all))
        expect(parts.reduce((sum, part) => sum + paidIn(part), excess)).toBe(amount)
      },
    ),
  )
})

test('REP-02 nothing that is not due is paid while anything that is due is owed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allocationOrders),
      fc.nat(300),
      owingInstallments,
      (order, amount, installments) => {
        const { parts } = applyWaterfall(amount, order, installments)
        const paidOn = (no: number) =>
          parts.filter((part) => part.no === no).reduce((sum, part) => sum + paidIn(part), 0)
        const isEarly = installments.some(({ no, isDue }) => !isDue && paidOn(no) > 0)
        const isComplete = installments
          .filter(({ isDue }) => isDue)
          .every((one) => paidOn(one.no) === one.principalLeft + one.interestLeft + one.penaltyOwed)
        expect(isComplete || !isEarly).toBe(true)
      },
    ),
  )
})

const claim = (fundingId: string, changes: Partial<Claim> = {}): Claim => ({
  lenderId: 1,
  fundingId,
  principal: 60,
  interest: 20,
  principalGot: 0,
  interestGot: 0,
  amount: 600,
  taxRatePpm: 150_000,
  taxArticle: 23,
  ...changes,
})

test('REP-03 a payment is split by what each lender is still owed, its penalty by the amounts lent, and its interest taxed', () => {
  const claims = [
    claim('a', { principalGot: 50, interestGot: 10, amount: 300 }),
    claim('b', { amount: 900, taxRatePpm: 0 }),
  ]
  const months = new TaxMonths([])
  const rows = splitPart({ no: 4, principal: 70, interest: 30, penalty: 8 }, claims).map((share) =>
    months.withhold(share),
  )
  expect(
    rows.map(({ no, fundingId, principal, interest, penalty, tax }) => [
      no,
      fundingId,
      principal,
      interest,
      penalty,
      tax,
    ]),
  ).toEqual([
    [4, 'a', 10, 10, 2, 1],
    [4, 'b', 60, 20, 6, 0],
  ])
})

test('REP-03 the lenders of an installment receive all of a payment, and never more than their shares', () => {
  const owed = fc.record({
    principal: fc.nat(50),
    interest: fc.nat(20),
    amount: fc.integer({ min: 1, max: 900 }),
  })
  const share = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(
      fc.array(owed, { minLength: 1, maxLength: 5 }),
      share,
      fc.nat(30),
      (rows, percent, penalty) => {
        const claims = rows.map((row, index) => claim(String(index), row))
        const sum = (of: 'principal' | 'interest') => rows.reduce((all, row) => all + row[of], 0)
        const principal = Math.floor((sum('principal') * percent) / 100)
        const interest = Math.floor((sum('interest') * percent) / 100)
        const received = splitPart({ no: 1, principal, interest, penalty }, claims)
        const got = (of: 'principal' | 'interest' | 'penalty') =>
          received.reduce((all, row) => all + row[of], 0)
        expect([got('principal'), got('interest'), got('penalty')]).toEqual([principal, interest, penalty])
        received.forEach((one, index) => {
          expect(one.fundingId).toBe(String(index))
          expect(one.principal).toBeLessThanOrEqual(rows[index]?.principal ?? -1)
          expect(one.interest).toBeLessThanOrEqual(rows[index]?.interest ?? -1)
        })
      },
    ),
  )
})
