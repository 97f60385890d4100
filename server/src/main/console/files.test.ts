import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { Answer, TestApp } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { aRule } from '../../../testing/staff.ts'
import type { Context } from '../../context.ts'
import { Database, many, one, run } from '../../platform/db/database.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { FailPoints } from '../../platform/fail-points.ts'
import { proposeFile, removeOldFiles, runFile } from '../../staff/testing.ts'
import { fileJobs } from './file-jobs.ts'
import { fileKinds } from './file-kinds.ts'
import { showFile } from './files.ts'

let fixture: Fixture
let app: TestApp
let [maya, budi, citra] = [{} as LoggedInStaff, {} as LoggedInStaff, {} as LoggedInStaff]
const loans: string[] = []
let loanNumber = ''
let day = ''

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  for (let count = 0; count < 6; count += 1) {
    const loan = await aDisbursedLoan(fixture.context, [60_000_000, 30_000_000], {
      ...{
        interestType: 'FLAT',
        interest: '0.12',
        tenor: 3,
        tenorPeriod: 'MONTH',
        disbursedOn: '2026-01-31',
      },
    })
    loans.push(loan.loanNumber)
  }
  loanNumber = loans[0] ?? ''
  ;({ day } = await one<{ day: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as day',
  ))
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'WORK', 'DECIDE')
  citra = await logInStaff(fixture, app, 'Citra', 'LOOK')
  for (const operation of ['acceptFile', 'recordRepayment']) await aRule(fixture, operation)
}, 120_000)
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const head = 'loan_number,paid_on,amount,reference\n'
let files = 0
/** A file of new repayments, and `more` lines. */
const aFile = (count: number, ...more: string[]): string => {
  files += 1
  const lines = Array.from(
    { length: count },
    (_, at) => `${loans[at % loans.length]},${day},10000,BERKAS-${files}-${at + 1}`,
  )
  return `${head}${[...lines, ...more].join('\n')}\n`
}

type Sent = { command?: string; options?: string; name?: string; by?: LoggedInStaff }
async function upload(content: string | Uint8Array, { by = maya, ...asked }: Sent = {}): Promise<Answer> {
  const query = new URLSearchParams({
    command: 'repayments import',
    name: 'bayar.csv',
    options: 'yes',
    ...asked,
  })
  return by.post(`/files?${query.toString()}`, Buffer.from(content), {
    headers: { 'content-type': 'application/octet-stream' },
  })
}
const work = (context: Context = fixture.context) => runAllJobs(context, fileJobs(context))
const show = async (id: string, by = maya) => (await by.get(`/files/page?id=${id}`)).json
async function tried(content: string, asked: Sent = {}): Promise<{ id: string; sha256: string }> {
  const { json } = await upload(content, asked)
  await work()
  return json
}
let keys = 0
const propose = (file: { id: string; sha256: string }, by = maya) => {
  const headers = { 'idempotency-key': `propose-file-${(keys += 1)}` }
  return by.post('/files/propose', { id: file.id, sha256: file.sha256 }, { headers })
}
const sheet = async (number: number, by = budi) => (await by.get(`/approvals/page?number=${number}`)).json
const agree = async (number: number): Promise<unknown[]> => {
  const { hash } = await sheet(number)
  return (await budi.decide([{ number, hash }])).json.results
}
const recorded = async (file = files) =>
  (
    await one<{ count: number }>(
      fixture.context.db,
      'test.recorded',
      `select count(*) as count from loan_payment where reference like $1`,
      [`BERKAS-${file}-%`],
    )
  ).count
const trailOf = (id: string) =>
  many<{ operation: string; actor: string; outcome: string }>(
    fixture.context.db,
    'test.trail',
    `select operation, actor, outcome from audit_event where subject = $1 order by id`,
    [`upload:${id}`],
  )

/** Does something on the same database at a later time. */
async function later<T>(interval: string, work: (context: Context) => Promise<T>): Promise<T> {
  const { context } = fixture
  const db = new Database({ ...context.db.options, size: 2, timeShift: () => interval })
  try {
    return await work({ ...context, db })
  } finally {
    await db.close()
  }
}

