import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operatorIn } from '../../../testing/operator.ts'
import { openBackups } from './open-backups.ts'

// Backups as `backup create` leaves them, without a server: only a real restore needs one (server/stress).
const system = '7000000000000000001'
const segmentBytes = 16 * 1024 * 1024
let folder: string

const at = (...names: string[]) => path.join(folder, 'backups', system, ...names)
const segmentName = (number: number) =>
  `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`

function archiveSegment(number: number): void {
  const head = Buffer.alloc(segmentBytes)
  head.writeBigUInt64LE(BigInt(number * segmentBytes), 8)
  head.writeBigUInt64LE(BigInt(system), 24)
  mkdirSync(at('wal'), { recursive: true })
  writeFileSync(at('wal', `${segmentName(number)}.gz`), gzipSync(head, { level: 1 }))
}

function keepBackup(id: string, completedAt: string, segment: number): void {
  const content = 'the content of the only file'
  mkdirSync(at('base', id, 'cluster'), { recursive: true })
  writeFileSync(at('base', id, 'cluster', 'PG_VERSION'), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const [firstSegment, lastSegment] = [segmentName(segment), segmentName(segment)]
  const files = [{ path: 'PG_VERSION', bytes: content.length, sha256 }]
  const times = { startedAt: completedAt, completedAt }
  const manifest = { id, system, major: 18, timeline: 1, firstSegment, lastSegment, ...times }
  writeFileSync(
    at('base', id, 'manifest.json'),
    JSON.stringify({ ...manifest, bytes: content.length, files, folders: [] }),
  )
}

const operator = async (...args: string[]) => {
  const environment = {
    PEMATANG_DATA: path.join(folder, 'data'),
    BACKUP_FOLDER: path.join(folder, 'backups'),
  }
  const openContext = () => Promise.reject(new Error('a backup opens no context'))
  return await operatorIn(openContext, { openBackups: () => openBackups(environment) })(args)
}

/** Without the lock that keeps a restore and a start apart: its folder stays when it is released. */
const everyFile = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('data/start.lock'))
    .toSorted()

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-backup-'))
  mkdirSync(path.join(folder, 'data', 'postgres'), { recursive: true })
  for (const number of [2, 3, 4, 5]) archiveSegment(number)
  keepBackup('20261101T000000Z', '2026-11-01T00:00:00.000Z', 2)
  keepBackup('20261108T000000Z', '2026-11-08T00:00:00.000Z', 4)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('BAK-08 `backup prune --dry-run` names what would be removed and leaves it; without it that is removed', async () => {
  const before = everyFile()
  const dry = await operator('backup', 'prune', '--keep', '1', '--dry-run')
  expect(dry.out).toMatch(
    /^20261101T000000Z: complete at .*\n1 backups and 2 files of the log would be removed/,
  )
  expect(dry.out).toContain('Dry run: nothing was written.')
  expect(everyFile()).toEqual(before)

  const removed = { removed: ['20261101T000000Z'], logFiles: 2, kept: ['20261108T000000Z'] }
  const foreseen = await operator('--json', 'backup', 'prune', '--keep', '1', '--dry-run')
  expect(foreseen.json).toEqual({ ...removed, dryRun: true })
  expect(everyFile()).toEqual(before)
  expect((await operator('--json', 'backup', 'prune', '--keep', '1')).json).toEqual(removed)
  expect(readdirSync(at('base'))).toEqual(['20261108T000000Z'])
  expect(readdirSync(at('wal'))).toEqual([4, 5].map((number) => `${segmentName(number)}.gz`))
})

test('`backup restore --dry-run` says which backup and log would be used, and writes nothing', async () => {
  const before = everyFile()
  const dry = await operator('backup', 'restore', '--to', '2026-11-05T00:00:00Z', '--dry-run')
  expect(dry.err).toBe('')
  expect(dry.out).toMatch(/from the backup 20261101T000000Z \(1 MB\) and the 4 segments of the log/)
  expect(dry.out).toContain('the present database kept beside it')
  expect(everyFile()).toEqual(before)

  const into = path.join(folder, 'a-look')
  const look = await operator('--json', 'backup', 'restore', '--to', 'latest', '--into', into, '--dry-run')
  expect(look.json).toMatchObject({ backup: '20261108T000000Z', inPlace: false, folder: into, dryRun: true })
  expect(look.json.log).toMatchObject({ checked: 2, last: segmentName(5), problem: null })
  expect(existsSync(into)).toBe(false)
})

test('BAK-02 `backup restore --dry-run` is refused where the restore would be', async () => {
  const restore = async (to: string) => (await operator('backup', 'restore', '--to', to, '--dry-run')).err
  expect(await restore('2999-01-01T00:00:00Z')).toContain('is in the future')
  expect(await restore('2026-10-01T00:00:00Z')).toContain('Nothing can be restored to')
  writeFileSync(at('base', '20261101T000000Z', 'cluster', 'PG_VERSION'), 'another content of this file')
  expect(await restore('2026-11-05T00:00:00Z')).toContain('is not what was written')
  rmSync(at('wal', `${segmentName(4)}.gz`))
  expect(await restore('latest')).toContain(`The segment ${segmentName(4)} of the log is missing`)
})
