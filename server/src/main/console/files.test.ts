import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStage, setFileStage } from '../../../testing/console-files.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aRule } from '../../../testing/staff.ts'
import { Database, many, one, run } from '../../platform/db/database.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { FailPoints } from '../../platform/fail-points.ts'
import { proposeFile, runFile } from '../../staff/testing.ts'
import { fileKinds } from './file-kinds.ts'
import { showFile } from './files.ts'

let stage: FileStage
beforeAll(async () => {
  stage = await setFileStage()
}, 120_000)
afterAll(async () => {
  expect(await stage.fixture.books()).toEqual([])
  await stage.close()
})

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
  const { context } = stage.fixture
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
  const owner = new Database({ url: stage.fixture.databaseUrl, size: 1 })
  await owner.query({ text: 'alter table staff_file disable trigger user' })
  await run(owner, 'test.tamper', 'update staff_file set content = $2 where id = $1', [id, content])
  await owner.query({ text: 'alter table staff_file enable trigger user' })
  await owner.close()
}

describe('CON-04 CON-08 a file of repayments at the console', () => {
  test('is tried with its refused lines by number, column and reason, fixed, proposed by its hash, decided by another person and imported by the worker under the proposal', async () => {
    const bad = [
      `${stage.loanNumber},31/01/2026,10000,X-1`,
      `TIDAK-ADA,${stage.day},10000,X-2`,
      `${stage.loanNumber},${stage.day},0,X-3`,
    ]
    const wrong = await stage.tried(stage.aFile(20, ...bad))
    const page = await stage.show(wrong.id)
    expect(page).toMatchObject({
      ...{ title: 'Pembayaran Penerima Dana', name: 'bayar.csv', needsSecondPair: true, proposal: null },
      last: { what: 'TRIAL', outcome: 'DONE', lines: 23, refused: 3 },
      whyNot: 'Ada baris yang ditolak. Perbaiki berkasnya, lalu unggah lagi.',
    })
    expect(page.runs[0].says).toBe('3 baris akan ditolak.')
    expect(page.runs[0].refusals).toEqual([
      { line: 22, column: 'paid_on', reason: expect.stringContaining('harus tanggal YYYY-MM-DD') },
      { line: 23, column: null, reason: 'pinjaman ini tidak ada' },
      { line: 24, column: 'amount', reason: expect.stringContaining('harus rupiah bulat di atas 0') },
    ])
    expect((await stage.propose(wrong)).json.code).toBe('FILE_REFUSED_LINES')

    const good = stage.aFile(20)
    const { id, sha256 } = await stage.tried(good)
    expect(sha256).toBe(createHash('sha256').update(good).digest('hex'))
    expect((await stage.show(id)).runs[0]).toMatchObject({
      says: 'Tidak ada baris yang ditolak.',
      found: { lines: 20, amount: 200_000 },
    })
    const { json } = await stage.propose({ id, sha256 })
    expect(json).toMatchObject({ state: 'PROPOSED', number: expect.any(Number) })
    expect((await stage.propose({ id, sha256 })).json.code).toBe('FILE_PROPOSED')
    const before = await stage.sheet(json.number)
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
    expect(await stage.recorded()).toBe(0)
    expect(await stage.agree(json.number)).toMatchObject([{ state: 'DONE' }])
    expect(await stage.recorded()).toBe(0)
    expect((await stage.sheet(json.number)).run).toMatchObject({ says: 'Sedang diimpor.', outcome: null })
    await stage.work()
    expect(await stage.recorded()).toBe(20)
    const run = {
      says: 'Selesai diimpor.',
      outcome: 'DONE',
      by: 'Budi',
      found: { lines: 20, refused: 0, amount: 200_000 },
    }
    expect((await stage.sheet(json.number)).run).toMatchObject(run)
    expect((await stage.show(id)).runs[0]).toMatchObject({ ...run, proposal: json.number })
    expect((await stage.trailOf(id)).map(({ operation }) => operation)).toEqual([
      'uploadFile',
      'endFileRun',
      'proposeFile',
      'endFileRun',
    ])
    const [entry] = await many<{ actor: string; proposal: number }>(
      stage.fixture.context.db,
      'test.line',
      `select actor, (detail #>> '{authority,proposal}')::int as proposal from audit_event
        where operation = 'recordRepayment' and outcome = 'done' and detail #>> '{authority,proposal}' = $1 limit 1`,
      [String(json.number)],
    )
    expect(entry).toEqual({ actor: `operator:staff-${stage.budi.staffId}`, proposal: json.number })
  })

  test('cannot be swapped after its trial: another content is another file, and the hash that was seen must be that of the file', async () => {
    const content = stage.aFile(3)
    const file = await stage.tried(content)
    const swapped = await stage.tried(content.replace(',10000,', ',10000000,'))
    expect(swapped.id).not.toBe(file.id)
    expect((await stage.propose({ id: file.id, sha256: swapped.sha256 })).json.code).toBe('FILE_DIFFERS')
    const { json } = await stage.propose(file)
    expect(await stage.agree(json.number)).toMatchObject([{ state: 'DONE' }])
    // Whoever owns the tables changes what is kept, after the decision.
    await tamper(file.id, content.replace(',10000,', ',10000000,'))
    await stage.work()
    expect((await stage.sheet(json.number)).run).toMatchObject({
      outcome: 'CHANGED',
      says: expect.stringContaining('Tidak ada yang diimpor'),
    })
    expect(await stage.recorded()).toBe(0)
  })

  test('is imported once by a worker that is killed half-way and another that goes on', async () => {
    const file = await stage.tried(stage.aFile(300))
    const { json } = await stage.propose(file)
    await stage.agree(json.number)
    await workUntilKilled(file.id)
    const half = await stage.recorded()
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(300)
    expect((await stage.sheet(json.number)).run).toMatchObject({ outcome: null })
    await stage.work()
    expect(await stage.recorded()).toBe(300)
    expect((await stage.sheet(json.number)).run).toMatchObject({
      outcome: 'DONE',
      says: expect.stringContaining('Sempat terputus'),
      found: { lines: 300, known: half, refused: 0 },
    })
  })

  test('whose worker dies at each attempt is given up with a sentence, and can be tried again', async () => {
    const file = await stage.tried(stage.aFile(2))
    const { json } = await stage.propose(file)
    await stage.agree(json.number)
    await stage.fixture.context.db.query({
      text: 'update staff_file_run set attempts = 8 where ended_at is null',
    })
    await stage.work()
    expect((await stage.sheet(json.number)).run).toMatchObject({
      outcome: 'FAILED',
      says: expect.stringContaining('tidak tercatat dua kali'),
    })
    expect((await stage.propose(file)).json.code).toBe('FILE_UNTRIED')
    expect((await stage.maya.post('/files/try', { id: file.id })).status).toBe(200)
    expect((await stage.maya.post('/files/try', { id: file.id })).json.code).toBe('FILE_RUNNING')
    await stage.work()
    expect((await stage.propose(file)).json.state).toBe('PROPOSED')
  })

  test('whose decision is over before a worker comes is not imported', async () => {
    const file = await stage.tried(stage.aFile(2))
    const { json } = await stage.propose(file)
    await stage.agree(json.number)
    await stage.later('48 hours', stage.work)
    expect((await stage.sheet(json.number)).run).toMatchObject({
      outcome: 'UNDECIDED',
      says: expect.stringContaining('tidak berlaku lagi'),
    })
    expect(await stage.recorded()).toBe(0)
  })

  test('whose proposal was withdrawn, refused or ran out can be proposed again, and the old one imports nothing', async () => {
    const file = await stage.tried(stage.aFile(2))
    const first = (await stage.propose(file)).json.number
    await stage.maya.post('/approvals/withdraw', { number: first })
    const second = (await stage.propose(file)).json.number
    const { hash } = await stage.sheet(second)
    await stage.budi.decide([{ number: second, hash }], { verdict: 'REFUSE', reason: 'lampirkan mutasinya' })
    await aRule(stage.fixture, 'acceptFile', { hours: 1 })
    const third = (await stage.propose(file)).json.number
    await stage.later('2 hours', async (context) => {
      const page = await showFile(context, { rights: ['WORK'] }, file.id)
      expect(page).toMatchObject({ proposal: { number: third, state: 'EXPIRED' }, whyNot: null })
      const input = { ...file, staffId: stage.maya.staffId, isTaking: false }
      const { number } = await perform(context, proposeFile, { actor: staffActor(stage.maya.staffId), input })
      expect(new Set([first, second, third, number]).size).toBe(4)
    })
    await aRule(stage.fixture, 'acceptFile')
    expect(await stage.agree(first)).toMatchObject([{ state: 'FAILED', code: 'PROPOSAL_ENDED' }])
    await stage.work()
    expect(await stage.recorded()).toBe(0)
  })
})

