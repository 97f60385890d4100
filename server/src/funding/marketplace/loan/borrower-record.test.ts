import type { BorrowerRecord } from '@pematang/contract/funding/marketplace/loan'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Database, one } from '../../../platform/db/database.ts'
import { perform } from '../../../platform/commands/perform.ts'
import {
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
} from '../../../loans/testing.ts'
import { restructureLoan, writeOffLoan } from '../../../loans/index.ts'
import { flat, operator, servicingOf } from '../../../../testing/loan-operations.ts'
import { insertOpenLoans } from '../../../../testing/open-loans.ts'
import { aDisbursedLoan } from '../../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { recordOf, recordStatement } from './borrower-record.ts'

let fixture: Fixture
let owner: Database
const { repay, settle } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it looks at plans' })
  owner = new Database({ url: fixture.databaseUrl, size: 2 })
})
afterEach(() => fixture.travel(undefined))
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

const none: BorrowerRecord = {
  loans: 0,
  running: 0,
  repaid: 0,
  writtenOff: 0,
  lateNow: 0,
  restructured: 0,
  paidLate: 0,
  onTime: 0,
}

let borrowers = 0
const aBorrower = () => {
  borrowers += 1
  return { borrowerNumber: `P-${borrowers}`, borrowerName: `Usaha Catatan ${borrowers}` }
}
const record = async ({ borrowerNumber }: { borrowerNumber: string }): Promise<BorrowerRecord> => {
  const { id } = await one<{ id: number }>(
    fixture.context.db,
    'test.borrower',
    'select id from borrower where number = $1',
    [borrowerNumber],
  )
  return recordOf(fixture.context.db, id)
}
/** A loan of 1,200,000 over 12 months from 2026-01-31: 112,000 due on 28 February and each month after. */
const aLent = (borrower: object) =>
  aDisbursedLoan(fixture.context, [900_000, 300_000], { ...flat, ...borrower, disbursedOn: '2026-01-31' })
const monthly = 112_000
const days = ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31']
const later = ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31']
const reason = 'wrong loan'
const restructure = (loanNumber: string) =>
  perform(fixture.context, restructureLoan, {
    actor: operator,
    input: {
      ...{ loanNumber, agreedOn: '2026-05-10', interest: '0.06', interestType: 'FLAT', tenor: 60 },
      ...{ tenorPeriod: 'MONTH', keepInterest: true },
      agreement: { reference: `ADD-${loanNumber}`, sha256: 'ab'.repeat(32) },
    },
  })
const writeOff = (loanNumber: string) =>
  perform(fixture.context, writeOffLoan, {
    actor: operator,
    input: { loanNumber, writtenOffOn: '2026-08-01', reason: 'insolvent' },
  })

