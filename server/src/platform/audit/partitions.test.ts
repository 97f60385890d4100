import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { meanwhileOn } from '../../../testing/meanwhile.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { auditSince, markBooks } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { many, one } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Metrics } from '../metrics/metrics.ts'
import { systemRandom, uuidsAt } from '../random.ts'
import { anchorHead, anchoringOf, anchorJobs } from './anchoring.ts'
import { recordAudit } from './audit.ts'
import { addAuditKey } from './keys.ts'
import { makeAuditPartitions, watch as watchAuditPartitions } from './partitions.ts'
import { sealAudit } from './seal.ts'

const year = 365 * 86_400_000

let folder: string
let anchorFile: string
let fixture: Fixture
/** How many milliseconds the ids of this process are ahead of now. */
let ahead = 0

beforeEach(async () => {
  ahead = 0
  folder = await mkdtemp(join(tmpdir(), 'pematang-partitions-'))
  anchorFile = join(folder, 'anchors.jsonl')
  addAuditKey(join(folder, 'keys'), 'k1', 1)
  fixture = await makeFixture({
    withoutFaults: 'counts entries and partitions',
    settings: { AUDIT_KEY_FILE: join(folder, 'keys'), AUDIT_ANCHOR_FILE: anchorFile },
    overrides: { random: { ...systemRandom, uuid: uuidsAt(() => Date.now() + ahead) } },
  })
})
afterEach(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

const asOwner = (work: (client: pg.Client) => Promise<unknown>) =>
  withClient(fixture.databaseUrl, async (client) => {
    await work(client)
  })
async function travel(years: number): Promise<void> {
  fixture.travel(`${years * 365} days`)
  ahead = years * year
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    tx.query({ text: 'select make_audit_partitions()' }),
  )
}
/** The end of the first partition, which contains everything that was there at the migration. */
const firstEnd = async () =>
  (
    await one<{ at: Date }>(
      fixture.context.db,
      'test.first_end',
      `select audit_time_of(end_id) as at from audit_partition where name = 'first'`,
    )
  ).at.getTime()
