import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { clientOf, logIn } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLoan } from '../../../testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts'
import { aFolder, type TestPlace } from './testing/places.ts'

let fixture: Fixture
let place: TestPlace
let server: ServerProcess
let points: string
let settings: Record<string, string>

beforeAll(async () => {
  place = await aFolder()
  points = join(mkdtempSync(join(tmpdir(), 'documents-killed-')), 'points')
  mkdirSync(points)
  settings = { ...place.settings, DOCUMENT_STORE: 'folder', FAIL_POINTS: points, LOG_LEVEL: 'fatal' }
  fixture = await makeFixture({
    settings: place.settings,
    withoutFaults: 'its process has connections of its own',
  })
  server = await startServerProcess('http', fixture.databaseUrl, settings)
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  expect(await fixture.books()).toEqual([])
  await fixture.close()
  await place.close()
  rmSync(join(points, '..'), { recursive: true, force: true })
})

const files = (): string[] =>
  readdirSync(place.settings.DOCUMENT_FOLDER ?? '', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  )
const named = () =>
  one<{ rows: number }>(fixture.context.db, 'test.named', 'select count(*)::int as rows from document_place')

test.each([
  [': after documents.put', 1, 0],
  [': after documents.put #2', 2, 0],
  ['> generateLoanAgreement: before commit', 2, 0],
  ['> generateLoanAgreement: after commit', 2, 2],
] as const)(
  'a process killed at "%s" while it prepares two agreements leaves %i files, %i of them referred to by a row',
  async (point, kept, rows) => {
    const lender = await logIn(fixture, clientOf(server.origin), { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const ask = () =>
      clientOf(server.origin).post(
        '/funding/agreement',
        { loanNumber: loan.loanNumber, amount: 500_000, lenderUserId: lender.lenderId },
        { token: lender.user.token },
      )
    const before = { files: files().length, rows: (await named()).rows }
    await ask()
    const passed = readFileSync(join(points, 'passed'), 'utf8').split('\n')
    const full = passed.find((one) => one.includes('generateLoanAgreement') && one.endsWith(point))
    expect(full, passed.join('\n')).toBeDefined()
    writeFileSync(join(points, 'armed'), full ?? '')
    await expect(ask()).rejects.toThrow()
    expect((await server.ended).signal).toBe('SIGKILL')
    expect(files()).toHaveLength(before.files + 2 + kept)
    expect((await named()).rows).toBe(before.rows + 2 + rows)
    expect(await fixture.books()).toEqual([])
    server = await startServerProcess('http', fixture.databaseUrl, settings)
    expect((await ask()).status).toBe(200)
    expect((await operatorOn(fixture)(['documents', 'verify'])).exit).toBe(0)
  },
)
