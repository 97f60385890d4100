import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../testing/global-setup.ts'
import { aLoan } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { formatTkb, getTkb } from './tkb.ts'

const rupiah = fc.integer({ min: 0, max: 9_007_199_254_740_991 })
const parts = fc.tuple(rupiah, rupiah).map(([a, b]) => ({ total: Math.max(a, b), late: Math.min(a, b) }))
const hundredths = (text: string) => Number(text.replace(/[,%]/g, ''))

describe('TKB-01 a figure', () => {
  test('has two decimals after a comma and lies between 0 and 100', () => {
    fc.assert(
      fc.property(parts, ({ total, late }) => {
        const text = formatTkb(total, late)
        expect(text).toMatch(/^(\d{1,2}|100),\d{2}%$/)
        expect(hundredths(text)).toBeLessThanOrEqual(10_000)
      }),
    )
  })

  test('never rises when more is late', () => {
    fc.assert(
      fc.property(parts, rupiah, ({ total, late }, more) => {
        const later = Math.min(total, late + (more % (total - late + 1)))
        expect(hundredths(formatTkb(total, later))).toBeLessThanOrEqual(hundredths(formatTkb(total, late)))
      }),
    )
  })

  test('is exact, rounded towards the worse figure', () => {
    fc.assert(
      fc.property(parts, ({ total, late }) => {
        if (total === 0) return
        const shown = BigInt(hundredths(formatTkb(total, late)))
        const exact = BigInt(total - late) * 10_000n
        expect(shown * BigInt(total) <= exact && exact < (shown + 1n) * BigInt(total)).toBe(true)
      }),
    )
  })

  test.each([
    [0, 0, '100,00%'],
    [10_000, 0, '100,00%'],
    [10_000, 32, '99,68%'],
    [10_000, 10_000, '0,00%'],
    [3, 1, '66,66%'],
    [9_007_199_254_740_991, 1, '99,99%'],
  ])('of %i with %i late is %s', (total, late, expected) => {
    expect(formatTkb(total, late)).toBe(expected)
  })
})

describe('TKB-01 from installments', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  /** Servicing writes installments; here they are written straight into the table to stand on exact days. */
  const plant = async (daysLate: number, principal: number, paid = 0) => {
    const { loanId } = await aLoan(world.context)
    await withClient(world.databaseUrl, async (client) => {
      await client.query(
        `insert into installment (loan_id, no, due_date, principal, interest, principal_paid)
         values ($1, 1, business_day(now()) - $2::int, $3, 1, $4)`,
        [loanId, daysLate, principal, paid],
      )
    })
  }
  const figures = async () => {
    const { TKB0, TKB30, TKB60, TKB90 } = await getTkb(world.context)
    return [TKB0, TKB30, TKB60, TKB90]
  }

  test('no loan at all: all figures are 100,00%', async () => {
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
  })

  test('exactly 90 days late is not more than 90; a loan counts with all its unpaid principal', async () => {
    await plant(0, 5_000)
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
    await plant(90, 5_000)
    expect(await figures()).toEqual(['50,00%', '50,00%', '50,00%', '100,00%'])
    await plant(91, 20_000, 10_000)
    expect(await figures()).toEqual(['25,00%', '25,00%', '25,00%', '50,00%'])
    await plant(1, 20_000)
    expect(await figures()).toEqual(['12,50%', '62,50%', '62,50%', '75,00%'])
  })
})
