import { addDays, startOfDay } from '@pematang/contract/format/business-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aLender } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { businessToday } from '../../books/index.ts'
import { aBank } from '../../cash/testing.ts'
import { startPayingBank } from '../../outside/bank/testing/paying-bank.ts'
import { run } from '../../platform/db/database.ts'
import type { TodayFigure } from '../../platform/today-line.ts'
import { countHourlyFigures } from './hourly.ts'
import { loadTodayLines, type TodayLines } from './load-lines.ts'
import { readToday } from './read-today.ts'

const bank = await startPayingBank('009')
const { fixture, operator, file } = operatorAtWork({
  inOtherMonths: true,
  overrides: { banks: [{ ...aBank(1).bank, outbound: bank.outbound }] },
})
afterAll(() => bank.close())
const weekly = { ...flat, tenor: 20, tenorPeriod: 'WEEK' } as const
let day: string
let lines: TodayLines
beforeAll(async () => {
  day = await businessToday(fixture().context.db)
  lines = await loadTodayLines()
})

/** The figures of the list that the command prints, by line. */
async function figures(): Promise<Record<string, TodayFigure[]>> {
  const { json } = await operator(['--json', 'today'])
  return Object.fromEntries(
    json.lines.map((line: { name: string; figures: TodayFigure[] }) => [line.name, line.figures]),
  )
}

const at = (hour: number, minute: number) =>
  fixture().travel(`${startOfDay(day).getTime() + (hour * 60 + minute) * 60_000 - Date.now()} milliseconds`)

const sum = (rows: readonly Record<string, number>[], field: string) =>
  rows.reduce((before, row) => before + (row[field] ?? 0), 0)

test('OPS-01 the exit code is 1 with a red line, which names a dead job and a check that was never made, and 0 without one', async () => {
  const { db } = fixture().context
  const first = await operator(['today'])
  expect(first.exit).toBe(1)
  expect(first.out).toContain('! Pemeriksaan penuh pembukuan terakhir')
  expect(first.out).toContain('! Angsuran yang jatuh tempo hari ini dan belum dibayar: belum dihitung')
  await countHourlyFigures(fixture().context, lines)
  await run(db, 'test.checked', `update books_check set ended_at = app_now(), seconds = 1`)
  expect(await operator(['--json', 'today'])).toMatchObject({ exit: 0, json: { red: 0, day } })
  await run(
    db,
    'test.dead',
    `insert into job (id, kind, payload, dead_at)
     values (gen_random_uuid(), 'test.dead', '{}', app_now() - interval '3 hours')`,
  )
  const dead = await operator(['today'])
  expect([dead.exit, dead.out]).toEqual([1, expect.stringContaining('1 dari ')])
  expect(dead.out).toContain(
    '! Pekerjaan sistem yang gagal setelah semua percobaan: 1, 3 jam yang lalu  [jobs list --state dead]',
  )
  await run(db, 'test.alive', `delete from job where kind = 'test.dead'`)
})

test('OPS-01 what is due and newly late, loans to pay out and withdrawals agree with their lists', async () => {
  const { context } = fixture()
  for (const ago of [7, 8, 38, 98])
    await aDisbursedLoan(context, [2_000_000], { ...weekly, disbursedOn: addDays(day, -ago) })
  await aFundedLoan(context, [700_000, 300_000], flat)
  await heldWithdrawals(context, [200_000, 300_000])
  await run(context.db, 'test.not_counted', 'delete from hourly_figure')
  await countHourlyFigures(context, lines)
  const today = await figures()

  const { json: due } = await operator(['--json', 'loans', 'list', '--due-on', 'today'])
  expect(due.loans.length).toBeGreaterThan(0)
  expect(today['dueToday']).toEqual([
    { count: due.loans.length, amount: sum(due.loans, 'dueOnDay'), red: false },
  ])
  const { json: late } = await operator(['--json', 'loans', 'list', '--late'])
  for (const days of [1, 31, 91]) {
    const loans = late.loans.filter((loan: { daysLate: number }) => loan.daysLate === days)
    expect(loans).toHaveLength(1)
    expect(today['lateFrom']).toContainEqual({
      ...{ of: String(days), count: 1, amount: sum(loans, 'principalDue') },
      red: days === 91,
    })
  }
  expect(today['lateFrom']?.map(({ of }) => of)).toEqual(['1', '31', '91'])
  const { json: ready } = await operator(['--json', 'loans', 'list', '--ready'])
  expect(today['toPayOut']).toMatchObject([{ count: ready.loans.length, amount: sum(ready.loans, 'funded') }])
  expect(today['withdrawals']).toMatchObject([{ of: 'HELD', count: 2, amount: 500_000, red: false }])
})

