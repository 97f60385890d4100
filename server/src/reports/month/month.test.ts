import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { loansAsKnown, measureOf, qualities } from '../../loans/index.ts'
import { measureOn } from '../../loans/testing.ts'
import { issueDueStatements } from '../statements/index.ts'
import { averagesOf } from './averages.ts'
import { type ClosedMonth, closedMonth } from './closed-month.ts'
import { differencesOf } from './differences.ts'
import { type Flows, flowsOfMonth } from './flows.ts'
import { outstandingOf } from './outstanding.ts'
import { borrowersOf, lendersOf, type PeopleGroup } from './people.ts'
import { closedQuality } from './quality-rows.ts'
import { recompute, type Tally } from './testing/recompute.ts'
import { aScenario, closeMonth, dayAt, happenings, lend, record } from './testing/scenario.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-month-'))
})
afterAll(() => rm(folder, { recursive: true }))

const months = [0, 1, 2].map((month) => {
  const first = addMonths(dayAt(0), month)
  return { name: first.slice(0, 7), first, last: addDays(addMonths(first, 1), -1) }
})

/** Runs `work` in a scenario of its own with random events, and calls `closed` just after each closing of a month. */
async function inScenario(
  all: Parameters<typeof record>[2][],
  closed: (fixture: Fixture, month: (typeof months)[number]) => Promise<void>,
  work: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const fixture = await makeFixture()
  try {
    const { context } = fixture
    const scenario = aScenario()
    let left = all
    for (const month of months) {
      await lend(context, scenario, month.last)
      // What is recorded on the two days after the month is known when it is closed.
      const isBefore = ({ recorded }: (typeof all)[number]) => dayAt(recorded) <= addDays(month.last, 1)
      for (const one of left.filter(isBefore)) await record(context, scenario, one)
      left = left.filter((one) => !isBefore(one))
      await closeMonth(context, month.last)
      await closed(fixture, month)
    }
    for (const one of left) await record(context, scenario, one)
    await work(fixture)
    await issueDueStatements(context)
    // Nobody pays the tax of these months to the state.
    expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([])
  } finally {
    await fixture.close()
  }
}

const withoutZeros = (tally: Tally): Tally =>
  Object.fromEntries(Object.entries(tally).filter(([, value]) => value !== 0))

const tallied = (groups: readonly PeopleGroup[]): Tally => {
  const tally: Tally = {}
  for (const { dimension, value, all, active, fresh, outstanding } of groups) {
    tally[`${dimension}/${value}/all`] = all
    tally[`${dimension}/${value}/active`] = active
    tally[`${dimension}/${value}/fresh`] = fresh
    tally[`${dimension}/${value}/owed`] = outstanding
  }
  return tally
}

const sumsOf = ({ disbursed, principal, interest, penalty, fee, writtenOff, recovered }: Flows): Tally => ({
  disbursed,
  principal,
  interest,
  penalty,
  fee,
  writtenOff,
  recovered,
})

async function reportOf({ context: { db } }: Fixture, month: ClosedMonth) {
  const loans = await loansAsKnown(db, month.last, month.knownBefore)
  const outstanding = await outstandingOf(db, month, loans)
  const flows = await flowsOfMonth(db, month)
  const [average] = (await averagesOf(db, month, loans)).filter(
    ({ of, period }) => of === 'OUTSTANDING' && period === '',
  )
  const groups: Tally = {}
  for (const { dimension, value, outstanding: sum } of outstanding)
    if (dimension !== 'QUALITY') groups[`${dimension}/${value}`] = sum
  return {
    outstanding,
    groups: withoutZeros(groups),
    lenders: withoutZeros(tallied(await lendersOf(db, month, loans))),
    borrowers: withoutZeros(tallied(await borrowersOf(db, month, loans))),
    month: sumsOf(flows.month),
    all: sumsOf(flows.all),
    corrected: flows.corrected && sumsOf(flows.corrected),
    rate: average?.interest ?? null,
  }
}

/**
 * Compares the report of a month with the second program, its sums with each other and its quality with the closed day.
 * @returns all that moved up to its end, which the next month goes on from
 */
async function compared(
  fixture: Fixture,
  { name, last }: (typeof months)[number],
  second: Awaited<ReturnType<typeof recompute>> | undefined,
  before: Tally | null,
): Promise<Tally> {
  const { db } = fixture.context
  if (!second) throw new Error(`${name} was not recomputed`)
  const { outstanding, ...report } = await reportOf(fixture, await closedMonth(db, name))
  expect(report.groups, name).toEqual(withoutZeros(second.groups))
  expect(report.lenders, name).toEqual(withoutZeros(second.lenders))
  expect(report.borrowers, name).toEqual(withoutZeros(second.borrowers))
  expect(report.month, name).toEqual(second.flows.month)
  expect(report.all, name).toEqual(second.flows.all)
  if (second.rate === null) expect(report.rate).toBeNull()
  else expect(report.rate).toBeCloseTo(second.rate, 3)

  expectConsistent(report, before)
  const closed = await closedQuality(db, last)
  for (const { name: quality } of qualities) {
    const group = outstanding.find(({ dimension, value }) => dimension === 'QUALITY' && value === quality)
    expect(group?.outstanding ?? 0, `${name} ${quality}`).toBe(closed[quality])
  }
  return report.all
}

