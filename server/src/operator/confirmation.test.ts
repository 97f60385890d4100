import { expect, test } from 'vitest'
import { one } from '../platform/db/database.ts'
import { flat } from '../../testing/loan-operations.ts'
import { aDisbursedLoan, aFundedLoan } from '../../testing/servicing.ts'
import { operatorAtWork } from '../../testing/operator-at-work.ts'

const { fixture, operator, file, counts } = operatorAtWork({
  settings: { VALUE_DATE_DAYS: '7', PAYMENT_MULTIPLE: '1.1' },
})
const day = async (before: number) =>
  (
    await one<{ day: string }>(
      fixture().context.db,
      'test.day',
      'select business_day(app_now()) - $1::int as day',
      [before],
    )
  ).day

test('FIX-14 recording an implausibly large repayment needs confirmation, also in a file', async () => {
  const { loanNumber } = await aDisbursedLoan(fixture().context, [1_000_001], {
    ...{ ...flat, disbursedOn: await day(5) },
  })
  const today = await day(0)
  const record = (...more: string[]) =>
    operator([
      ...['--json', 'repayments', 'record', loanNumber, '--paid-on', today],
      ...['--amount', '999999999999', '--reference', 'WRONG', ...more],
    ])
  const before = await counts()
  const asked = await record()
  expect(asked.exit).toBe(2)
  expect(asked.json.error).toContain('999999999999 melebihi 1.1 kali')
  const lines = `loan_number,paid_on,amount,reference\n${loanNumber},${today},999999999999,WRONG\n`
  const imported = ['--json', 'repayments', 'import', await file(lines)]
  expect((await operator(imported)).json).toMatchObject({
    taken: 0,
    refusals: [{ line: 2, reason: expect.stringContaining('sebutkan --yes') }],
  })
  // The file itself is in the audit trail, with what it refused.
  expect(await counts()).toEqual({ ...before, audited: before.audited + 1 })
  expect(await record('--yes')).toMatchObject({ exit: 0, json: { repaid: true } })
  expect((await operator([...imported, '--yes'])).json).toMatchObject({ known: 1 })
  const reverse = ['--json', 'repayments', 'reverse', 'WRONG', '--reason', 'amount misread']
  expect((await operator([...reverse, '--dry-run'])).json).toMatchObject({
    amount: 999_999_999_999,
    dryRun: true,
  })
  expect(await operator(reverse)).toMatchObject({ exit: 0, json: { amount: 999_999_999_999, owed: 0 } })
  expect((await operator(reverse)).json.code).toBe('REVERSED_BEFORE')
})

test('FIX-11 a value date far from today needs confirmation, on the command line and in files', async () => {
  const { loanNumber } = await aFundedLoan(fixture().context, [500_000], flat)
  const other = await aFundedLoan(fixture().context, [500_000], flat)
  const [early, soon, today] = [await day(30), await day(7), await day(0)]
  const make = (...more: string[]) =>
    operator(['--json', 'disbursements', 'make', loanNumber, '--on', early, ...more])
  expect((await make()).json.error).toContain(`${early} sudah 30 hari yang lalu`)
  expect(await make('--yes')).toMatchObject({ exit: 0 })
  const paidOut = [
    '--json',
    'disbursements',
    'import',
    await file(`loan_number,disbursed_on\n${other.loanNumber},${early}\n`),
  ]
  expect((await operator(paidOut)).json).toMatchObject({ taken: 0, refused: 1 })
  expect((await operator([...paidOut, '--yes'])).json).toMatchObject({ taken: 1, refused: 0 })
  const record = (on: string, reference: string, ...more: string[]) =>
    operator([
      ...['--json', 'repayments', 'record', loanNumber, '--paid-on', on],
      ...['--amount', '1000', '--reference', reference, ...more],
    ])
  expect((await record(early, 'OLD')).json.error).toContain('30 hari yang lalu')
  expect(await record(soon, 'SOON')).toMatchObject({ exit: 0 })
  expect(await record(early, 'OLD', '--yes')).toMatchObject({ exit: 0 })
  expect(await record(today, 'NOW')).toMatchObject({ exit: 0 })
})
