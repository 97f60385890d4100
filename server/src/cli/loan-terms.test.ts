import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { one } from '../platform/db/database.ts'
import { amounts, flat } from '../servicing/testing.ts'
import { aDisbursedLoan, type LentLoan } from '../testing/servicing.ts'
import { operatorAtWork } from './testing.ts'

const { world, operator, file, pathOf } = operatorAtWork({
  withoutFaults: 'a settlement has so many statements that with a fifth of them broken no try comes through',
})
/** Its first installment is due on 28 February 2026. */
const lent = (): Promise<LentLoan> =>
  aDisbursedLoan(world().context, amounts, { ...flat, disbursedOn: '2026-01-28' })
const statusOf = async ({ loanId }: LentLoan) =>
  (
    await one<{ status: string }>(
      world().context.db,
      'test.status',
      'select status from loan_position where loan_id = $1',
      [loanId],
    )
  ).status

test('SRV-01 settle-early takes the price that was told, and not a rupiah less', async () => {
  const loan = await lent()
  const priced = await operator([
    '--json',
    'repayments',
    'settlement-price',
    loan.loanNumber,
    '--on',
    '2026-02-10',
  ])
  expect(priced).toMatchObject({ exit: 0, json: { price: 1_212_000 } })
  const settle = (amount: number, ...more: string[]) =>
    operator([
      ...['--json', 'repayments', 'settle-early', loan.loanNumber, '--paid-on', '2026-02-10'],
      ...['--amount', String(amount), '--reference', `SETTLE-${loan.loanNumber}`, ...more],
    ])
  expect((await settle(1_211_999)).json.code).toBe('SETTLEMENT_TOO_LOW')
  expect((await settle(1_212_000, '--dry-run')).json).toMatchObject({ repaid: true, dryRun: true })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect(await settle(1_212_000)).toMatchObject({
    exit: 0,
    json: { principal: 1_200_000, interest: 12_000, penalty: 0, excess: 0, repaid: true },
  })
  expect(await statusOf(loan)).toBe('REPAID')
  expect((await settle(1_212_000)).exit).toBe(0)
  expect(
    (await operator(['repayments', 'settlement-price', loan.loanNumber, '--on', '2026-02-11'])).exit,
  ).toBe(2)
})

test('SRV-01 restructure puts what is left on the terms of the agreement that was signed', async () => {
  const loan = await lent()
  const agreement = await file('signed by both')
  const restructure = (...more: string[]) =>
    operator([
      ...[
        '--json',
        'loans',
        'restructure',
        loan.loanNumber,
        '--agreed-on',
        '2026-03-15',
        '--interest',
        '0.06',
      ],
      ...[
        '--interest-type',
        'ANNUITY',
        '--tenor',
        '24',
        '--tenor-period',
        'MONTH',
        '--agreement',
        'ADD/2026/7',
      ],
      ...more,
    ])
  expect((await restructure()).exit).toBe(2)
  expect((await restructure('--agreement-file', pathOf('none.pdf'))).json.error).toMatch(/no file/)
  const dry = await restructure('--agreement-file', agreement, '--keep-interest', '--dry-run')
  expect(dry.json).toMatchObject({
    principal: 1_200_000,
    interestKept: 12_000,
    interestWaived: 0,
    dryRun: true,
  })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect(await restructure('--agreement-file', agreement)).toMatchObject({
    exit: 0,
    json: { version: 2, principal: 1_200_000, interestKept: 0, interestWaived: 12_000, installments: 24 },
  })
  expect(await statusOf(loan)).toBe('RESTRUCTURED')
  const kept = await one(
    world().context.db,
    'test.agreement',
    `select detail ->> 'agreement' as name from audit_event where operation = 'restructureLoan'`,
  )
  expect(kept).toEqual({ name: 'ADD/2026/7' })
  const { hashes } = await one<{ hashes: number }>(
    world().context.db,
    'test.hash',
    `select count(*) as hashes from restructuring r where to_jsonb(r)::text like '%' || $1 || '%'`,
    [createHash('sha256').update('signed by both').digest('hex')],
  )
  expect(hashes).toBe(1)
})

test('SRV-01 write-off leaves a loan out of what is outstanding, and a recovery still reaches its lenders', async () => {
  const loan = await lent()
  const writeOff = (...more: string[]) =>
    operator(['--json', 'loans', 'write-off', loan.loanNumber, '--on', '2026-06-30', ...more])
  expect((await writeOff()).exit).toBe(2)
  expect((await writeOff('--reason', 'insolvent', '--dry-run')).json).toMatchObject({
    principal: 1_200_000,
    dryRun: true,
  })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect((await writeOff('--reason', 'insolvent')).json).toMatchObject({
    principal: 1_200_000,
    interest: 144_000,
  })
  expect(await statusOf(loan)).toBe('WRITTEN_OFF')
  expect((await writeOff('--reason', 'insolvent')).json.code).toBe('WRITTEN_OFF_BEFORE')
  const recovered = ['repayments', 'record', loan.loanNumber, '--paid-on', '2026-07-15', '--amount', '50000']
  expect((await operator([...recovered, '--reference', 'RECOVERY'])).exit).toBe(0)
})

test('TKB-01 days are closed once and for good, and the quality of any day is told with both its parts', async () => {
  const loan = await lent()
  const days = (...args: string[]) => operator(['--json', 'days', ...args])
  expect((await days('close', '2099-01-01')).json.code).toBe('DAY_NOT_OVER')
  const dry = await days('close', '2026-03-01', '--dry-run')
  expect(dry).toMatchObject({ exit: 0, json: { closed: 1, dryRun: true } })
  expect((await days('list')).json).toEqual({ days: [] })
  const closed = await days('close', '2026-03-01')
  expect(closed.json.days[0]).toMatchObject({ date: '2026-03-01' })
  expect((await days('close', '2026-03-01')).json).toEqual(closed.json)
  expect((await days('close', '2026-03-03')).json.code).toBe('DAY_OUT_OF_ORDER')
  expect((await days('close', '--until', '2026-03-04')).json).toMatchObject({ closed: 3 })
  expect((await days('close', '2026-03-05', '--until', '2026-03-06')).exit).toBe(2)
  expect((await days('close', '--dry-run')).exit).toBe(2)
  const listed = (await days('list', '--from', '2026-03-02', '--until', '2026-03-03')).json.days
  expect(listed.map(({ date }: { date: string }) => date)).toEqual(['2026-03-03', '2026-03-02'])
  expect((await operator(['days', 'list'])).out).toMatch(/^2026-03-04 {2}\d+ loans, \d+ outstanding, TKB90 /)

  const late = (await operator(['--json', 'tkb', 'show', '--on', '2026-03-01'])).json
  expect(late.tkb.TKB0.denominator).toBe(late.figures.total)
  expect(late.tkb.TKB0.numerator).toBeLessThanOrEqual(late.tkb.TKB30.numerator)
  await operator([
    ...['repayments', 'record', loan.loanNumber, '--paid-on', '2026-02-28'],
    ...['--amount', '112000', '--reference', 'BACK'],
  ])
  const mended = (await operator(['--json', 'tkb', 'show', '--on', '2026-03-01'])).json
  expect(mended.tkb.TKB0.numerator).toBeGreaterThan(late.tkb.TKB0.numerator)
  expect((await days('close', '2026-03-01')).json).toEqual(closed.json)
  expect((await operator(['--json', 'tkb', 'show', '--on', '2099-01-01'])).json.code).toBe('DATE_IN_FUTURE')
  expect((await operator(['tkb', 'show'])).out).toMatch(/TKB90 = [\d,]+%/)
})
