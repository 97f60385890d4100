import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'backup-list-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [repository, key, publicKey] = ['repository', 'key.pem', 'public.pem'].map((name) =>
  path.join(folder, name),
) as [string, string, string]

const full = 'backup/pematang/20261129-010000F/pg_data/base/1/1259.gz'
const manifest = 'backup/pematang/20261129-010000F/backup.manifest'
const information = 'backup/pematang/backup.info'
const log = 'archive/pematang/15-1/0000000100000000/000000010000000000000001-abc.gz'

function put(name: string, text: string): void {
  const file = path.join(repository, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(path.join(import.meta.dirname, 'backup-list'), args, {
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}
const sign = () => run('sign', repository, key)
const verify = () => run('verify', repository, publicKey)

beforeEach(() => {
  rmSync(repository, { recursive: true, force: true })
  execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', key])
  execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', publicKey])
  for (const name of [full, manifest, information, log]) put(name, `bytes of ${name}`)
  expect(sign()).toEqual({ status: 0, out: '', err: '' })
})

test('SEC-13 a repository of backups is as it was signed until a file is changed, swapped or removed, and names what was added', () => {
  expect(verify()).toEqual({ status: 0, out: '', err: '' })
  put(full, 'other bytes')
  expect(verify()).toMatchObject({ status: 1, out: `changed or gone: ${full}\n` })
  renameSync(path.join(repository, log), path.join(repository, full))
  expect(verify()).toMatchObject({ status: 1, out: `changed or gone: ${log}\nchanged or gone: ${full}\n` })
  put(full, `bytes of ${full}`)
  put(log, `bytes of ${log}`)
  put('archive/pematang/next', 'bytes')
  expect(verify()).toMatchObject({ status: 0, out: 'not in the list yet: archive/pematang/next\n' })
})

test('SEC-13 a later signature adds new files and the rewritten information, and forgives no change of an older file', () => {
  put(full, 'other bytes')
  put(information, 'written anew')
  put('archive/pematang/next', 'bytes')
  put('archive/pematang/half.pgbackrest.tmp', 'half')
  expect(sign().status).toBe(0)
  expect(verify()).toMatchObject({ status: 1, out: `changed or gone: ${full}\n` })
  put(full, `bytes of ${full}`)
  expect(verify().status).toBe(0)
  // An expired backup is gone from the next list.
  rmSync(path.join(repository, log))
  expect(sign().status).toBe(0)
  expect(verify().status).toBe(0)
})

test('SEC-13 a list of backups that was changed is neither verified nor signed again', () => {
  const list = path.join(repository, 'files.sha256')
  const changed = readFileSync(list, 'utf8').replace(/^\w{64}/, '0'.repeat(64))
  writeFileSync(list, changed)
  for (const result of [verify(), sign()])
    expect(result).toEqual({ status: 1, out: '', err: 'the list is not the one that was signed\n' })
  expect(readFileSync(list, 'utf8')).toBe(changed)
  expect(run('verify', repository, path.join(folder, 'none'))).toMatchObject({ status: 2 })
  expect(run('list')).toMatchObject({ status: 2, out: '' })
})
