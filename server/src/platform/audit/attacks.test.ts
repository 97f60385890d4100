import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAllJobs } from '../../../testing/drain.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { makeFixture, type Fixture, type FixtureOptions } from '../../../testing/fixture.ts'
import { many } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { anchorHead, anchoringOf, anchorJobs } from './anchoring.ts'
import { recordAudit } from './audit.ts'
import { rowText } from './chain.ts'
import { addAuditKey, auditKeysOf } from './keys.ts'
import { sealAudit, sealWithin } from './seal.ts'

const why = 'rewrites the trail by hand, and counts what was sealed'

let folder: string
let keyFile: string
let anchorFile: string
let fixture: Fixture

async function open(settings: FixtureOptions['settings'] = {}): Promise<void> {
  fixture = await makeFixture({
    withoutFaults: why,
    settings: { AUDIT_KEY_FILE: keyFile, AUDIT_ANCHOR_FILE: anchorFile, ...settings },
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-audit-'))
  keyFile = join(folder, 'keys')
  anchorFile = join(folder, 'anchors.jsonl')
})
afterEach(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

async function record(count: number, actor = 'honest'): Promise<void> {
  const { context } = fixture
  for (let i = 0; i < count; i += 1) {
    await recordAudit(context.db, {
      id: context.random.uuid(),
      actor: { kind: 'operator', name: actor },
      operation: `test${i}`,
      outcome: 'done',
    })
  }
}
const seal = () =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    sealAudit(tx, 1000, { keys: fixture.context.auditKeys }),
  )

const attack = (work: (client: pg.Client) => Promise<unknown>) =>
  withClient(fixture.databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await work(client)
  })

/** Recomputes all links without a key, as chains had them before keys were introduced. */
async function recompute(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ seq: string; text: string }>(
    `select s.seq, ${rowText} as text from audit_seal s join audit_event e on e.id = s.event_id order by s.seq`,
  )
  let hash: Buffer = Buffer.alloc(32)
  for (const { seq, text } of rows) {
    hash = createHash('sha256').update(hash).update(text).digest()
    await client.query('update audit_seal set hash = $2, key_id = null where seq = $1', [seq, hash])
  }
}

const cut = (count: number) => async (client: pg.Client) => {
  await client.query(
    `create temp table gone as select event_id from audit_seal order by seq desc limit ${count}`,
  )
  await client.query('delete from audit_seal where event_id in (select event_id from gone)')
  await client.query('delete from audit_event where id in (select event_id from gone)')
}

const audit = async (...args: string[]) => operatorOn(fixture)(['--json', 'books', 'audit', ...args])
const breaches = async (...args: string[]) => (await audit(...args)).json.breaches