test('CON-04 a file that takes away, or at which no rule asks for a second pair, is imported at once', async () => {
  const cancel = await stage.tried('loan_number,reason\nTIDAK-ADA,salah\n', {
    command: 'loans cancel',
    options: '',
  })
  expect(await stage.show(cancel.id)).toMatchObject({ needsSecondPair: false, last: { refused: 1 } })
  expect((await stage.propose(cancel)).json.code).toBe('FILE_IDLE')
  for (const operation of ['acceptFile', 'recordRepayment'])
    await aRule(stage.fixture, operation, { deciders: 0 })
  const file = await stage.tried(stage.aFile(2))
  expect((await stage.propose(file)).json).toEqual({ state: 'STARTED', number: null })
  await stage.work()
  expect(await stage.recorded()).toBe(2)
  const listed = (await stage.citra.get('/files?limit=1')).json
  expect(listed.rows).toMatchObject([{ id: file.id, last: { what: 'IMPORT', outcome: 'DONE', refused: 0 } }])
  expect((await stage.citra.get(`/files?after=${listed.next}&limit=200`)).json.rows.length).toBeGreaterThan(3)
})

test('CON-04 what the command line imports is decided as before, and the console has its kinds and columns', async () => {
  const { kinds } = (await stage.citra.get('/files/kinds')).json
  const named = kinds.map(({ command }: { command: string }) => command)
  expect(named).toEqual(
    expect.arrayContaining(['repayments import', 'loans write-off', 'disbursements import', 'loans import']),
  )
  const operator = operatorOn(stage.fixture)
  for (const { command } of kinds) {
    const help = await operator([...command.split(' '), '--help'])
    expect(`${help.out}${help.err}`, command).toMatch(/<file>|--file <path>/)
  }
})
