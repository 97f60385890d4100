import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keepBanks } from '../../../scripts/start/banks.ts'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { type Answer, clientOf, goodPassword, type LoggedIn, logIn } from '../../testing/http.ts'
import { aLoan, anAgreement } from '../../testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { readConfig } from '../outside/read-config.ts'
import type { Context } from '../context.ts'
import { makeContext } from './make-context.ts'
import { readBanks } from '../outside/bank/banks.ts'
import { Database, many, one } from '../platform/db/database.ts'
import { FailPoints, isWrite } from '../platform/fail-points.ts'
import { perform } from '../platform/commands/perform.ts'
import { storeBankAccount } from '../lenders/testing.ts'

let fixture: Fixture
let folder: string
let settings: Record<string, string>
let server: ServerProcess

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fail-points-'))
  mkdirSync(path.join(folder, 'points'))
  const banks = keepBanks(folder, 9)
  settings = { FAIL_POINTS: path.join(folder, 'points'), BANKS_FILE: banks.app, LOG_LEVEL: 'fatal' }
  fixture = await makeFixture({
    withoutFaults: 'its process has connections of its own',
    overrides: { banks: readBanks(banks.app) },
  })
  server = await startServerProcess('http', fixture.databaseUrl, settings)
})
afterEach(() => {
  for (const name of ['armed', 'struck', 'passed']) rmSync(path.join(folder, 'points', name), { force: true })
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  expect(await fixture.books()).toEqual([])
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const lenderWith = (cash: number) => logIn(fixture, clientOf(server.origin), { cash })

/** Repeats a lender's request after a restart, when the server may be on another port. */
const again = (lender: LoggedIn, route: string, body: unknown, key: string): Promise<Answer> =>
  clientOf(server.origin).post(route, body, {
    token: lender.user.token,
    headers: { 'idempotency-key': key },
  })

/**
 * Sends a request while the fail point is armed: the process dies there, is started again, and the request is repeated
 * under its key.
 */
async function askAndKill(
  point: string,
  lender: LoggedIn,
  route: string,
  body: unknown,
  key: string,
): Promise<Answer> {
  writeFileSync(path.join(folder, 'points', 'armed'), point)
  await expect(again(lender, route, body, key)).rejects.toThrow()
  expect((await server.ended).signal).toBe('SIGKILL')
  expect(existsSync(path.join(folder, 'points', 'struck'))).toBe(true)
  server = await startServerProcess('http', fixture.databaseUrl, settings)
  return again(lender, route, body, key)
}

const cashOf = (lenderId: number) =>
  one<{ balance: number; held: number }>(
    fixture.context.db,
    'test.cash',
    `select balance, held from account where kind = 'LENDER_CASH' and owner_id = $1`,
    [lenderId],
  )

test.each([
  'http fundLoan > fundLoan: before platform.commands.keep_batch',
  'http fundLoan > fundLoan: after commit',
  'http fundLoan: before the answer',
])('a funding repeated after the process is killed at "%s" has reserved its money once', async (point) => {
  const lender = await lenderWith(1_000_000)
  const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
  await anAgreement(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 400_000 })
  const body = { loanId: loan.loanId, loanNumber: loan.loanNumber, amount: 400_000 }
  const key = `killed-${lender.lenderId}`
  const answer = await askAndKill(point, lender, '/funding', body, key)
  expect(answer.status).toBe(200)
  expect(await cashOf(lender.lenderId)).toEqual({ balance: 1_000_000, held: 400_000 })
  const fundings = await many(
    fixture.context.db,
    'test.fundings',
    'select id as "docToken" from funding where lender_id = $1',
    [lender.lenderId],
  )
  expect(fundings).toHaveLength(1)
})

test.each(['http withdraw > withdraw: after commit', 'http withdraw: before the answer'])(
  'a withdrawal repeated after the process is killed at "%s" has held its money once',
  async (point) => {
    const lender = await lenderWith(1_000_000)
    const account = { accountName: 'Pemberi Dana', accountNumber: '7712345678', bankCode: '014' }
    await perform(fixture.context, storeBankAccount, {
      actor: { kind: 'operator', name: 'test' },
      input: {
        lenderId: lender.lenderId,
        ...account,
        bankBranch: 'Jakarta',
        bankName: 'Bank',
        methodPayment: 1,
      },
    })
    const body = {
      ...account,
      amount: 200_000,
      password: goodPassword,
      reason: 'Lain-lain',
      methodPayment: 1,
    }
    const answer = await askAndKill(point, lender, '/withdrawals', body, `killed-${lender.lenderId}`)
    expect(answer.status).toBe(200)
    expect(await cashOf(lender.lenderId)).toEqual({ balance: 1_000_000, held: 202_500 })
  },
)

test('fail points of a test can interrupt a funding before and after each of its writes, its commit and its response', async () => {
  const lender = await lenderWith(1_000_000)
  const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
  await anAgreement(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 400_000 })
  rmSync(path.join(folder, 'points', 'passed'), { force: true })
  await again(
    lender,
    '/funding',
    { loanId: loan.loanId, loanNumber: loan.loanNumber, amount: 400_000 },
    'points-1',
  )
  const passed = readFileSync(path.join(folder, 'points', 'passed'), 'utf8')
    .split('\n')
    .slice(0, -1)
  const steps = passed.flatMap((point) => /^http fundLoan(?: > fundLoan)?: (.*)$/.exec(point)?.[1] ?? [])
  expect(steps.filter((step) => step.startsWith('before ')).length).toBeGreaterThan(4)
  expect(steps).toContain('before platform.jobs.enqueue')
  expect(steps.at(-1)).toBe('before the answer')
  for (const step of steps.filter((one) => one.startsWith('before ') && one !== 'before the answer'))
    expect(steps).toContain(step.replace('before', 'after'))
})

