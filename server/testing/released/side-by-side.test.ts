import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContact } from '../../src/lenders/testing.ts'
import { Database, many, run } from '../../src/platform/db/database.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { findProposal } from '../../src/staff/testing.ts'
import { compileCache } from '../compile-cache.ts'
import { type Fixture, makeFixture } from '../fixture.ts'
import { goodPassword } from '../http.ts'
import { aLender, aLoan, anAgreement } from '../people.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { aDisbursedLoan } from '../servicing.ts'
import { aPerson, aRule, proposed } from '../staff.ts'
import { lastReleasedCommit, type Release, thisRelease, unpackRelease } from './checkout.ts'

// While an installation is updated, processes of the last release and of this tree run on one database, which has the
// schema of this tree already. `npm run cluster -- faults --only rolling-update` does the same on a cluster.

const amount = 100_000
const releases = path.join(import.meta.dirname, '../../../.cache/releases')
const folder = mkdtempSync(path.join(tmpdir(), 'side-by-side-'))

let fixture: Fixture
const started: ServerProcess[] = []
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  rmSync(folder, { recursive: true })
  await fixture.close()
})

/**
 * Starts programs of the version before, as if before the migrations: those that run go on when the schema gets newer, and
 * none begins on what it does not know.
 */
async function beforeMigrating<Answer>({ tree }: Release, work: () => Promise<Answer>): Promise<Answer> {
  const owner = new Database({ url: fixture.databaseUrl, size: 1 })
  const known = (await readMigrations(path.join(tree, 'server/migrations'))).length
  await run(owner, 'test.hide', 'update schema_migration set number = -number where number > $1', [known])
  try {
    return await work()
  } finally {
    await run(owner, 'test.show', 'update schema_migration set number = -number where number < 0')
    await owner.close()
  }
}

async function start(name: 'http' | 'worker', { tree }: Release): Promise<ServerProcess> {
  const process = await startServerProcess(name, fixture.databaseUrl, {}, 60_000, tree)
  started.push(process)
  return process
}

/** Calls the API of one version; what is not answered with 200 fails the test. */
async function ask<Answer>(
  { origin }: ServerProcess,
  place: string,
  { token, key, body }: { token?: string; key?: string; body?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}/api/v1/${place}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const said = await answer.text()
  expect(answer.status, `${place}: ${said}`).toBe(200)
  return JSON.parse(said) as Answer
}

async function operate({ tree }: Release, ...args: string[]): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [path.join(tree, 'server/src/main/operator.ts'), '--json', ...args], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      USER: 'dewi',
      DATABASE_URL: fixture.databaseUrl,
      PEMATANG_DATA: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  return JSON.parse(out) as Record<string, unknown>
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

function paymentFile(name: string, loans: readonly { loanNumber: string }[], paidOn: string): string {
  const file = path.join(folder, `${name}.csv`)
  const lines = loans.map(({ loanNumber }) => `${loanNumber},${paidOn},112000,${name}-${loanNumber}`)
  writeFileSync(file, ['loan_number,paid_on,amount,reference', ...lines, ''].join('\n'))
  return file
}

