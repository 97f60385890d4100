// Backups and restores of a server of its own, under load: `npx vitest run --config server/vitest.stress.config.ts backup`.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/index.ts'
import { query } from '../database/test-folder.ts'
import { type ArchivedServer, makeArchivedServer } from '../testing/archived-server.ts'
import { aCrowd, theirAgreements } from '../testing/crowd.ts'
import { aLoan } from '../testing/people.ts'
import { auditBooks } from '../src/audit/index.ts'
import type { Context } from '../src/context.ts'
import { type FundingBatcher, makeFundingBatcher } from '../src/funding/testing.ts'
import { Database } from '../src/platform/db/database.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const prepared = 6_000
const cash = 1_000_000_000_000

let place: ArchivedServer
let server: EmbeddedPostgres
let context: Context
let batcher: FundingBatcher
let loan: { loanId: number; loanNumber: string }
let lenders: number[]
const asked: string[] = []
const acknowledged: string[] = []
let storm: AbortController

/** The amount, which is different for each, identifies a funding. */
const amountOf = (i: number): number => 100_000 + i

async function fundOn(lane: number): Promise<void> {
  for (let i = lane; i < prepared && !storm.signal.aborted; i += lenders.length) {
    const key = `backup-${i}`
    if (asked.includes(key)) continue
    asked.push(key)
    const actor = { kind: 'lender' as const, lenderId: lenders[lane] ?? 0 }
    await batcher.fund({ actor, input: { loanId: loan.loanId, amount: amountOf(i) }, key })
    acknowledged.push(key)
    await sleep(2)
  }
}

async function whileFunding<T>(work: () => Promise<T>): Promise<T> {
  storm = new AbortController()
  const lanes = lenders.map((_, lane) => fundOn(lane))
  try {
    await moreFundings()
    return await work()
  } finally {
    storm.abort()
    await Promise.all(lanes)
  }
}

/** Waits for this many more acknowledgements. */
async function moreFundings(count = 60): Promise<void> {
  const goal = acknowledged.length + count
  while (acknowledged.length < goal) await sleep(20)
}

