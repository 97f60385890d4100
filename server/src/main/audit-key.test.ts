import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileCache } from '../../testing/compile-cache.ts'
import { operatorOn } from '../../testing/operator.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import { auditKeysOf } from '../platform/audit/keys.ts'

let fixture: Fixture
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-audit-'))
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

test('DOOR-05 no process starts in production without the keys of the audit trail', async () => {
  const start = startServerProcess('worker', fixture.databaseUrl, { NODE_ENV: 'production' })
  await expect(start).rejects.toThrow('AUDIT_KEY_FILE')
})

test('DOOR-05 a setting that publishes signed audit trail heads is refused without a signing key', async () => {
  const start = startServerProcess('worker', fixture.databaseUrl, {
    AUDIT_ANCHOR_FILE: join(folder, 'anchors.jsonl'),
  })
  await expect(start).rejects.toThrow('AUDIT_ANCHOR_FILE: needs AUDIT_KEY_FILE')
})

test('DOOR-05 the migration creates the first audit key of a demo, and the worker seals and signs the audit trail with it', async () => {
  const files = {
    AUDIT_KEY_FILE: join(folder, 'audit-keys'),
    AUDIT_ANCHOR_FILE: join(folder, 'anchors.jsonl'),
  }
  const migrate = (settings: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        DATABASE_URL: fixture.databaseUrl,
        ESIGN_BASE_URL: 'http://127.0.0.1:9',
        ESIGN_API_KEY: 'test-key-of-the-sandbox',
        ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
        ...files,
        ...settings,
      },
    })
  expect(migrate({ NODE_ENV: 'production' }).stdout).not.toContain('audit')
  expect(migrate().stdout).toContain('audit: made a key for the audit trail, from row 1 on')
  expect((await stat(files.AUDIT_KEY_FILE)).mode & 0o777).toBe(0o600)
  const before = await readFile(files.AUDIT_KEY_FILE, 'utf8')
  expect(migrate()).toMatchObject({ status: 0, stderr: '' })
  expect(await readFile(files.AUDIT_KEY_FILE, 'utf8')).toBe(before)

  const { context } = fixture
  await recordAudit(context.db, {
    id: context.random.uuid(),
    actor: { kind: 'system' },
    operation: 'test',
    outcome: 'done',
  })
  const worker = await startServerProcess('worker', fixture.databaseUrl, files)
  try {
    await expect
      .poll(() => readFile(files.AUDIT_ANCHOR_FILE, 'utf8').catch(() => ''), { timeout: 60_000 })
      .not.toBe('')
  } finally {
    worker.child.kill('SIGTERM')
    await worker.ended
  }
  const keyed = { context: { ...context, auditKeys: auditKeysOf(files.AUDIT_KEY_FILE) } }
  const told = await operatorOn(keyed)(['--json', 'books', 'audit', '--anchor', files.AUDIT_ANCHOR_FILE])
  expect(told.json).toMatchObject({
    whole: true,
    chain: { links: 1, keyed: 1, keyedFrom: 1 },
    anchors: { compared: 1, newest: { seq: 1 } },
  })
})
