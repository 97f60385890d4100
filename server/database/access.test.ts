import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './index.ts'
import { testProfile } from './settings.ts'
import { query, testFolder } from './test-folder.ts'

const flags = testProfile()
const NOBODY = 65_534

test('DOOR-06 the application’s login cannot become another role by SET ROLE NONE, RESET ROLE or RESET SESSION AUTHORIZATION', async () => {
  await using folder = testFolder()
  const server = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'books' })
  const application = { url: server.applicationUrl } as typeof server
  const ask = (text: string) => query(application, text)
  await query(server, 'create table kept (n integer); grant select on kept to pematang_app')
  const who = 'select current_user::text as role, session_user::text as login'
  const itself = [{ role: 'pematang_app', login: 'pematang_app' }]
  const session = new Client({ connectionString: server.applicationUrl })
  await session.connect()
  for (const escape of ['set role none', 'reset role', 'reset session authorization', 'reset all']) {
    await session.query(escape)
    expect((await session.query(who)).rows, escape).toEqual(itself)
  }
  await session.end()
  for (const forbidden of [
    'set role app',
    'set session authorization app',
    'drop table kept',
    'insert into kept values (1)',
    'create table public.mine (n integer)',
    'create role other superuser',
    'alter role pematang_app superuser',
    'set session_replication_role = replica',
    `select pg_read_file('/etc/passwd')`,
    `copy kept from program 'id'`,
    'create database other',
  ])
    await expect(ask(forbidden), forbidden).rejects.toThrow(/permission denied|must be|only roles|no tables/i)
})

test('DOOR-06 an old data folder with trust authentication requires passwords after a start, also while its old server still runs', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'books' })
  await query(
    first,
    'create table kept as select 42 as n; alter role pematang_app nologin; create role stranger login',
  )
  const hba = path.join(folder.path, 'cluster/pg_hba.conf')
  const trust = 'local all all trust\n'
  const asStranger = { url: first.url.replace('app@', 'stranger@') } as typeof first
  writeFileSync(hba, trust)
  await query(first, 'select pg_reload_conf()')
  await expect.poll(() => query(asStranger, 'select 1 as one').catch(() => null)).toEqual([{ one: 1 }])

  const joined = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'books' })
  expect([
    joined.attached,
    await query({ ...joined, url: joined.applicationUrl }, 'select 1 as one'),
  ]).toEqual([true, [{ one: 1 }]])
  await expect
    .poll(() => query(asStranger, 'select 1').catch((error: Error) => error.message))
    .toMatch(/[Pp]eer authentication/)
  await joined.stop()

  writeFileSync(hba, trust)
  const again = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'books' })
  expect(await query(again, 'select n from kept')).toEqual([{ n: 42 }])
  await expect(query(asStranger, 'select 1')).rejects.toThrow(/[Pp]eer authentication/)
  expect(readFileSync(hba, 'utf8')).not.toContain('trust')
})

test.skipIf(process.getuid?.() !== 0)(
  'DOOR-06 when PostgreSQL is started by the superuser, not even the operating-system user who owns its files may connect',
  async () => {
    await using folder = testFolder()
    const server = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'books' })
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    const program = `
    const { connect } = await import('node:net')
    const socket = connect(process.argv[1])
    const user = process.argv[2]
    const text = 'user\\0' + user + '\\0database\\0books\\0\\0'
    const head = Buffer.alloc(8)
    head.writeInt32BE(8 + text.length, 0)
    head.writeInt32BE(196608, 4)
    socket.on('connect', () => socket.write(Buffer.concat([head, Buffer.from(text)])))
    socket.on('data', (answer) => { console.log(answer.toString('latin1')); socket.end() })
    socket.on('error', (error) => console.log(error.code))`
    for (const user of ['app', 'pematang_app', 'postgres']) {
      const { stdout } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', program, path.join(server.connection.host, '.s.PGSQL.5432'), user],
        { uid: NOBODY, gid: NOBODY, cwd: '/', env: { PATH: process.env.PATH }, encoding: 'utf8' },
      )
      expect(stdout, user).toMatch(/^E[^]*eer authentication failed/)
    }
  },
)
