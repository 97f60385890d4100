import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAllJobs } from '../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { withClient } from '../../testing/global-setup.ts'
import { operatorOn } from '../../testing/operator.ts'
import { startSealer } from './sealer.ts'
import { one } from '../platform/db/database.ts'
import { createLog } from '../platform/log/log.ts'
import { anchorHead, anchoringOf, anchorJobs, lastAnchored } from '../platform/audit/anchoring.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import { addAuditKey } from '../platform/audit/keys.ts'
import { type Seen, sealWithin } from '../platform/audit/seal.ts'

let folder: string
let anchorFile: string
let fixture: Fixture

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-cut-'))
  anchorFile = join(folder, 'anchors.jsonl')
  addAuditKey(join(folder, 'keys'), 'k1', 1)
  fixture = await makeFixture({
    withoutFaults: 'rewrites the trail by hand, and counts what was sealed',
    settings: { AUDIT_KEY_FILE: join(folder, 'keys'), AUDIT_ANCHOR_FILE: anchorFile },
  })
})
afterEach(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

async function record(count: number): Promise<void> {
  const { db, random } = fixture.context
  for (let i = 0; i < count; i += 1)
    await recordAudit(db, {
      id: random.uuid(),
      actor: { kind: 'system' },
      operation: 'test',
      outcome: 'done',
    })
}
const seal = (seen: Seen) => sealWithin(fixture.context.db, 'ALL', fixture.context.auditKeys, seen)
const sealed = async () =>
  (await one<{ rows: number }>(fixture.context.db, 'test.sealed', 'select count(*) as rows from audit_seal'))
    .rows

/** Removes the newest entries with their links, as who owns the tables can. */
const cut = (count: number) =>
  withClient(fixture.databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `create temp table gone as select event_id from audit_seal order by seq desc limit ${count}`,
    )
    await client.query('delete from audit_seal where event_id in (select event_id from gone)')
    await client.query('delete from audit_event where id in (select event_id from gone)')
  })

async function keepHead(): Promise<void> {
  await anchorHead(anchoringOf(fixture.context), { now: true })
  await runAllJobs(fixture.context, anchorJobs(anchoringOf(fixture.context)))
}

test('SEC-06 a worker seals nothing more where the chain has become shorter than what it sealed, or was sealed anew', async () => {
  const seen: Seen = { head: null }
  await record(5)
  await seal(seen)
  await record(2)
  // What another worker has sealed is seen too.
  await seal({ head: null })
  await seal(seen)
  await cut(3)
  await record(1)
  await expect(seal(seen)).rejects.toThrow(/up to row 7: it ends at row 4\. Nothing is sealed/)
  expect(await sealed()).toBe(4)
  await record(4)
  await seal({ head: null })
  await expect(seal(seen)).rejects.toThrow('row 7 has another link')
})

test('SEC-06 a worker and an operator’s command that start after the cut compare the chain with the signed head outside the database', async () => {
  await record(5)
  await seal({ head: null })
  await keepHead()
  await cut(2)
  await record(1)
  const places = anchoringOf(fixture.context).places
  await expect(seal({ head: await lastAnchored(places) })).rejects.toThrow('it ends at row 3')
  const command = await operatorOn(fixture)(['audit', 'anchor'])
  expect([command.exit, JSON.stringify(command)]).toEqual([
    expect.not.stringMatching(/^0$/),
    expect.stringContaining('ends at row 3'),
  ])
  expect(await sealed()).toBe(3)
  // After a restore to the past an operator begins a new file of signed heads.
  await rename(anchorFile, join(folder, 'kept.jsonl'))
  await seal({ head: await lastAnchored(places) })
  expect(await sealed()).toBe(4)
})

test('SEC-06 the head is signed every five minutes while the trail grows, and once a day while it does not', async () => {
  const { context } = fixture
  const sign = async (after: string) => {
    fixture.travel(after)
    return (await anchorHead(anchoringOf(context)))?.seq ?? null
  }
  await record(1)
  await seal({ head: null })
  expect(await sign('0 minutes')).toBe(1)
  await record(1)
  await seal({ head: null })
  expect([await sign('4 minutes'), await sign('6 minutes')]).toEqual([null, 2])
  expect(await sign('36 hours')).toBe(2)
})

test('SEC-06 the worker writes each signed head to its log at every level, and what it finds cut', async () => {
  const lines: string[] = []
  const into = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString())
      done()
    },
  })
  const context = { ...fixture.context, log: createLog('warn', into) }
  await record(3)
  const sealer = startSealer(context)
  const said = (text: string) => vi.waitFor(() => expect(lines.join('')).toContain(text), { timeout: 60_000 })
  try {
    await said('"stream":"audit","anchor":{"at":')
    await vi.waitFor(async () => expect(await sealed()).toBe(3), { timeout: 60_000 })
    await cut(1)
    await said('up to row 3: it ends at row 2')
  } finally {
    await sealer.stop()
  }
  await runAllJobs(context, anchorJobs(anchoringOf(context)))
  const [signed] = lines.flatMap((line) => (line.includes('"stream":"audit"') ? [JSON.parse(line)] : []))
  expect(JSON.parse(await readFile(anchorFile, 'utf8'))).toEqual(signed.anchor)
})