test('OPS-01 figures that take long are counted by the worker once an hour, and agree with their commands', async () => {
  const { context } = fixture()
  await run(context.db, 'test.not_counted', 'delete from hourly_figure')
  fixture().travel('-20 days')
  await aLender(context, { cash: 150_000 })
  at(10, 0)
  await countHourlyFigures(context, lines)
  const { json: idle } = await operator(['--json', 'lenders', 'idle-cash', '--late'])
  expect(idle.late).toBeGreaterThan(0)
  const counted = (await figures())['idleCash']
  expect(counted).toEqual([{ count: idle.accounts.length, amount: idle.late, red: true }])
  fixture().travel('-20 days')
  await aLender(context, { cash: 150_000 })
  at(10, 40)
  await countHourlyFigures(context, lines)
  expect((await figures())['idleCash']).toEqual(counted)
  at(10, 55)
  await countHourlyFigures(context, lines)
  expect((await figures())['idleCash']?.[0]?.amount).toBeGreaterThan(idle.late)
  fixture().travel('1 day')
  expect((await operator(['today'])).out).toContain(
    '! Dana siaga yang melewati dua hari kerja: belum dihitung',
  )
  fixture().travel(undefined)
})

test('OPS-01 a closed day has its lenders and borrowers, and the day before stands beside it', async () => {
  const yesterday = addDays(day, -1)
  await operator(['days', 'close', '--from', addDays(day, -2)])
  const { json } = await operator([
    '--json',
    'days',
    'list',
    '--from',
    addDays(day, -2),
    '--until',
    yesterday,
  ])
  const [last, before] = json.days
  const today = await figures()
  expect(today['closedDay']).toEqual([{ until: yesterday, red: false }])
  expect(today['outstanding']).toEqual([
    {
      ...{ count: last.loans, amount: last.figures.total, red: false },
      before: { count: before.loans, amount: before.figures.total },
    },
  ])
  expect(today['tkb']?.map(({ of }) => of)).toEqual(['TKB0', 'TKB30', 'TKB60', 'TKB90'])
  const [lenders, borrowers] = today['people'] ?? []
  const { json: listed } = await operator(['--json', 'lenders', 'list'])
  // Those of today are not counted yet: the day ended before they came.
  expect(lenders?.count).toBeGreaterThan(0)
  expect(lenders?.count).toBeLessThan(listed.lenders.length)
  expect(borrowers).toMatchObject({ of: 'Penerima Dana', count: last.loans, before: { count: before.loans } })
})

test('OPS-01 a file of repayments stands in the list with what was taken and refused; a dry run does not', async () => {
  const { loanNumber } = await aDisbursedLoan(fixture().context, [500_000], {
    ...{ ...flat, disbursedOn: addDays(day, -40) },
  })
  const path = await file(
    `loan_number,paid_on,amount,reference\n${loanNumber},${day},1000,OPS-1\nNO-SUCH-LOAN,${day},1000,OPS-2\n`,
  )
  await operator(['repayments', 'import', path, '--dry-run'])
  expect((await figures())['repaymentFiles']).toEqual([])
  await operator(['repayments', 'import', path])
  const name = path.split('/').at(-1)
  expect((await figures())['repaymentFiles']).toMatchObject([
    { of: name, count: 1, amount: 1000, red: false },
    { of: `${name} (ditolak)`, count: 1, red: true },
  ])
})

test('OPS-01 what operators did that moves money stands in the list of the next day', async () => {
  const { context } = fixture()
  const moved = async () => {
    await run(context.db, 'test.not_counted', 'delete from hourly_figure')
    await countHourlyFigures(context, lines)
    return (await figures())['movedByOperators'] ?? []
  }
  expect((await moved()).find(({ of }) => of === 'recordRepayment')).toBeUndefined()
  fixture().travel('1 day')
  const after = await moved()
  fixture().travel(undefined)
  expect(after).toContainEqual({
    ...{ of: 'recordRepayment', count: 1, amount: 1000 },
    red: false,
  })
})

test('OPS-01 all lines are of one moment, whatever is written while they are read', async () => {
  const { context } = fixture()
  const jobs = lines.get('deadJobs')
  if (!jobs) throw new Error('no line of dead jobs')
  let written: Promise<unknown> | undefined
  const write = async (): Promise<TodayFigure[]> => {
    written = run(
      context.db,
      'test.dead',
      `insert into job (id, kind, payload, dead_at) values (gen_random_uuid(), 'test.dead', '{}', app_now())`,
    )
    await written
    return []
  }
  const plain = { id: '', see: null }
  const [first, , second] = (
    await readToday(
      context,
      new Map([
        ['first', jobs],
        ['writes', { ...plain, read: write }],
        ['second', { ...plain, read: async (db) => (await written, jobs.read(db, context)) }],
      ]),
    )
  ).lines
  expect(first?.figures).toMatchObject([{ count: 0 }])
  expect(second?.figures).toEqual(first?.figures)
  await run(context.db, 'test.alive', `delete from job where kind = 'test.dead'`)
})

test('OPS-01 the command that a line names runs as it stands, and names what waits', async () => {
  const named = new Set([...lines.values()].flatMap(({ see }) => see ?? []))
  expect(named.size).toBeGreaterThan(20)
  for (const see of named) {
    const { exit, err } = await operator(see.split(' '))
    expect([see, exit === 2, err]).toEqual([see, false, ''])
  }
})