/** A process that ends after the first commit of payments, as a killed one does: it does nothing any more. */
class Killed extends FailPoints {
  #writes = false
  #dead = false
  override within<T>(_: string, work: () => T): T {
    return work()
  }
  override pass(step: string): void {
    if (this.#dead) throw new Error('killed')
    this.#writes ||= step.includes('loans.repayment')
    this.#dead = this.#writes && /^after commit/i.test(step)
    if (this.#dead) throw new Error('killed')
  }
}

async function workUntilKilled(id: string): Promise<void> {
  const { context } = fixture
  const db = new Database({ ...context.db.options, size: 4, failPoints: new Killed('') })
  const { run: runId } = await one<{ run: string }>(
    context.db,
    'test.run',
    'select id as run from staff_file_run where file_id = $1 and ended_at is null',
    [id],
  )
  const job = { payload: { run: runId } }
  await expect(runFile({ ...context, db }, await fileKinds(), job)).rejects.toThrow('killed')
  await db.close()
}

/** Changes a file as who owns the tables can. */
async function tamper(id: string, content: string): Promise<void> {
  const owner = new Database({ url: fixture.databaseUrl, size: 1 })
  await owner.query({ text: 'alter table staff_file disable trigger user' })
  await run(owner, 'test.tamper', 'update staff_file set content = $2 where id = $1', [id, content])
  await owner.query({ text: 'alter table staff_file enable trigger user' })
  await owner.close()
}

describe('CON-04 CON-08 a file of repayments at the console', () => {
  test('is tried with its refused lines by number, column and reason, fixed, proposed by its hash, decided by another person and imported by the worker under the proposal', async () => {
    const bad = [
      `${loanNumber},31/01/2026,10000,X-1`,
      `TIDAK-ADA,${day},10000,X-2`,
      `${loanNumber},${day},0,X-3`,
    ]
    const wrong = await tried(aFile(20, ...bad))
    const page = await show(wrong.id)
    expect(page).toMatchObject({
      ...{ title: 'Pembayaran Penerima Dana', name: 'bayar.csv', needsSecondPair: true, proposal: null },
      last: { what: 'TRIAL', outcome: 'DONE', lines: 23, refused: 3 },
      whyNot: 'Ada baris yang ditolak. Perbaiki berkasnya, lalu unggah lagi.',
    })
    expect(page.runs[0].says).toBe('3 baris akan ditolak.')
    expect(page.runs[0].refusals).toEqual([
      { line: 22, column: 'paid_on', reason: expect.stringContaining('harus tanggal TTTT-BB-HH') },
      { line: 23, column: null, reason: 'pinjaman ini tidak ada' },
      { line: 24, column: 'amount', reason: expect.stringContaining('harus rupiah bulat di atas nol') },
    ])
    expect((await propose(wrong)).json.code).toBe('FILE_REFUSED_LINES')

    const good = aFile(20)
    const { id, sha256 } = await tried(good)
    expect(sha256).toBe(createHash('sha256').update(good).digest('hex'))
    expect((await show(id)).runs[0]).toMatchObject({
      says: 'Tidak ada baris yang ditolak.',
      found: { lines: 20, amount: 200_000 },
    })
    const { json } = await propose({ id, sha256 })
    expect(json).toMatchObject({ state: 'PROPOSED', number: expect.any(Number) })
    expect((await propose({ id, sha256 })).json.code).toBe('FILE_PROPOSED')
    const before = await sheet(json.number)
    expect(before).toMatchObject({
      ...{
        title: 'Impor berkas',
        amount: 200_000,
        about: { kind: 'FILE', id },
        run: null,
        changed: [],
        refusal: null,
      },
    })
    expect(before.preview.lines).toContainEqual({ label: 'Pembayaran dicatat', before: null, after: '20' })
    expect(await recorded()).toBe(0)
    expect(await agree(json.number)).toMatchObject([{ state: 'DONE' }])
    expect(await recorded()).toBe(0)
    expect((await sheet(json.number)).run).toMatchObject({ says: 'Sedang diimpor.', outcome: null })
    await work()
    expect(await recorded()).toBe(20)
    const run = {
      says: 'Selesai diimpor.',
      outcome: 'DONE',
      by: 'Budi',
      found: { lines: 20, refused: 0, amount: 200_000 },
    }
    expect((await sheet(json.number)).run).toMatchObject(run)
    expect((await show(id)).runs[0]).toMatchObject({ ...run, proposal: json.number })
    expect((await trailOf(id)).map(({ operation }) => operation)).toEqual([
      'uploadFile',
      'endFileRun',
      'proposeFile',
      'endFileRun',
    ])
    const [entry] = await many<{ actor: string; proposal: number }>(
      fixture.context.db,
      'test.line',
      `select actor, (detail #>> '{authority,proposal}')::int as proposal from audit_event
        where operation = 'recordRepayment' and outcome = 'done' and detail #>> '{authority,proposal}' = $1 limit 1`,
      [String(json.number)],
    )
    expect(entry).toEqual({ actor: `operator:staff-${budi.staffId}`, proposal: json.number })
  })

  test('cannot be swapped after its trial: another content is another file, and the hash that was seen must be that of the file', async () => {
    const content = aFile(3)
    const file = await tried(content)
    const swapped = await tried(content.replace(',10000,', ',10000000,'))
    expect(swapped.id).not.toBe(file.id)
    expect((await propose({ id: file.id, sha256: swapped.sha256 })).json.code).toBe('FILE_DIFFERS')
    const { json } = await propose(file)
    expect(await agree(json.number)).toMatchObject([{ state: 'DONE' }])
    // Whoever owns the tables changes what is kept, after the decision.
    await tamper(file.id, content.replace(',10000,', ',10000000,'))
    await work()
    expect((await sheet(json.number)).run).toMatchObject({
      outcome: 'CHANGED',
      says: expect.stringContaining('Tidak ada yang diimpor'),
    })
    expect(await recorded()).toBe(0)
  })

  test('is imported once by a worker that is killed half-way and another that goes on', async () => {
    const file = await tried(aFile(300))
    const { json } = await propose(file)
    await agree(json.number)
    await workUntilKilled(file.id)
    const half = await recorded()
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(300)
    expect((await sheet(json.number)).run).toMatchObject({ outcome: null })
    await work()
    expect(await recorded()).toBe(300)
    expect((await sheet(json.number)).run).toMatchObject({
      outcome: 'DONE',
      says: expect.stringContaining('Sempat terputus'),
      found: { lines: 300, known: half, refused: 0 },
    })
  })

  test('whose worker dies at each attempt is given up with a sentence, and can be tried again', async () => {
    const file = await tried(aFile(2))
    const { json } = await propose(file)
    await agree(json.number)
    await fixture.context.db.query({ text: 'update staff_file_run set attempts = 8 where ended_at is null' })
    await work()
    expect((await sheet(json.number)).run).toMatchObject({
      outcome: 'FAILED',
      says: expect.stringContaining('tidak tercatat dua kali'),
    })
    expect((await propose(file)).json.code).toBe('FILE_UNTRIED')
    expect((await maya.post('/files/try', { id: file.id })).status).toBe(200)
    expect((await maya.post('/files/try', { id: file.id })).json.code).toBe('FILE_RUNNING')
    await work()
    expect((await propose(file)).json.state).toBe('PROPOSED')
  })

  test('whose decision is over before a worker comes is not imported', async () => {
    const file = await tried(aFile(2))
    const { json } = await propose(file)
    await agree(json.number)
    await later('48 hours', work)
    expect((await sheet(json.number)).run).toMatchObject({
      outcome: 'UNDECIDED',
      says: expect.stringContaining('tidak berlaku lagi'),
    })
    expect(await recorded()).toBe(0)
  })

  test('whose proposal was withdrawn, refused or ran out can be proposed again, and the old one imports nothing', async () => {
    const file = await tried(aFile(2))
    const first = (await propose(file)).json.number
    await maya.post('/approvals/withdraw', { number: first })
    const second = (await propose(file)).json.number
    const { hash } = await sheet(second)
    await budi.decide([{ number: second, hash }], { verdict: 'REFUSE', reason: 'lampirkan mutasinya' })
    await aRule(fixture, 'acceptFile', { hours: 1 })
    const third = (await propose(file)).json.number
    await later('2 hours', async (context) => {
      const page = await showFile(context, { rights: ['WORK'] }, file.id)
      expect(page).toMatchObject({ proposal: { number: third, state: 'EXPIRED' }, whyNot: null })
      const input = { ...file, staffId: maya.staffId, isTaking: false }
      const { number } = await perform(context, proposeFile, { actor: staffActor(maya.staffId), input })
      expect(new Set([first, second, third, number]).size).toBe(4)
    })
    await aRule(fixture, 'acceptFile')
    expect(await agree(first)).toMatchObject([{ state: 'FAILED', code: 'PROPOSAL_ENDED' }])
    await work()
    expect(await recorded()).toBe(0)
  })
})

describe('CON-08 an upload that is no good file is refused with a sentence', () => {
  const sentences: [string, string | Uint8Array, string][] = [
    ['empty', '', 'FILE_EMPTY'],
    ['not UTF-8', Buffer.from([0x6c, 0xff, 0xfe, 0x0a]), 'FILE_NOT_TEXT'],
    ['a workbook', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]), 'FILE_NOT_TEXT'],
    ['too large', 'a'.repeat(16 * 1024 * 1024 + 1), 'BODY_TOO_LARGE'],
  ]
  test.each(sentences)('%s', async (_, content, code) => {
    const { status, json } = await upload(content)
    expect([status >= 400 && status < 500, json.code]).toEqual([true, code])
    expect(json.message).toMatch(/^[A-Z].{10,}\.$/)
  })

  test('of an unknown kind or option, by somebody who may only look, or without a session', async () => {
    expect((await upload(head, { command: 'loans take-over' })).json.code).toBe('NOT_FOUND')
    expect((await upload(head, { options: 'allOrNothing' })).json.code).toBe('NOT_FOUND')
    expect((await upload(head, { by: citra })).json.code).toBe('STAFF_RIGHT_MISSING')
    const stranger = await app.post(`/files?command=x&name=y`, Buffer.alloc(1_000_000, 'a'), {
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(stranger.json.code).toBe('STAFF_SESSION_ENDED')
  })

  test('whose first line names other columns ends its trial, and is not proposed', async () => {
    const file = await tried('nomor,tanggal\nA,B\n')
    const page = await show(file.id)
    expect(page.runs[0]).toMatchObject({ outcome: 'UNREADABLE', found: null, refusals: [{ line: null }] })
    expect(page.runs[0].refusals[0].reason).toMatch(/^Kolomnya salah\. Baris pertama tidak menyebut kolom/)
    expect((await propose(file)).json.code).toBe('FILE_UNTRIED')
  })

  test('that changes nothing is not proposed', async () => {
    const file = await tried(head)
    expect((await propose(file)).json.code).toBe('FILE_IDLE')
  })
})

test('CON-08 the same content for the same command is one file; more than fifty kept files of a person are refused', async () => {
  const content = aFile(1)
  const [first, again] = [await upload(content), await upload(content, { by: budi, name: 'lain.csv' })]
  expect(first.json).toMatchObject({ isNew: true })
  expect(again.json).toEqual({ ...first.json, isNew: false })
  expect((await upload(content, { options: '' })).json.isNew).toBe(true)
  const dewi = await logInStaff(fixture, app, 'Dewi', 'LOOK', 'WORK')
  await fixture.context.db.query({
    text: `insert into staff_file (id, command, name, sha256, bytes, content, uploaded_by)
           select gen_random_uuid(), 'x', 'x', encode(sha256(n::text::bytea), 'hex'), 1, 'x', $1 from generate_series(1, 50) n`,
    values: [dewi.staffId],
  })
  expect((await upload(aFile(1), { by: dewi })).json.code).toBe('FILES_TOO_MANY')
  await work()
})

test('CON-09 the lines of a file are opened for a reason, which the trail keeps; its content is encrypted, and removed after 14 days in which nothing happened', async () => {
  const { id } = await tried(aFile(1, `${loanNumber},salah,10000,RAHASIA-081234567890`))
  const open = (reason: string, by = citra) => by.post('/files/open', { id, reason })
  expect((await open('')).json.message).toBe('Tulis alasannya.')
  const { json } = await open('telepon Penerima Dana')
  expect(json.lines[0]).toEqual({ line: 1, text: head.trim() })
  expect(json.lines).toHaveLength(3)
  expect(json.next).toBeNull()
  expect(await trailOf(id)).toContainEqual({
    ...{ operation: 'openFile', actor: `operator:staff-${citra.staffId}`, outcome: 'done' },
  })
  await later('13 days', removeOldFiles)
  expect((await show(id)).removedAt).toBeNull()
  await later('15 days', removeOldFiles)
  const page = await show(id)
  expect(page).toMatchObject({
    removedAt: expect.any(String),
    whyNot: expect.stringContaining('sudah dihapus'),
  })
  expect(page.runs[0]).toMatchObject({ found: { refused: 1 }, refusals: [] })
  expect((await open('telepon lagi')).json.code).toBe('FILE_REMOVED')
  expect((await maya.post('/files/try', { id })).json.code).toBe('FILE_REMOVED')
})

test('CON-04 a file that takes away, or at which no rule asks for a second pair, is imported at once', async () => {
  const cancel = await tried('loan_number,reason\nTIDAK-ADA,salah\n', {
    command: 'loans cancel',
    options: '',
  })
  expect(await show(cancel.id)).toMatchObject({ needsSecondPair: false, last: { refused: 1 } })
  expect((await propose(cancel)).json.code).toBe('FILE_IDLE')
  for (const operation of ['acceptFile', 'recordRepayment']) await aRule(fixture, operation, { deciders: 0 })
  const file = await tried(aFile(2))
  expect((await propose(file)).json).toEqual({ state: 'STARTED', number: null })
  await work()
  expect(await recorded()).toBe(2)
  const listed = (await citra.get('/files?limit=1')).json
  expect(listed.rows).toMatchObject([{ id: file.id, last: { what: 'IMPORT', outcome: 'DONE', refused: 0 } }])
  expect((await citra.get(`/files?after=${listed.next}&limit=200`)).json.rows.length).toBeGreaterThan(3)
})

test('CON-04 what the command line imports is decided as before, and the console has its kinds and columns', async () => {
  const { kinds } = (await citra.get('/files/kinds')).json
  const named = kinds.map(({ command }: { command: string }) => command)
  expect(named).toEqual(
    expect.arrayContaining(['repayments import', 'loans write-off', 'disbursements import', 'loans import']),
  )
  const operator = operatorOn(fixture)
  for (const { command } of kinds) {
    const help = await operator([...command.split(' '), '--help'])
    expect(`${help.out}${help.err}`, command).toMatch(/<file>|--file <path>/)
  }
})
