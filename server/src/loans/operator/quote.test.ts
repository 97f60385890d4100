import { addDays, addMonths } from '@pematang/contract/format/business-date'
import { beforeAll, expect, test } from 'vitest'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
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

test('OPS-07 a quote says why a day has none: before the disbursement or the last payment, or more than a year ahead; and of which loan there is none', async () => {
  const loan = await late()
  const codeOf = async (number: string, on: string) => (await quote(number, on)).json.code
  expect(await codeOf(loan, addDays(today, -51))).toBe('DATE_BEFORE_DISBURSEMENT')
  expect(await codeOf(loan, addMonths(today, 12))).toBeUndefined()
  expect((await quote(loan, addDays(addMonths(today, 12), 1))).json).toEqual({
    ...{ code: 'DATE_AFTER_A_YEAR' },
    error: 'DATE_AFTER_A_YEAR: Tanggal paling lama setahun setelah hari ini.',
  })
  // After the last installment the whole loan is owed, with its penalties.
  const { json: end } = await quote(loan, addMonths(today, 11))
  expect(end.owed).toBe(end.price)
  expect((await operator(['--json', 'loans', 'quote', loan])).json).toEqual((await quote(loan, today)).json)
  await operator(['repayments', 'record', loan, '--paid-on', today, '--amount', '1000', '--reference', loan])
  expect(await codeOf(loan, addDays(today, -1))).toBe('DATE_BEFORE_LAST_EVENT')

  expect(await codeOf('NO-SUCH-LOAN', coming)).toBe('LOAN_NOT_FOUND')
  expect(await codeOf((await aFundedLoan(fixture().context, amounts)).loanNumber, coming)).toBe(
    'LOAN_NOT_DISBURSED',
  )
  const { json: now } = await quote(loan, today)
  const settle = ['repayments', 'settle-early', loan, '--paid-on', today, '--amount', String(now.price)]
  await operator([...settle, '--reference', `${loan}/END`])
  for (const on of [today, coming, addDays(today, 999)]) expect(await codeOf(loan, on)).toBe('LOAN_ENDED')
  const { exit, err } = await operator(['loans', 'quote', loan, '--on', '2027-02-29'])
  expect([exit, err]).toEqual([2, expect.stringContaining('harus tanggal YYYY-MM-DD yang ada')])
})
