import { addDays } from '@pematang/contract/format/business-date'
import { beforeAll, expect, test } from 'vitest'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { businessToday } from '../../books/index.ts'

const { fixture, operator } = operatorAtWork()
let today: string
let coming: string
beforeAll(async () => {
  today = await businessToday(fixture().context.db)
  coming = addDays(today, 5)
})
const late = async () =>
  (await aDisbursedLoan(fixture().context, amounts, { ...flat, disbursedOn: addDays(today, -50) })).loanNumber
const quote = (loan: string, on: string) => operator(['--json', 'loans', 'quote', loan, '--on', on])
const pay = (command: string, loan: string, amount: number) =>
  operator([
    ...['--json', 'repayments', command, loan, '--paid-on', coming],
    ...['--amount', String(amount), '--reference', `${command}-${loan}`],
  ])

test('OPS-07 a loan is settled on a coming day by exactly the price quoted for it, and not by one rupiah less', async () => {
  const loan = await late()
  const { json: now } = await quote(loan, today)
  const { json: then } = await quote(loan, coming)
  expect(then.price - now.price).toBe(then.penalty - now.penalty)
  expect(then.penalty).toBeGreaterThan(now.penalty)
  fixture().travel('5 days')
  expect((await pay('settle-early', loan, then.price - 1)).json).toMatchObject({ code: 'SETTLEMENT_TOO_LOW' })
  expect((await pay('settle-early', loan, then.price)).json).toMatchObject({ repaid: true, excess: 0 })
  fixture().travel(undefined)
})

test('OPS-07 what is owed on a coming day, paid on that day, leaves nothing owed', async () => {
  const loan = await late()
  const { json: then } = await quote(loan, coming)
  expect(then.owed).toBeLessThan(then.price)
  fixture().travel('5 days')
  expect((await pay('record', loan, then.owed)).json).toMatchObject({ penalty: then.penalty, excess: 0 })
  expect((await quote(loan, coming)).json).toMatchObject({ owed: 0, penalty: 0 })
  fixture().travel(undefined)
})

test('OPS-07 a quote is refused for a day before the disbursement or more than a year ahead, and of an unknown or settled loan', async () => {
  const loan = await late()
  const codeOf = async (number: string, on: string) => (await quote(number, on)).json.code
  expect(await codeOf(loan, addDays(today, -51))).toBe('DATE_BEFORE_DISBURSEMENT')
  expect(await codeOf(loan, addDays(today, 366))).toBeUndefined()
  expect(await codeOf(loan, addDays(today, 367))).toBe('DATE_IN_FUTURE')
  expect(await codeOf('NO-SUCH-LOAN', coming)).toBe('LOAN_NOT_FOUND')
  expect((await operator(['loans', 'quote', loan, '--on', '2026-02-30'])).exit).toBe(2)
})
