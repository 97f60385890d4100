import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgreementSnapshot } from '../../../documents/index.ts'
import { scheduleTable } from '../../../documents/testing.ts'
import { one } from '../../../platform/db/database.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { storeTaxStatus } from '../../../lenders/testing.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../../testing/http.ts'
import { aLender, aLoan, anAgreement, reserveFunding } from '../../../../testing/people.ts'
import { aDraftLoan } from '../../../../testing/loans.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { projectFunding } from './projection.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const snapshotOf = async (lenderId: number, loanId: number): Promise<AgreementSnapshot> =>
  (
    await one<{ snapshot: AgreementSnapshot }>(
      fixture.context.db,
      'test.snapshot',
      'select snapshot from agreement where lender_id = $1 and loan_id = $2',
      [lenderId, loanId],
    )
  ).snapshot

const taxed = fc.oneof(
  fc.constantFrom(
    { status: 'DOMESTIC' as const },
    { status: 'NO_TAX_NUMBER' as const },
    { status: 'FOREIGN' as const },
  ),
  fc.integer({ min: 0, max: 200_000 }).map((ratePpm) => ({ status: 'TREATY' as const, ratePpm })),
)

describe('projection of an amount', () => {
  test('CHO-06 the projected return equals the schedule and the appendix of the agreement, for random loans, amounts and taxes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          interest: fc.integer({ min: 1, max: 999 }).map((rate) => String(rate / 1_000)),
          interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
          tenor: fc.integer({ min: 1, max: 60 }),
          tenorPeriod: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
        }),
        fc.integer({ min: 100_000, max: 9_900_000 }),
        taxed,
        async (terms, amount, tax) => {
          const { lenderId } = await aLender(fixture.context, { cash: 10_000_000 })
          await perform(fixture.context, storeTaxStatus, {
            actor: { kind: 'operator', name: 'test' },
            input: { lenderId, ...tax },
          })
          const loan = await aLoan(fixture.context, terms)
          const projected = await projectFunding(fixture.context, lenderId, { ...loan, amount })
          await anAgreement(fixture.context, { lenderId, ...loan, amount })
          const snapshot = await snapshotOf(lenderId, loan.loanId)
          expect(projected.taxRate).toBe(snapshot.taxRate)
          expect(projected.startsOn).toBe(snapshot.loan.dueDate)
          expect(
            projected.installments.map(({ no, dueDate, principal, interest }) => ({
              no,
              dueDate,
              principal,
              interest,
            })),
          ).toEqual(snapshot.schedule)
          const { rows, total } = scheduleTable(snapshot)
          const printed = (cells: string[]) => cells.slice(2).map((cell) => Number(cell.replaceAll('.', '')))
          expect(
            projected.installments.map((row) => [row.principal, row.interest, row.tax, row.net]),
          ).toEqual(rows.map(printed))
          expect([amount, projected.interest, projected.tax, projected.net]).toEqual(printed(total))
        },
      ),
      { numRuns: fixture.faults ? 3 : 25 },
    )
  })

  test('CHO-06 the projected return is gross interest less tax that is rounded down for each installment', async () => {
    const { loanNumber } = await aLoan(fixture.context, {
      interest: '0.1237',
      interestType: 'FLAT',
      tenor: 3,
      tenorPeriod: 'MONTH',
      offerUntil: '2099-01-31',
    })
    const { status, json } = await lender.get(
      `/marketplace/loan/projection?loanNumber=${loanNumber}&amount=1000000`,
    )
    expect(status).toBe(200)
    expect(json).toEqual({
      amount: 1_000_000,
      taxRate: 0.15,
      startsOn: '2099-01-31',
      // 10,308.33 of interest per month, and 1,546.2 of tax on it.
      installments: [
        { no: 1, dueDate: '2099-02-28', principal: 333_333, interest: 10_308, tax: 1_546, net: 342_095 },
        { no: 2, dueDate: '2099-03-31', principal: 333_333, interest: 10_308, tax: 1_546, net: 342_095 },
        { no: 3, dueDate: '2099-04-30', principal: 333_334, interest: 10_308, tax: 1_546, net: 342_096 },
      ],
      interest: 30_924,
      tax: 4_638,
      net: 1_026_286,
    })
  })

  test.each([
    ['99999', 'FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp100.000'],
    ['0', 'FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp100.000'],
    ['10000001', 'FUNDING_ABOVE_OUTSTANDING', 'Jumlah pendanaan maksimal adalah Rp10.000.000'],
    ['9950000', 'FUNDING_BAD_REMAINDER', 'Sisa pendanaan tidak boleh kurang dari Rp100.000'],
    ['1.5', 'INPUT_INVALID', 'Jumlah harus berupa angka rupiah bulat.'],
    ['-100000', 'INPUT_INVALID', 'Jumlah harus berupa angka rupiah bulat.'],
  ])(
    'CHO-06 a projected return for the amount %s is refused with %s and its message',
    async (amount, code, message) => {
      const { loanNumber } = await aLoan(fixture.context)
      const { status, json } = await lender.get(
        `/marketplace/loan/projection?loanNumber=${loanNumber}&amount=${amount}`,
      )
      expect([status, json.code, json.message]).toEqual([400, code, message])
    },
  )

  test('CHO-06 a projected return is shown for an amount above the cash balance, which can still be topped up', async () => {
    const { loanNumber } = await aLoan(fixture.context)
    const { json } = await lender.get(`/marketplace/loan/projection?loanNumber=${loanNumber}&amount=10000000`)
    expect(json.amount).toBe(10_000_000)
  })

  test('CHO-06 a projected return of a loan that is unknown, not offered or no longer open is refused', async () => {
    const draft = await aDraftLoan(fixture.context)
    const over = await aLoan(fixture.context, { offerFrom: '2025-01-01', offerUntil: '2025-02-01' })
    const refused = async (loanNumber: string) =>
      (await lender.get(`/marketplace/loan/projection?loanNumber=${loanNumber}&amount=500000`)).json.code
    expect(await refused('T-999999999')).toBe('LOAN_NOT_FOUND')
    expect(await refused(draft.loanNumber)).toBe('LOAN_NOT_FOUND')
    expect(await refused(over.loanNumber)).toBe('LOAN_CLOSED')
  })

  test('SCN-19 a projected return of a loan whose rest was just reserved is refused as taken, with status 400', async () => {
    const loan = await aLoan(fixture.context)
    const other = await aLender(fixture.context, { cash: 10_000_000 })
    await reserveFunding(fixture.context, { lenderId: other.lenderId, ...loan, amount: 10_000_000 })
    const { status, json } = await lender.get(
      `/marketplace/loan/projection?loanNumber=${loan.loanNumber}&amount=500000`,
    )
    expect([status, json.code]).toEqual([400, 'LOAN_TAKEN'])
    expect(json.message).toContain('dibuka kembali')
  })
})