describe('the audit trail sealed with a key outside the database', () => {
  beforeEach(async () => {
    addAuditKey(keyFile, 'k1', 1)
    await open()
    await record(60)
    expect(await seal()).toBe(60)
    expect(await breaches()).toEqual([])
  })

  test('DOOR-05 the books audit reports exactly the audit trail entry whose actor was changed', async () => {
    await attack((client) =>
      client.query(`update audit_event set actor = 'operator:other' where operation = 'test7'`),
    )
    expect(await breaches()).toMatchObject([
      { invariant: 'I24', row: { seq: 8, why: expect.stringContaining('was changed') } },
    ])
  })

  test('DOOR-05 the books audit reports every link of an audit trail chain that was recomputed without the key', async () => {
    await attack(async (client) => {
      await client.query(`update audit_event set actor = 'operator:other' where operation = 'test7'`)
      await recompute(client)
    })
    const found = await breaches()
    expect(found).toHaveLength(20)
    expect(found[0]).toMatchObject({
      invariant: 'I24',
      row: { seq: 1, why: 'it is sealed without a key, where AUDIT_KEY_FILE says k1' },
    })
  })

  test('DOOR-05 the books audit reports a recomputed audit trail chain also after the worker has continued it', async () => {
    await attack(recompute)
    await record(3)
    await seal()
    expect((await breaches())[0]).toMatchObject({
      row: { seq: 1, why: expect.stringContaining('without a key') },
    })
  })

  test('DOOR-05 the books audit reports seals of the audit trail that have changed places', async () => {
    await attack((client) =>
      client.query(`update audit_seal set seq = 1000 where seq = 5;
                    update audit_seal set seq = 5 where seq = 6; update audit_seal set seq = 6 where seq = 1000`),
    )
    const found: { row: { seq: number } }[] = await breaches()
    expect(found.map(({ row }) => row.seq)).toEqual([5, 6, 7])
  })

  test('DOOR-05 the books audit reports seals of the audit trail that were deleted, and a seal whose key was changed', async () => {
    await attack(async (client) => {
      await client.query('delete from audit_seal where seq between 10 and 12')
      await client.query(`update audit_seal set key_id = 'k0' where seq = 40`)
    })
    expect(await breaches()).toMatchObject([
      { row: { seq: 13, why: 'the chain has no rows 10 to 12 before it' } },
      { row: { seq: 40, why: 'it is sealed by the key k0, where AUDIT_KEY_FILE says k1' } },
    ])
  })

  test('DOOR-05 the books audit reports an audit trail entry inserted with a past id, before and after it is sealed', async () => {
    const insert = `insert into audit_event (id, at, actor, operation, outcome)
      values ('01900000-0000-7000-8000-000000000001', '2024-06-10', 'operator:other', 'invented', 'done')`
    await attack((client) => client.query(insert))
    expect(await breaches()).toMatchObject([{ invariant: 'I24b', row: { operation: 'invented' } }])
    await sealWithin(fixture.context.db, 'ALL', fixture.context.auditKeys)
    expect(await breaches()).toMatchObject([
      { invariant: 'I24c', row: { seq: 61, why: expect.stringContaining('its id says 2024-') } },
    ])
  })

  test('DOOR-05 the signed head of the audit trail reveals a truncated chain, also when other entries replace its end', async () => {
    expect(await anchorHead(anchoringOf(fixture.context))).toMatchObject({ seq: 60, key: 'k1' })
    await runAllJobs(fixture.context, anchorJobs(anchoringOf(fixture.context)))
    expect((await audit()).json).toMatchObject({ whole: true, anchors: { compared: 1, newest: { seq: 60 } } })
    const kept = join(folder, 'copy.jsonl')
    await writeFile(kept, await readFile(anchorFile))
    await rm(anchorFile)
    await attack(cut(50))
    expect(await audit()).toMatchObject({ exit: 0, json: { whole: true, anchors: null } })
    const found = await audit('--anchor', kept)
    expect(found).toMatchObject({
      exit: 1,
      json: {
        breaches: [
          {
            invariant: 'I24d',
            row: { seq: 60, why: 'the chain ends at row 10: 50 rows or more were cut off its end' },
          },
        ],
      },
    })
    await record(55)
    await seal()
    expect(await breaches('--anchor', kept)).toMatchObject([
      { invariant: 'I24d', row: { why: 'row 60 has another link: what came up to it was rewritten' } },
    ])
  })

  test('DOOR-05 the books audit reports an audit trail head that is altered, signed by another key or unreadable', async () => {
    const { context } = fixture
    const anchor = await anchorHead(anchoringOf(context))
    const otherFile = join(folder, 'other')
    addAuditKey(otherFile, 'k1', 1)
    const other = await anchorHead({ ...anchoringOf(context), keys: auditKeysOf(otherFile) }, { now: true })
    const lines = [anchor, { ...anchor, seq: 59 }, other, { seq: 1 }].map((one) => JSON.stringify(one))
    await writeFile(anchorFile, lines.join('\n'))
    expect(await breaches()).toMatchObject([
      { row: { line: 2, why: 'its signature is not ours' } },
      { row: { line: 3, why: 'its signature is not ours' } },
      { row: { line: 4, why: 'it is no anchor' } },
    ])
    expect(await audit('--anchor', join(folder, 'nothing'))).toMatchObject({ exit: 2 })
  })

  test('DOOR-05 the books audit without the key reports that it could check only unkeyed links of the audit trail', async () => {
    const result = await operatorOn({ context: { ...fixture.context, auditKeys: () => null } })([
      'books',
      'audit',
    ])
    expect(result.exit).toBe(0)
    expect(result.out).not.toContain('Pembukuan utuh.\n')
    expect(result.out).toContain('60 baris sejak baris 1 disegel dengan kunci dan TIDAK diperiksa')
  })

  test('DOOR-05 a worker without the key does not continue a keyed audit trail chain', async () => {
    await record(1)
    const sealing = inTransaction(fixture.context.db, { repeatable: true }, (tx) => sealAudit(tx))
    await expect(sealing).rejects.toThrow('The audit trail is sealed with the key k1')
  })

  test('DOOR-05 a new audit key seals from the next row on, and rows of the old key still verify', async () => {
    const operator = operatorOn(fixture)
    expect(await operator(['audit', 'add-key', 'k2', '--dry-run'])).toMatchObject({ exit: 0 })
    expect(fixture.context.auditKeys()).toHaveLength(1)
    expect((await operator(['--json', 'audit', 'add-key', 'k2'])).json).toMatchObject({ id: 'k2', from: 61 })
    expect(await operator(['audit', 'add-key', 'k2'])).toMatchObject({ exit: 2 })
    await record(2)
    await seal()
    const sealed = await many(
      fixture.context.db,
      'test.keys',
      'select key_id as key, count(*) as rows from audit_seal group by key_id order by 1',
    )
    expect(sealed).toEqual([
      { key: 'k1', rows: 60 },
      { key: 'k2', rows: 3 },
    ])
    expect(await breaches()).toEqual([])
    const { keys } = (await operator(['--json', 'audit', 'keys'])).json
    expect(keys).toMatchObject([
      { id: 'k1', from: 1 },
      { id: 'k2', from: 61 },
    ])
    expect(JSON.stringify(keys)).not.toContain((await readFile(keyFile, 'utf8')).split(/\s+/).at(-2))
  })
})