test('fail points for testing are refused in production', () => {
  expect(() =>
    readConfig({
      NODE_ENV: 'production',
      FAIL_POINTS: '/tmp/points',
      DATABASE_URL: 'postgres://x',
      ESIGN_BASE_URL: 'https://esign.example',
    }),
  ).toThrow(/FAIL_POINTS: kills processes on purpose and is refused in production/)
})

/** The files that may bypass the functions with fail points, each with the reason. */
const past: Record<string, string> = {
  'audit/books/snapshot.ts': 'reads over one snapshot',
  'platform/db/database.ts': 'is the seam',
  'platform/db/transaction.ts': 'is the seam',
  'platform/db/pooler.ts': 'looks for a pooler before a process serves',
  'platform/db/migrate.ts': 'changes the schema before a process serves',
  'platform/audit/anchoring.ts': 'sends signed heads, which no money depends on',
}

const root = path.join(import.meta.dirname, '..')
const sourceFiles = globSync('**/*.ts', { cwd: root }).filter(
  (file) => !/\.(test|bench)\.ts$|(^|\/)testing(\/|\.ts$)/.test(file),
)
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('every connection to the database or an external service has a fail point for testing', () => {
  const found = sourceFiles
    .filter((file) => !file.startsWith('outside/'))
    .filter((file) => /pool\.(connect|query)\(|\bfetch\(/.test(textOf(file)))
  expect(found.filter((file) => !(file in past))).toEqual([])
})

test('every external service that a context has passes a fail point before and after each call', async () => {
  const context = textOf('context.ts')
  const portTypes = [...context.matchAll(/import type \{ (\w+) \} from '\.\/outside\/\w+\/port\.ts'/g)].map(
    ([, name]) => name,
  )
  const [, fields = ''] = /export type Context = DocumentContext & \{([^]*?)\n\}/.exec(context) ?? []
  const ports = [...fields.matchAll(/^ {2}(\w+): (.*)$/gm)].filter(([, , type = '']) =>
    portTypes.some((port) => new RegExp(`\\b${port}\\b`).test(type)),
  )
  const names = ports.map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['esign', 'xignature', 'tsa', 'sms', 'mail', 'payers']))
  expect(ports).toHaveLength(portTypes.length)

  const asked = { ask: async () => 'answered' }
  const overrides = Object.fromEntries(
    names.map((name) => [name, name === 'payers' ? new Map([[1, asked]]) : asked]),
  )
  const db = new Database({
    url: fixture.databaseUrl,
    size: 1,
    failPoints: new FailPoints(path.join(folder, 'points')),
  })
  const made = await makeContext(fixture.context.config, { ...overrides, db })
  try {
    for (const name of names) {
      const port: unknown = made[name as keyof Context]
      await ((port instanceof Map ? port.get(1) : port) as typeof asked).ask()
    }
  } finally {
    await made.renderer.close()
    await db.close()
  }
  const passed = readFileSync(path.join(folder, 'points', 'passed'), 'utf8')
  for (const name of names) {
    const step = `${name === 'payers' ? 'bank' : name}.ask`
    expect(passed).toContain(`: before ${step}\n`)
    expect(passed).toContain(`: after ${step}\n`)
  }
})

test('every database function that writes and is called by the server counts as a write with a fail point', () => {
  const migrations = globSync('*.sql', { cwd: path.join(root, '../migrations') })
    .map((file) => readFileSync(path.join(root, '../migrations', file), 'utf8'))
    .join('\n')
  const functions = [
    ...migrations.matchAll(
      /create (?:or replace )?function (\w+)\s*\((?:(?!create )[^])*?\breturns\s+(\w+)(?:(?!create )[^])*?\bas (\$\w*\$)([^]*?)\3/gi,
    ),
  ].map(([, name = '', returns = '', , body = '']) => ({ name, returns, body }))
  const writing = new Set(
    functions
      .filter(({ body }) => /\b(insert\s+into|update\s+\w+|delete\s+from|merge\s+into)\b/i.test(body))
      .map(({ name }) => name),
  )
  for (let before = -1; before !== writing.size; ) {
    before = writing.size
    const calls = new RegExp(`\\b(${[...writing].join('|')})\\(`)
    for (const { name, body } of functions) if (calls.test(body)) writing.add(name)
  }
  const source = sourceFiles.map(textOf).join('\n')
  const called = functions
    .filter(({ name, returns }) => returns !== 'trigger' && writing.has(name) && source.includes(`${name}(`))
    .map(({ name }) => name)
  expect(called).toEqual(expect.arrayContaining(['undo_disbursement', 'refresh_portfolio']))
  expect(called.filter((name) => !isWrite(`select ${name}(1)`))).toEqual([])
  expect(isWrite('select balance from account')).toBe(false)
})