/** Expects that the sums of a report agree with each other and with those of the month before. */
function expectConsistent(
  report: Pick<Awaited<ReturnType<typeof reportOf>>, 'groups' | 'lenders' | 'month' | 'all' | 'corrected'>,
  before: Tally | null,
): void {
  const total = report.groups['TOTAL/'] ?? 0
  const { disbursed = 0, principal = 0, writtenOff = 0 } = report.all
  expect(disbursed - principal - writtenOff).toBe(total)
  expect(report.lenders['TOTAL//owed'] ?? 0).toBe(total)
  // Only of the first month is it unknown what changed of the months before.
  expect(report.corrected === null).toBe(before === null)
  for (const [flow, sum] of Object.entries(report.all))
    if (before && report.corrected)
      expect((before[flow] ?? 0) + (report.month[flow] ?? 0) + (report.corrected[flow] ?? 0), flow).toBe(sum)
}

test('OPS-06 the figures of each past month are those that a second program adds up from the tables just after its closing, for random events recorded late, taken back and corrected afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const expected = new Map<string, Awaited<ReturnType<typeof recompute>>>()
      await inScenario(
        all,
        async ({ databaseUrl }, { name, first, last }) => {
          await withClient(databaseUrl, async (client) => {
            expected.set(name, await recompute(client, first, last))
          })
        },
        async (fixture) => {
          let before: Tally | null = null
          for (const month of months)
            before = await compared(fixture, month, expected.get(month.name), before)
        },
      )
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('OPS-06 what is known today of a closed day stands beside it, and the loans named with their reasons make up the whole difference, for random events', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      await inScenario(
        all,
        async () => {},
        async ({ context: { db } }) => {
          for (const { name, last } of months) {
            const month = await closedMonth(db, name)
            const today = await measureOn(db, last)
            const loans = {
              closed: await loansAsKnown(db, last, month.knownBefore),
              today: await loansAsKnown(db, last, 'infinity'),
            }
            expect(await measureOf(db, loans.today)).toEqual(today)
            const closed = await measureOf(db, loans.closed)
            expect(closed).toMatchObject(await closedQuality(db, last))
            const differences = await differencesOf(db, month, loans)
            expect(differences.reduce((sum, one) => sum + one.today - one.closed, 0)).toBe(
              today.total - closed.total,
            )
            for (const one of differences) expect(one.reasons, JSON.stringify(one)).not.toEqual([])
            if (JSON.stringify(closed) !== JSON.stringify(today)) expect(differences).not.toEqual([])
          }
        },
      )
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

const pays = (recorded: number, back: number, pick: number) => ({
  what: 'pay' as const,
  recorded,
  back,
  pick,
})

test('OPS-06 the report of a closed month is written as CSV and XLSX with the same bytes at any later time, but for what is known today', async () => {
  const written = new Map<string, Buffer>()
  const write = async (fixture: Fixture, name: string, file: string, ...options: string[]) => {
    const path = join(folder, file)
    const result = await operatorOn(fixture)(['report', 'month', name, '--out', path, ...options])
    expect(result).toMatchObject({ exit: 0, err: '' })
    return readFile(path)
  }
  await inScenario(
    [pays(20, 0, 0), pays(33, 4, 3), pays(50, 25, 0), { what: 'write off', recorded: 70, back: 0, pick: 1 }],
    async (fixture, { name }) => {
      for (const file of [`${name}.csv`, `${name}.xlsx`])
        written.set(file, await write(fixture, name, file, '--as-closed'))
    },
    async (fixture) => {
      for (const { name } of months)
        for (const file of [`${name}.csv`, `${name}.xlsx`])
          expect(await write(fixture, name, `again-${file}`, '--as-closed'), file).toEqual(written.get(file))
      const [first] = months
      if (!first) throw new Error('no month')
      const text = (await write(fixture, first.name, 'today.csv')).toString()
      // The payment of day 50 was dated into the first month and recorded after it was closed.
      expect(text).toMatch(/Selisih TKB;Pinjaman;T-\d+;.*pembayaran dicatat kemudian: BLN-\d+ pada/)
      expect(text).toMatch(/TKB;TKB90;;Persen;;;100;;;100;/)
      expect(text).toContain('Pokok Tersisa;Mata Uang Risiko;IDR;Pinjaman;2;')
      expect(text).toContain('Pergerakan;Penyaluran;;Bulan ini;2;650001;')
      expect(text).toContain('Pokok Tersisa;Provinsi;Jawa Barat;')
      const sheet = await readXlsx(new Uint8Array(await write(fixture, first.name, 'today.xlsx')))
      expect(sheet.sheets[0]?.name).toBe(`Laporan Bulan ${first.name}`)
      expect(sheet.sheets[0]?.rows.length).toBe(text.trimEnd().split('\r\n').length)
    },
  )
})

test('OPS-06 a month that is not over or not closed is refused, and so is what is no month or no name of a file', async () => {
  const fixture = await makeFixture()
  const operator = operatorOn(fixture)
  const present = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)
  const past: BusinessDate = months[0]?.name ?? ''
  for (const [month, code] of [
    [present, 'MONTH_NOT_OVER'],
    ['2099-01', 'MONTH_NOT_OVER'],
    [past, 'MONTH_NOT_CLOSED'],
  ] as const)
    expect(
      await operator(['--json', 'report', 'month', month, '--out', join(folder, 'none.csv')]),
    ).toMatchObject({
      exit: 2,
      json: { code },
    })
  for (const month of ['2026-13', '2026-1', 'oktober', '1999-12'])
    expect((await operator(['report', 'month', month])).err).toMatch(/Isinya bulan, YYYY-MM/)
  expect((await operator(['report', 'month', past, '--out', join(folder, 'none.pdf')])).err).toMatch(
    /\.csv atau \.xlsx/,
  )
  await fixture.close()
})