describe('a chain started without a key', () => {
  test('DOOR-05 an audit trail chain that gets a key keeps its earlier links and is keyed from that row on', async () => {
    await open({ AUDIT_KEY_FILE: '', AUDIT_ANCHOR_FILE: '' })
    await record(5)
    expect(await seal()).toBe(5)
    addAuditKey(keyFile, 'k1', 6)
    fixture.context.auditKeys = auditKeysOf(keyFile)
    await record(3)
    expect(await seal()).toBe(3)
    expect((await audit()).json).toMatchObject({
      whole: true,
      chain: { links: 8, keyed: 3, keyedFrom: 6, unchecked: 0 },
    })
    await attack((client) => client.query(`update audit_seal set key_id = null where seq = 6`))
    expect(await breaches()).toMatchObject([{ invariant: 'I24', row: { seq: 6 } }])
  })
})

describe('the signed head of the audit trail', () => {
  let server: Server
  let answers: number[]
  let received: { body: string; headers: Record<string, unknown> }[]
  let url: string

  beforeEach(async () => {
    addAuditKey(keyFile, 'k1', 1)
    received = []
    server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += String(piece)
      received.push({ body, headers: request.headers })
      response.writeHead(answers.shift() ?? 204).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/anchors`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test('DOOR-05 the signed head of the audit trail is published once a day to a file and a URL, with retries', async () => {
    await open({ AUDIT_ANCHOR_URL: url, AUDIT_ANCHOR_TOKEN: 'a token of the archive' })
    answers = [503, 500, 204]
    const { context } = fixture
    const anchoring = anchoringOf(context)
    expect(await anchorHead(anchoring)).toBeNull()
    await record(3)
    await seal()
    const anchor = await anchorHead(anchoring)
    expect(await anchorHead(anchoring)).toBeNull()
    for (let pass = 1; pass <= 4; pass += 1) {
      fixture.travel(`${pass * 2} minutes`)
      await runAllJobs(context, anchorJobs(anchoring))
    }
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([anchor, anchor, anchor])
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer a token of the archive' })
    expect(await readFile(anchorFile, 'utf8')).toBe(`${JSON.stringify(anchor)}\n`)
    fixture.travel('25 hours')
    expect(await anchorHead(anchoring)).toMatchObject({ seq: 3 })
    await runAllJobs(context, anchorJobs(anchoring))
    expect((await readFile(anchorFile, 'utf8')).split('\n')).toHaveLength(3)
    fixture.travel(undefined)
    expect(await breaches()).toEqual([])
  })

  test('DOOR-05 the signed head of the audit trail is signed on an operator’s request', async () => {
    await open()
    await record(2)
    const result = await operatorOn(fixture)(['--json', 'audit', 'anchor'])
    expect(result.json.anchor).toMatchObject({ seq: 2, key: 'k1' })
  })
})

test('DOOR-05 an audit key file that is malformed or readable by others is rejected, without printing its secrets', async () => {
  await open({ AUDIT_KEY_FILE: '', AUDIT_ANCHOR_FILE: '' })
  const read = () => auditKeysOf(keyFile)()
  expect(read).toThrow(`AUDIT_KEY_FILE: ${keyFile} cannot be read.`)
  addAuditKey(keyFile, 'k1', 10)
  expect(read()).toMatchObject([{ id: 'k1', from: 10 }])
  await chmod(keyFile, 0o644)
  expect(read).toThrow('every user of this machine may read')
  await chmod(keyFile, 0o600)
  addAuditKey(keyFile, 'k2', 10)
  expect(read).toThrow('the key k2 does not begin behind the key k1')
  for (const text of ['', '# nothing', 'k1 1 c2hvcnQ=', 'k1 0', `k1 0 ${'A'.repeat(44)}`]) {
    await writeFile(keyFile, text)
    expect(read).toThrow(/^AUDIT_KEY_FILE: /)
    expect(read).not.toThrow(/c2hvcnQ|AAAA/)
  }
})