/** A point in time by the database's clock, with the fundings certainly before and certainly after it. */
async function noteMoment() {
  const before = [...acknowledged]
  const [row] = await query(server, `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  const at = new Date(Math.ceil(Number(row?.ms)))
  await sleep(10)
  return { at, before, asked: asked.length }
}

async function endArchived(): Promise<void> {
  const [row] = await query(server, 'select pg_walfile_name(pg_switch_wal()) as name')
  const file = path.join(archive(), `${String(row?.name)}.gz`)
  for (let i = 0; i < 600 && !existsSync(file); i += 1) await sleep(50)
  expect(existsSync(file)).toBe(true)
}

const archive = (): string => {
  const [system = ''] = readdirSync(place.backupFolder)
  return path.join(place.backupFolder, system, 'wal')
}
const segments = (): string[] =>
  readdirSync(archive())
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted()

async function fundingsIn(url: string): Promise<Set<string>> {
  const rows = await query({ url } as EmbeddedPostgres, 'select amount::int as amount from funding')
  return new Set(rows.map(({ amount }) => `backup-${Number(amount) - amountOf(0)}`))
}

beforeAll(async () => {
  place = makeArchivedServer()
  server = await place.start()
  context = await place.openContext(server)
  batcher = makeFundingBatcher(context)
  lenders = await aCrowd(context, [cash, cash, cash, cash])
  loan = await aLoan(context, { totalLoan: 5_000_000_000, minimumFunding: 100_000 })
  await theirAgreements(
    context,
    Array.from({ length: prepared }, (_, i) => ({
      lenderId: lenders[i % lenders.length] ?? 0,
      ...loan,
      amount: amountOf(i),
    })),
  )
})
afterAll(async () => {
  await context.db.close()
  await place.remove()
})

let moment: Awaited<ReturnType<typeof noteMoment>>

test('BAK-01 restoring a backup made under load to a point in time yields exactly the fundings acknowledged until then', async () => {
  moment = await whileFunding(async () => {
    const made = await place.operator(['backup', 'create', '--json'])
    expect(made.err).toBe('')
    await moreFundings()
    await endArchived()
    const noted = await noteMoment()
    await moreFundings()
    return noted
  })
  await endArchived()
  const into = path.join(place.home, 'a-look')
  const restored = await place.operator([
    'backup',
    'restore',
    '--to',
    moment.at.toISOString(),
    '--into',
    into,
    '--json',
  ])
  expect(restored.err).toBe('')
  expect(restored.json).toMatchObject({ whole: true, inPlace: false })

  const look = await startEmbeddedPostgres({ dataDir: into, database: 'pematang' })
  const found = await fundingsIn(look.url)
  await look.stop()
  const later = asked.slice(moment.asked)
  expect(moment.before.filter((key) => !found.has(key))).toEqual([])
  expect(later.filter((key) => found.has(key))).toEqual([])
  expect(moment.before.length).toBeGreaterThan(50)
  expect(later.length).toBeGreaterThan(50)
})

test('BAK-02 a restore to a point in time in the future, before the first backup, or after the end of the archive is refused', async () => {
  const restore = (to: string) =>
    place.operator(['backup', 'restore', '--to', to, '--into', path.join(place.home, 'never')])
  expect((await restore('2999-01-01T00:00:00Z')).err).toContain('is in the future')
  expect((await restore('2020-01-01T00:00:00Z')).err).toMatch(
    /Nothing can be restored to .*: the oldest backup was complete at/,
  )
  expect((await restore('2026-11-23T10:00:00')).err).toContain('nor a time, e.g. 2026-11-20T09:30:00+07:00')
  const now = await restore(new Date(Date.now() - 10).toISOString())
  expect(now.err).toMatch(
    /The archive ends too early.* cannot be restored.*The last change before its end is of .*--to latest/,
  )
  expect(existsSync(path.join(place.home, 'never'))).toBe(false)
})

test('BAK-03 a restore over a running server is refused and leaves it running', async () => {
  const result = await place.operator(['backup', 'restore', '--to', moment.at.toISOString()])
  expect(result.exit).toBe(2)
  expect(result.err).toMatch(/runs \(process \d+\): stop it before another state is put in its place/)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('BAK-04 archiving never replaces an archived segment, and a failing archive is reported', async () => {
  const [row] = await query(server, 'select pg_walfile_name(pg_current_wal_lsn()) as name')
  const taken = path.join(archive(), `${String(row?.name)}.gz`)
  copyFileSync(path.join(archive(), segments()[0] ?? ''), taken)
  const { size } = statSync(taken)
  const result = await place.operator(['backup', 'create', '--archive-seconds', '3'])
  expect(result.exit).toBe(2)
  expect(result.err).toMatch(
    /has not taken [0-9A-F]{24} in 3 s \(it failed at [0-9A-F]{24}; the server's log says why\)/,
  )
  expect(statSync(taken).size).toBe(size)
  renameSync(taken, `${taken}.foreign`)
  await whileFunding(endArchived)
  expect(existsSync(taken)).toBe(true)
})

test('BAK-05 an interrupted backup is listed as unusable, and removed with the next one', async () => {
  const base = path.join(path.dirname(archive()), 'base')
  mkdirSync(path.join(base, '.draft-20260101T000000Z'))
  const listed = await place.operator(['backup', 'list'])
  expect(listed.exit).toBe(1)
  expect(listed.out).toContain('20260101T000000Z: interrupted, cannot be used')
  expect((await place.operator(['backup', 'create'])).err).toBe('')
  const again = await place.operator(['backup', 'list', '--json'])
  expect(again.json).toMatchObject({ interrupted: [] })
  expect(again.json.backups).toHaveLength(2)
})

test('BAK-06 a restore refuses a damaged file of a backup, and a damaged or missing segment of the log', async () => {
  const { json } = await place.operator(['backup', 'list', '--json'])
  const { id, lastSegment } = json.backups[0]
  const restore = () =>
    place.operator([
      'backup',
      'restore',
      '--to',
      'latest',
      '--backup',
      id,
      '--into',
      path.join(place.home, 'never'),
    ])
  const verdict = async (): Promise<string> => {
    const verified = await place.operator(['backup', 'verify', id])
    const restored = await restore()
    expect([verified.exit, restored.exit]).toEqual([1, 2])
    expect(restored.err.trim()).toBe(verified.out.trim())
    return restored.err
  }
  const after = segments().find((name) => name > `${lastSegment}.gz`) ?? ''
  const segment = path.join(archive(), after)
  copyFileSync(segment, `${segment}.kept`)
  truncateSync(segment, 1_000)
  expect(await verdict()).toMatch(/The segment [0-9A-F]{24} of the log is damaged/)
  renameSync(segment, `${segment}.damaged`)
  expect(await verdict()).toMatch(
    /The segment [0-9A-F]{24} of the log is missing in .*, and later ones are there/,
  )
  copyFileSync(path.join(archive(), segments()[0] ?? ''), segment)
  expect(await verdict()).toMatch(/is damaged: .* holds another segment/)
  renameSync(`${segment}.kept`, segment)

  const version = path.join(path.dirname(archive()), 'base', id, 'cluster', 'PG_VERSION')
  writeFileSync(version, '17\n')
  expect(await verdict()).toContain(
    `The backup ${id} is damaged: the file PG_VERSION is not what was written`,
  )
  writeFileSync(version, '18\n')
  expect((await place.operator(['backup', 'verify', id])).exit).toBe(0)
})

test('BAK-07 a restore of everything archived keeps the former database, and can be repeated along the new timeline', async () => {
  const held = [...acknowledged]
  await context.db.close()
  await server.stop()
  const result = await place.operator(['backup', 'restore', '--to', 'latest', '--json'])
  expect(result.err).toBe('')
  expect(result.json).toMatchObject({ inPlace: true, whole: true })
  expect(existsSync(path.join(result.json.former, 'PG_VERSION'))).toBe(true)

  server = await place.start()
  const found = await fundingsIn(server.url)
  expect(held.filter((key) => !found.has(key))).toEqual([])
  context = await place.openContext(server)
  batcher = makeFundingBatcher(context)
  await whileFunding(() => moreFundings())
  await endArchived()
  const into = path.join(place.home, 'second')
  const second = await place.operator(['backup', 'restore', '--to', 'latest', '--into', into, '--json'])
  expect(second.err).toBe('')
  const look = await startEmbeddedPostgres({ dataDir: into, database: 'pematang' })
  const kept = await fundingsIn(look.url)
  const db = new Database({ url: look.url, size: 1 })
  expect(await auditBooks(db)).toEqual([])
  await db.close()
  await look.stop()
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(held.length)
})

test('BAK-08 old backups and the log that only they needed are removed, and the remaining backup is complete', async () => {
  const before = readdirSync(archive()).length
  const result = await place.operator(['backup', 'prune', '--keep', '1', '--json'])
  expect(result.json.removed).toHaveLength(1)
  expect(readdirSync(archive()).length).toBe(before - result.json.logFiles)
  expect(result.json.logFiles).toBeGreaterThan(0)
  expect((await place.operator(['backup', 'verify'])).exit).toBe(0)
})
