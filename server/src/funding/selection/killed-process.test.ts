import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readAgreements } from '../../../testing/agreements.ts'
import { type Answer, clientOf, type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts'
import {
  type Funded,
  makeSigningFixture,
  type Opened,
  type SigningFixture,
} from '../../../testing/signing.ts'
import { cashOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { aChoice, bodyOf, type Choice } from './testing/choice.ts'

let fixture: SigningFixture
const startLimitMs = 180_000

let folder: string
let settings: Record<string, string>
let server: ServerProcess

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'killed-selection-'))
  fixture = await makeSigningFixture()
  const { config } = fixture.context
  settings = {
    LOG_LEVEL: 'fatal',
    ESIGN_BASE_URL: fixture.sandbox.baseUrl,
    ESIGN_API_KEY: config.ESIGN_API_KEY,
    ESIGN_CALLBACK_SECRET: config.ESIGN_CALLBACK_SECRET,
    ESIGN_TRUST_FILE: fixture.sandbox.trust.signers,
    CALLBACK_ORIGIN: config.CALLBACK_ORIGIN ?? '',
  }
  server = await start('http')
}, startLimitMs)
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const pointsOf = (kind: 'http' | 'worker') => path.join(folder, kind)

function start(kind: 'http' | 'worker'): Promise<ServerProcess> {
  rmSync(pointsOf(kind), { recursive: true, force: true })
  mkdirSync(pointsOf(kind))
  return startServerProcess(kind, fixture.databaseUrl, { ...settings, FAIL_POINTS: pointsOf(kind) })
}

const amounts = [300_000, 400_000, 500_000, 600_000, 700_000]
const total = amounts.reduce((sum, amount) => sum + amount, 0)

/** Repeats a lender's request after a restart, when the server may be on another port. */
const fund = (lender: LoggedIn, choice: readonly Choice[], key: string): Promise<Answer> =>
  clientOf(server.origin).post('/funding/selection', bodyOf(choice), {
    token: lender.user.token,
    headers: { 'idempotency-key': key },
  })

const arm = (kind: 'http' | 'worker', point: string) =>
  writeFileSync(path.join(pointsOf(kind), 'armed'), point)

async function assertKilledAtItsPoint(kind: 'http' | 'worker', process: ServerProcess): Promise<void> {
  expect((await process.ended).signal).toBe('SIGKILL')
  expect(existsSync(path.join(pointsOf(kind), 'struck'))).toBe(true)
}

const rowsOf = (lenderId: number) =>
  one<{ selections: number; fundings: number; open: number; documents: number; journals: number }>(
    fixture.context.db,
    'test.rows',
    `select (select count(*) from funding_selection where lender_id = $1) as selections,
            (select count(*) from funding where lender_id = $1) as fundings,
            (select count(*) from hold h join account a on a.id = h.account_id
              where a.owner_id = $1 and a.kind = 'LENDER_CASH' and h.state = 'OPEN') as open,
            (select count(*) from signing_request where lender_id = $1) as documents,
            (select count(distinct journal_id) from transfer t join account a on a.id = t.debit_account
              where a.owner_id = $1 and a.kind = 'LENDER_CASH') as journals`,
    [lenderId],
  )

test.each([
  // Each row: the point at which the process is killed, and whether its COMMIT had been sent.
  ['after books.ledger.reserve', false],
  ['before commit', false],
  ['after commit', true],
])(
  'CHO-08 a selection of loans is reserved completely or not at all when the server is killed "%s", and once when repeated',
  async (step, isCommitted) => {
    const { context } = fixture
    const lender = await logIn(fixture, clientOf(server.origin), { cash: total })
    const choice = await aChoice(context, lender.lenderId, amounts)
    const key = `killed-${lender.lenderId}`

    arm('http', `http fundSelection > fundSelection: ${step}`)
    await expect(fund(lender, choice, key)).rejects.toThrow()
    await assertKilledAtItsPoint('http', server)
    const atOnce = isCommitted ? amounts.length : 0
    expect(await rowsOf(lender.lenderId)).toMatchObject({ fundings: atOnce, open: atOnce })

    server = await start('http')
    const first = await fund(lender, choice, key)
    expect(first.json.list.map(({ refusal }: { refusal: unknown }) => refusal)).toEqual(
      amounts.map(() => null),
    )
    expect((await fund(lender, choice, key)).json).toEqual(first.json)
    expect(await rowsOf(lender.lenderId)).toMatchObject({ selections: 1, fundings: 5, open: 5 })
    expect(await cashOf(context.db, lender.lenderId)).toEqual({ available: 0, held: total })
  },
  startLimitMs,
)

test(
  'CHO-08 loans selected together are each signed and settled once when server and worker are killed halfway',
  async () => {
    const { context, sandbox, app } = fixture
    const lender = await logIn(fixture, app, { cash: total })
    const choice: Choice[] = []
    for (const amount of amounts) {
      const loan = await aLoan(context)
      await readAgreements(lender, { loanNumber: loan.loanNumber, amount, signedTogether: amounts.length })
      choice.push({ ...loan, amount })
    }
    const key = `killed-${lender.lenderId}`
    const worker = await start('worker')
    // The worker has begun to upload the documents of one of the five, so the outcome at the provider is unknown.
    arm('worker', 'job signing.follow: after funding.signing.begin_attempt')
    arm('http', 'http fundSelection: before the answer')
    await expect(fund(lender, choice, key)).rejects.toThrow()
    await assertKilledAtItsPoint('http', server)
    await assertKilledAtItsPoint('worker', worker)
    server = await start('http')
    const { json } = await fund(lender, choice, key)
    const fundings: Funded[] = json.list.map(({ funding }: { funding: Funded }) => funding)

    // The leases of the killed worker expire.
    fixture.travel('2 minutes')
    await fixture.drain()
    for (const funded of fundings) {
      const answer = await fixture.open(lender, funded)
      expect(answer.status, answer.bytes.toString()).toBe(200)
      const opened = answer.json as Opened
      await sandbox.sign(opened.token)
      expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    }
    expect(await rowsOf(lender.lenderId)).toEqual({
      selections: 1,
      fundings: 5,
      open: 0,
      documents: 5,
      journals: 5,
    })
    expect(await cashOf(context.db, lender.lenderId)).toEqual({ available: 0, held: 0 })
  },
  startLimitMs,
)
