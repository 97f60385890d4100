import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { explainFailure } from './errors.ts'
import { startEmbeddedPostgres } from './index.ts'
import { testProfile } from './settings.ts'
import { testFolder } from './test-folder.ts'

const flags = testProfile()

test('the embedded PostgreSQL does not start on the data folder of another major version, and names the version', async () => {
  await using folder = testFolder()
  mkdirSync(path.join(folder.path, 'cluster'), { mode: 0o700 })
  writeFileSync(path.join(folder.path, 'cluster', 'PG_VERSION'), '12\n')
  await expect(startEmbeddedPostgres({ dataDir: folder.path, flags })).rejects.toThrow(
    /was made by PostgreSQL 12, and these programs are version 18: set PG_BIN_DIR/,
  )
})

test('the embedded PostgreSQL does not overwrite a folder with files of another program', async () => {
  await using folder = testFolder()
  mkdirSync(path.join(folder.path, 'cluster'))
  writeFileSync(path.join(folder.path, 'cluster', 'letter.txt'), 'dear')
  await expect(startEmbeddedPostgres({ dataDir: folder.path, flags })).rejects.toThrow(
    /not a PostgreSQL cluster/,
  )
})

test('starting the embedded PostgreSQL suggests DATABASE_URL and PG_BIN_DIR when its programs do not exist', async () => {
  await using folder = testFolder()
  const binDir = path.join(folder.path, 'nowhere')
  await expect(startEmbeddedPostgres({ dataDir: folder.path, flags, binDir })).rejects.toThrow(
    /PG_BIN_DIR=.*nowhere do not run here .*DATABASE_URL/,
  )
})

test('starting the embedded PostgreSQL reports at once a setting that it rejects, with the message of PostgreSQL', async () => {
  await using folder = testFolder()
  const wrong = [...flags, '-c', 'shared_buffers=many']
  await expect(startEmbeddedPostgres({ dataDir: folder.path, flags: wrong })).rejects.toThrow(
    /PostgreSQL did not start .*invalid value for parameter "shared_buffers"/,
  )
})

test('starting the embedded PostgreSQL explains a full disk and missing libraries with a message that says what to do', () => {
  const full =
    'creating configuration files ... initdb: error: could not write file "x": No space left on device\n'
  expect(explainFailure('It failed', full, '/d').message).toBe(
    'It failed: the disk that holds /d is full. Free some room and start again.',
  )
  const library =
    'postgres: error while loading shared libraries: libicui18n.so.60: cannot open shared object file'
  expect(explainFailure('It failed', library, '/d').message).toMatch(/PG_BIN_DIR.*libicui18n/)
})