/** A time-ordered id of a time in milliseconds. */
const idAt = (at: number): string => {
  const hex = Math.trunc(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${fixture.context.random.uuid().slice(13)}`
}
const recordAt = async (...times: number[]) => {
  for (const at of times)
    await recordAudit(fixture.context.db, {
      id: idAt(at),
      actor: { kind: 'operator', name: 'test' },
      operation: 'test',
      outcome: 'done',
    })
}
const seal = (limit = 1000) =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    sealAudit(tx, limit, { reach: 'ALL', keys: fixture.context.auditKeys }),
  )
const anchor = async () => {
  const anchoring = anchoringOf(fixture.context)
  await anchorHead(anchoring, { now: true })
  await runAllJobs(fixture.context, anchorJobs(anchoring))
}
const rowsIn = () =>
  many<{ part: string; entries: number }>(
    fixture.context.db,
    'test.rows_in',
    `select substr(tableoid::regclass::text, 13) as part, count(*) as entries from audit_event group by 1 order by 1`,
  )
const books = async () => (await operatorOn(fixture)(['--json', 'books', 'audit'])).json
const breaches = async () => (await books()).breaches

describe('the partitions of the audit trail', () => {
  test('entries and their seals are in the partitions of the years of their ids, and the books audit finds them whole', async () => {
    const end = await firstEnd()
    await travel(3)
    await recordAt(Date.now(), end - 1, end, end + year * 0.5)
    expect(await seal()).toBe(4)
    const second = new Date(end + year / 2).getUTCFullYear()
    expect(await rowsIn()).toEqual([
      { part: String(second), entries: 2 },
      { part: 'first', entries: 2 },
    ])
    const seals = await many(
      fixture.context.db,
      'test.seals_in',
      `select substr(tableoid::regclass::text, 12) as part, count(*) as entries from audit_seal group by 1 order by 1`,
    )
    expect(seals).toEqual(await rowsIn())
    expect(await breaches()).toEqual([])
  })

  test('partitions are made until a year from now has one, again and again without effect', async () => {
    const names = async () =>
      (
        await many<{ name: string }>(
          fixture.context.db,
          'test.names',
          'select name from audit_partition order by name',
        )
      ).map(({ name }) => name)
    const before = await names()
    await makeAuditPartitions(fixture.context.db)
    expect(await names()).toEqual(before)
    await travel(3)
    const more = await names()
    expect(more.length).toBeGreaterThan(before.length + 1)
    await travel(4)
    expect((await names()).length).toBe(more.length + 1)
    expect(await breaches()).toEqual([])
  })

  test('two processes that make audit partitions and revoke rights on them at once wait for each other instead of failing', async () => {
    const two = meanwhileOn(fixture)
    const make = ({ db }: Context) => inTransaction(db, { repeatable: true }, (tx) => makeAuditPartitions(tx))
    for (let moment = 0; ; moment += 1) {
      await asOwner((client) =>
        client.query(`do $$ declare part text; begin
          for part in select events from audit_partition loop
            execute format('grant insert on %s to pematang_app', part);
          end loop;
        end $$`),
      )
      const { first, second } = await two.at(moment, make, make)
      expect(first).toEqual({ answer: undefined })
      if (!second) break
      expect(second, `before statement ${moment}`).toEqual({ answer: undefined })
    }
    await two.close()
  })

  test('an entry of a year without a partition is kept, sealed and reported by a metric, and moved when the partition is made', async () => {
    const far = (await firstEnd()) + 6 * year
    await recordAt(Date.now(), far)
    expect(await seal()).toBe(2)
    expect(await metricsText()).toContain('pematang_audit_other_entries 1')
    expect(await breaches()).toMatchObject([{ invariant: 'I24c' }])
    const before = await trail()
    await expect(
      asOwner((client) => client.query(`set app.time_shift = '6 years'; select make_audit_partitions()`)),
    ).rejects.toThrow('audit_event_other')
    await asOwner((client) =>
      client.query(`set app.time_shift = '7 years'; select move_other_audit_entries()`),
    )
    expect(await metricsText()).toContain('pematang_audit_other_entries 0')
    expect(await trail()).toEqual(before)
    expect(await breaches()).toMatchObject([{ invariant: 'I24c' }])
  })

  test('the login of the application can neither write into a partition past the triggers, nor drop, detach or retire one', async () => {
    await recordAt(Date.now())
    await seal()
    for (const statement of [
      `insert into audit_event_first (id, actor, operation, outcome) values (gen_random_uuid(), 'x', 'x', 'x')`,
      `update audit_event_first set actor = 'x'`,
      'delete from audit_event_first',
      'truncate audit_event_other',
      'delete from audit_seal_first',
      `insert into audit_seal_first (seq, event_id, hash) values (9, gen_random_uuid(), decode(repeat('00', 32), 'hex'))`,
      'drop table audit_event_first',
      'alter table audit_event detach partition audit_event_first',
      'alter table audit_event_first disable trigger all',
      `select retire_audit(gen_random_uuid(), (select end_id from audit_partition where name = 'first'))`,
      'select move_other_audit_entries()',
      `insert into audit_retired_link (seq, hash) values (1, decode(repeat('00', 32), 'hex'))`,
      'delete from audit_retirement',
    ])
      await expect(fixture.context.db.query({ text: statement }), statement).rejects.toThrow(
        /permission denied|must be owner/,
      )
    await asOwner(async (client) => {
      for (const statement of [
        'delete from audit_event_first',
        'truncate audit_seal_first',
        `update audit_event set actor = 'x'`,
      ])
        await expect(client.query(statement), statement).rejects.toThrow('append-only')
    })
  })

  test('the books audit reports a partition whose trigger is off or which the application may write', async () => {
    await asOwner((client) => client.query('alter table audit_event_first disable trigger all'))
    expect(await breaches()).toMatchObject([{ invariant: 'I26', row: { relation: 'audit_event_first' } }])
    await asOwner((client) => client.query('alter table audit_event_first enable trigger all'))
    await asOwner((client) => client.query('grant insert on audit_seal_other to pematang_app'))
    expect(await breaches()).toMatchObject([{ invariant: 'I26', row: { relation: 'audit_seal_other' } }])
  })
})

describe('retiring the audit trail', () => {
  const retire = async (before: number, ...more: string[]) =>
    operatorOn(fixture)([
      '--json',
      'audit',
      'retire',
      '--before',
      new Date(before).toISOString().replace('Z', '+00:00'),
      ...more,
    ])

  /** Entries on both sides of the end of the first partition; those around it are not sealed in the order of their ids. */
  async function aTrail(): Promise<number> {
    const end = await firstEnd()
    await travel(3)
    await recordAt(Date.now(), end - 60_000, end - 50_000)
    await seal()
    await recordAt(end + 1_000, end + 2_000)
    await seal()
    await recordAt(end - 1_000)
    await seal()
    await recordAt(end + 3_000, end + year / 2)
    await seal()
    return end
  }

  test('drops a year ten years after its end, and what follows is verified from the links that it left', async () => {
    const end = await aTrail()
    await anchor()
    expect(await breaches()).toEqual([])
    await travel(9)
    expect(await retire(end)).toMatchObject({
      exit: 2,
      json: { error: expect.stringContaining('sepuluh tahun') },
    })
    await travel(12)
    expect(await retire(end - 1)).toMatchObject({
      exit: 2,
      json: { error: expect.stringContaining('yang tertua berakhir') },
    })
    const before = await rowsIn()
    expect((await retire(end, '--dry-run')).json).toMatchObject({ entries: 4, dryRun: true })
    expect(await rowsIn()).toEqual(before)
    const mark = await markBooks(fixture.context.db)
    expect((await retire(end)).json).toMatchObject({
      partitions: ['audit_event_first'],
      entries: 4,
      lastRow: 6,
    })
    expect((await auditSince(fixture.context.db, mark)).breaches).toEqual([])
    expect((await rowsIn()).map(({ part }) => part)).not.toContain('first')
    expect(await books()).toMatchObject({ breaches: [], chain: { links: 4 } })
    await seal()
    expect((await rowsIn()).map(({ part }) => part)).not.toContain('other')
    expect(await books()).toMatchObject({ breaches: [], chain: { links: 5 }, anchors: { compared: 1 } })
    const { links } = await one<{ links: number[] }>(
      fixture.context.db,
      'test.links',
      'select array_agg(seq::integer order by seq) as links from audit_retired_link',
    )
    expect(links).toEqual([3, 6])
  })

  test('is refused while entries are unsealed, no signed head is outside the database, or the trail is not whole', async () => {
    const end = await firstEnd()
    const refusal = async () => (await retire(end)).json.error as string
    await travel(12)
    await recordAt(Date.now(), end - 60_000)
    await seal()
    expect(await refusal()).toContain('tidak dapat dibaca')
    await anchor()
    await recordAt(end - 1_000)
    expect(await refusal()).toMatch(/^Sebagian catatan itu belum disegel/)
    await seal()
    expect(await refusal()).toMatch(/^Belum ada kepala rantai/)
    await anchorHead(anchoringOf(fixture.context), { now: true })
    expect(await refusal()).toMatch(/^Belum ada catatan tersegel/)
    await recordAt(end + 5_000)
    await seal()
    expect(await refusal()).toContain(
      'Kepala rantai terbaru yang ditandatangani di berkas itu adalah baris 2',
    )
    await runAllJobs(fixture.context, anchorJobs(anchoringOf(fixture.context)))
    await asOwner(async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `update audit_event set actor = 'operator:other' where id = (select event_id from audit_seal where seq = 2)`,
      )
    })
    expect(await refusal()).toContain('tidak utuh, sehingga tidak ada yang dihapus: I24')
    expect((await rowsIn()).map(({ part }) => part)).toContain('first')
  })

  test('does not hide what is removed by hand before or afterwards', async () => {
    const end = await aTrail()
    await anchor()
    await travel(12)
    await retire(end)
    await seal()
    const attack = (...statements: string[]) =>
      asOwner(async (client) => {
        await client.query('set session_replication_role = replica')
        for (const statement of statements) await client.query(statement)
      })
    await attack(
      'delete from audit_seal where seq = 7',
      'insert into audit_retired_link select 7, hash, key_id, id from audit_retired_link join audit_retirement on true where seq = 6',
    )
    const found = (await breaches()) as { invariant: string }[]
    expect(found.map(({ invariant }) => invariant)).toEqual(expect.arrayContaining(['I24', 'I24e']))
  })
})

const trail = () =>
  many(
    fixture.context.db,
    'test.trail',
    `select e.*, s.seq, s.hash from audit_event e join audit_seal s on s.event_id = e.id order by s.seq`,
  )

function metricsText(): Promise<string> {
  const metrics = new Metrics()
  watchAuditPartitions({ db: fixture.context.db, metrics })
  return metrics.text()
}