test('REL-04 processes of the last release and of this tree share a database of the newest schema: logins, a funding sent again to the other version is the same, repayments are recorded once, and both versions stop cleanly', async ({
  skip,
}) => {
  const commit = await lastReleasedCommit()
  if (commit === null) return skip('The history here has no release.')
  mkdirSync(releases, { recursive: true })
  const [older, newer] = [await unpackRelease(commit, releases), await thisRelease()]
  const { context } = fixture

  const lenders = await Promise.all(
    Array.from({ length: 6 }, () => aLender(context, { cash: 10_000_000, password: goodPassword })),
  )
  const loans = await Promise.all(
    Array.from({ length: 4 }, () => aLoan(context, { totalLoan: 1_000_000_000 })),
  )
  for (const { lenderId } of lenders)
    for (const { loanNumber } of loans) await anAgreement(context, { lenderId, loanNumber, amount })
  const lent = await Promise.all(
    Array.from({ length: 4 }, () =>
      aDisbursedLoan(context, [600_000, 600_000], {
        ...{ interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' },
        disbursedOn: dayBefore(70),
      }),
    ),
  )

  // What the version before leaves open for ever.
  fixture.travel('-25 hours')
  const maker = await aPerson(fixture, 'Maya', 'LOOK', 'WORK')
  await aPerson(fixture, 'Dewi', 'DECIDE')
  await aRule(fixture, 'changeContact', { hours: 1 })
  const contact = { lenderId: lenders[0]?.lenderId ?? 0, email: 'late@contoh.example', reason: 'test' }
  const late = await proposed(fixture, changeContact, maker, contact)
  fixture.travel(undefined)

  const [byOlder, byNewer] = [
    paymentFile('OLD', lent, dayBefore(35)),
    paymentFile('NEW', lent, dayBefore(34)),
  ]
  const [olderHttp, olderWorker, olderFile] = await beforeMigrating(older, () =>
    Promise.all([
      start('http', older),
      start('worker', older),
      operate(older, 'repayments', 'import', byOlder, '--yes'),
    ]),
  )
  const [newerHttp, newerWorker] = await Promise.all([start('http', newer), start('worker', newer)])

  /** A lender who logs in at one version, funds at either, and sends each funding again to the other. */
  const lend = async ({ phone }: { phone: string }, place: number) => {
    const [own, other] = place % 2 === 0 ? [olderHttp, newerHttp] : [newerHttp, olderHttp]
    const login = { phoneNumber: phone, password: goodPassword, type: 'lender' }
    const { token } = await ask<{ token: string }>(own, 'auth/login', { body: login })
    for (const [turn, loan] of loans.entries()) {
      const [first, second] = turn % 2 === 0 ? [own, other] : [other, own]
      const funding = { token, key: randomUUID(), body: { ...loan, amount } }
      const made = await ask<{ docToken: string }>(first, 'funding', funding)
      expect(await ask(second, 'funding', funding)).toEqual(made)
      expect(await ask(second, 'lender/summary', { token })).toEqual(
        await ask(first, 'lender/summary', { token }),
      )
    }
  }
  const [newerFile] = await Promise.all([
    operate(newer, 'repayments', 'import', byNewer, '--yes'),
    ...lenders.map(lend),
  ])
  expect([olderFile, newerFile]).toEqual([
    expect.objectContaining({ taken: 4, refused: 0 }),
    expect.objectContaining({ taken: 4, refused: 0 }),
  ])
  // Each knows what the other recorded.
  expect(
    await beforeMigrating(older, () => operate(older, 'repayments', 'import', byNewer, '--yes')),
  ).toMatchObject({ taken: 0, known: 4 })
  expect(await operate(newer, 'repayments', 'import', byOlder, '--yes')).toMatchObject({
    taken: 0,
    known: 4,
  })

  const [{ fundings }] = (await many<{ fundings: number }>(
    context.db,
    'test.fundings',
    `select count(*)::int as fundings from funding where loan_id = any($1)`,
    [loans.map(({ loanId }) => loanId)],
  )) as [{ fundings: number }]
  expect(fundings).toBe(lenders.length * loans.length)

  // What the older worker leaves, the newer one does.
  for (const process of [olderHttp, olderWorker]) process.child.kill('SIGTERM')
  for (const process of [olderHttp, olderWorker]) expect((await process.ended).code).toBe(0)
  await expect
    .poll(() =>
      many(context.db, 'test.unraised', 'select from loan_event where raised_at is null').then(
        (rows) => rows.length,
      ),
    )
    .toBe(0)
  await expect
    .poll(async () => (await findProposal(context.db, late)).endedAt, { timeout: 60_000 })
    .not.toBeNull()
  expect(await findProposal(context.db, late)).toMatchObject({ state: 'EXPIRED' })
  for (const process of [newerHttp, newerWorker]) process.child.kill('SIGTERM')
  for (const process of [newerHttp, newerWorker]) expect((await process.ended).code).toBe(0)
  const failed = started.flatMap((process) => process.records()).filter(({ level }) => Number(level) >= 50)
  expect(failed).toEqual([])
  expect(await fixture.books()).toEqual([])
})
