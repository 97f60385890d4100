import { expect, test } from 'vitest'
import { one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file } = operatorAtWork()
const sum = (reports: { json: Record<string, number> }[], part: string) =>
  reports.reduce((all, { json }) => all + (json[part] ?? 0), 0)

test('VAL-11 of three imports of one file at once each line is recorded by one, and was recorded already for the others', async () => {
  const { context } = fixture()
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  const numbers: string[] = []
  for (let loan = 0; loan < 6; loan += 1)
    numbers.push((await aDisbursedLoan(context, [300_000], { ...flat, disbursedOn: today })).loanNumber)
  const lines = numbers.map((number, place) => `${number},${today},1000,ONCE-${place}\n`).join('')
  const payments = await file(`loan_number,paid_on,amount,reference\n${lines}`)
  const importAll = (command: string, path: string) =>
    Promise.all(Array.from({ length: 3 }, () => operator(['--json', command, 'import', path])))
  const paid = await importAll('repayments', payments)
  expect(['taken', 'known', 'refused', 'amount'].map((part) => sum(paid, part))).toEqual([6, 12, 0, 6_000])
  const again = ['repayments', 'record', numbers[0] ?? '', '--paid-on', today, '--amount', '1000']
  expect((await operator([...again, '--reference', 'ONCE-0'])).out).toContain('sudah dicatat sebelumnya')

  const funded: string[] = []
  for (let loan = 0; loan < 6; loan += 1)
    funded.push((await aFundedLoan(context, [300_000], flat)).loanNumber)
  const disbursements = await file(`loan_number\n${funded.join('\n')}\n`)
  const made = await importAll('disbursements', disbursements)
  expect(['taken', 'known', 'refused', 'amount'].map((part) => sum(made, part))).toEqual([
    6, 12, 0, 1_800_000,
  ])
})

test('VAL-11 an import of a loan on which another one works for long says so, and that it can be run again', async () => {
  const { context } = fixture()
  const { loanNumber } = await aDisbursedLoan(context, [300_000], { ...flat, disbursedOn: '2026-01-31' })
  const path = await file(`loan_number,paid_on,amount,reference\n${loanNumber},2026-02-28,1000,BUSY-1\n`)
  const lock = 'select from loan where loan_number = $1 for update'
  await inTransaction(context.db, { repeatable: false }, async (tx) => {
    await run(tx, 'test.lock', lock, [loanNumber])
    expect(await operator(['repayments', 'import', path])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /^Perintah atau impor lain sedang mengerjakan data yang sama\..* jalankan lagi/,
      ),
    })
  })
  expect((await operator(['repayments', 'import', path])).exit).toBe(0)
}, 120_000)