describe('record of a borrower', () => {
  test('CHO-07 the record of a borrower counts loans repaid on time, paid late, running and overdue', async () => {
    const borrower = aBorrower()
    const onTime = await aLent(borrower)
    const late = await aLent(borrower)
    await aLent(borrower)
    expect(await record(borrower)).toEqual({ ...none, loans: 3, running: 3, lateNow: 3 })
    for (const paidOn of days) await repay({ ...onTime, amount: monthly, paidOn })
    await settle({ ...onTime, amount: 612_000, paidOn: '2026-08-15' })
    await repay({ ...late, amount: monthly, penalty: 0, paidOn: '2026-03-01' })
    await repay({ ...late, amount: 11 * monthly, penalty: 0, paidOn: '2026-03-01' })
    expect(await record(borrower)).toEqual({
      ...none,
      ...{ loans: 3, running: 1, repaid: 2, onTime: 1, paidLate: 1, lateNow: 1 },
    })
    expect(await fixture.books()).toEqual([])
  })

  test('CHO-07 a borrower’s payment on the due date is on time, and an unpaid remainder is late a day later', async () => {
    const borrower = aBorrower()
    const loan = await aLent(borrower)
    const { left } = await one<{ left: number }>(
      fixture.context.db,
      'test.left',
      `select date '2026-11-30' - business_day(now()) as left`,
    )
    // Whatever day it is: the last payment but one was due, the next is not.
    fixture.travel(`${left - 1} days`)
    for (const paidOn of [...days, ...later].filter((day) => day < '2026-11-01'))
      await repay({ ...loan, amount: monthly, paidOn })
    expect(await record(borrower)).toEqual({ ...none, loans: 1, running: 1, onTime: 1 })
    fixture.travel(`${left} days`)
    expect(await record(borrower)).toMatchObject({ onTime: 1, lateNow: 0 })
    fixture.travel(`${left + 1} days`)
    expect(await record(borrower)).toMatchObject({ onTime: 0, lateNow: 1 })
  })

  test('CHO-07 a borrower’s late payment that was reversed and recorded with its right day counts as on time', async () => {
    const again = aBorrower()
    const other = await aLent(again)
    await repay({ ...other, amount: 12 * monthly, penalty: 0, paidOn: '2026-03-05', reference: 'CHO-07-DAY' })
    expect(await record(again)).toMatchObject({ paidLate: 1, onTime: 0, repaid: 1 })
    await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference: 'CHO-07-DAY', reason: 'wrong day' },
    })
    expect(await record(again)).toMatchObject({ lateNow: 1, repaid: 0 })
    await repay({ ...other, amount: 12 * monthly, paidOn: '2026-02-28', reference: 'CHO-07-DAY' })
    expect(await record(again)).toMatchObject({ paidLate: 0, onTime: 1, repaid: 1 })
    expect(await fixture.books()).toEqual([])
  })

  test('CHO-07 the record of a borrower counts restructurings and write-offs, and no longer when they are reversed', async () => {
    const borrower = aBorrower()
    const changed = await aLent(borrower)
    const lost = await aLent(borrower)
    await restructure(changed.loanNumber)
    await writeOff(lost.loanNumber)
    expect(await record(borrower)).toEqual({
      ...none,
      ...{ loans: 2, running: 1, writtenOff: 1, lateNow: 1 },
    })
    await repay({ ...changed, amount: 300_000, penalty: 0, paidOn: '2026-06-10' })
    expect(await record(borrower)).toMatchObject({ restructured: 1, lateNow: 0, paidLate: 0, writtenOff: 1 })
    await perform(fixture.context, reverseWriteOff, {
      actor: operator,
      input: { loanNumber: lost.loanNumber, reason },
    })
    expect(await record(borrower)).toMatchObject({ loans: 2, running: 2, lateNow: 1, writtenOff: 0 })
    const undone = aBorrower()
    const { loanNumber } = await aLent(undone)
    await restructure(loanNumber)
    await perform(fixture.context, reverseRestructuring, { actor: operator, input: { loanNumber, reason } })
    expect(await record(undone)).toEqual({ ...none, loans: 1, running: 1, lateNow: 1 })
    expect(await fixture.books()).toEqual([])
  })

  test('CHO-07 the record of a borrower omits a loan whose disbursement was reversed, and one that is only offered', async () => {
    const borrower = aBorrower()
    const { loanNumber } = await aLent(borrower)
    await perform(fixture.context, reverseDisbursement, { actor: operator, input: { loanNumber, reason } })
    expect(await record(borrower)).toEqual(none)
    expect(await fixture.books()).toEqual([])
  })

  test('CHO-07 the record of a borrower with thousands of loans takes milliseconds and reads only this borrower’s rows', async () => {
    await insertOpenLoans(owner, { loans: 12_000, days: 5, types: 2, tenors: 2 })
    await owner.query({
      text: `insert into repayment_record (loan_id, borrower_id, standing, restructured, paid_late, oldest_due)
             select id, n % 3 + 1, 'RUNNING', false, n % 7 = 0, business_day(app_now()) + n % 30
               from (select id, row_number() over (order by id)::int as n from loan where source_hash = 'x') loan`,
    })
    await owner.query({ text: 'vacuum (analyze) repayment_record' })
    const { rows } = await fixture.context.db.query<{
      'QUERY PLAN': [{ 'Execution Time': number; Plan: { 'Shared Hit Blocks': number } }]
    }>({
      text: `explain (analyze, buffers, timing off, format json) ${recordStatement}`,
      values: [2],
    })
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    expect((await recordOf(fixture.context.db, 2)).loans).toBe(4_000)
    expect(plan?.Plan['Shared Hit Blocks']).toBeLessThan(300)
    expect(plan?.['Execution Time']).toBeLessThan(50)
  })
})
