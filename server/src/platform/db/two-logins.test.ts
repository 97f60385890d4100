import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { migrationsFolder } from '../../main/testing.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres, testProfile } from '../../../database/index.ts'
import { roleFor } from './application-role.ts'
import { checkServer, type ServerFaults, serverProblem } from './check-server.ts'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

/** A server as a DBA sets it up, with several logins; a client on its socket may use any of them. */
let server: EmbeddedPostgres
let folder: string
let migrations: Migration[]
const open: Database[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pematang-logins-'))
  chmodSync(folder, 0o755)
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    flags: testProfile({ fsync: true }),
  })
  writeFileSync(join(folder, 'postgres/cluster/pg_hba.conf'), 'local all all trust\n')
  await asDba(`select pg_reload_conf()`)
  await asDba('drop role pematang_app', 'create role books login', 'create role web login')
  migrations = await readMigrations(migrationsFolder)
})
afterEach(async () => {
  for (const db of open.splice(0)) await db.close()
  await asDba(`drop database if exists one with (force)`, `drop database if exists other with (force)`)
  await asDba(
    `drop role if exists pematang_app`,
    'alter role web reset all',
    'alter role web nosuperuser nocreaterole',
  )
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function asDba(...statements: string[]): Promise<void> {
  await withClient(server.url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

const urlOf = (login: string, database = 'one'): string =>
  server.url.replace('app@', `${login}@`).replace('/postgres?', `/${database}?`)

function as(login: string, database?: string, role?: string): Database {
  const db = new Database({ url: urlOf(login, database), size: 1, role })
  open.push(db)
  return db
}

/** A migrated database of the login books, whose tables the login web may use as the application's role. */
async function makeTwoLogins(): Promise<void> {
  await asDba(
    'create role pematang_app nologin',
    'grant pematang_app to web',
    'create database one owner books',
  )
  await migrate(as('books'), migrations)
}

/** Runs the start-up check with this login. */
async function faults(login: string, role?: string): Promise<ServerFaults> {
  return checkServer(as(login, 'one', role), migrations.length)
}

/** Every right of the application's role according to the server's catalogue. */
async function rights(database: string): Promise<unknown[]> {
  const { rows } = await as('app', database).query({
    text: `
      select c.relname, p.privilege from pg_class c, unnest(array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE']) p (privilege)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
         and has_table_privilege('pematang_app', c.oid, p.privilege)
      union all
      select c.relname || '.' || a.attname, 'UPDATE' from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
         and has_column_privilege('pematang_app', c.oid, a.attnum, 'UPDATE')
      union all
      select proname, 'EXECUTE' from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('pematang_app', oid, 'EXECUTE')
      order by 1, 2`,
  })
  return rows
}

test('DOOR-06 migrations grant an existing role its rights, and a login that is a member of that role suffices for the app', async () => {
  await makeTwoLogins()
  const db = as('web', 'one', await roleFor(as('web')))
  expect(await checkServer(db, migrations.length)).toEqual({ broken: [], unsafe: [] })
  await asDba('create database other')
  await migrate(as('app', 'other'), migrations)
  expect(await rights('one')).toEqual(await rights('other'))
  for (const escape of ['set role none', 'reset role', 'set role books', 'set session authorization books'])
    await db.query({ text: escape }).catch(() => {})
  await expect(db.query({ text: 'delete from transfer' })).rejects.toThrow('permission denied')
  await expect(db.query({ text: 'alter table transfer disable trigger all' })).rejects.toThrow(
    'must be owner',
  )
  expect(await migrate(as('web', 'one'), migrations)).toEqual([])
})

test('SEC-01 nothing that runs with the owner’s rights uses what the app’s login made, and the login makes no temporary tables', async () => {
  await makeTwoLogins()
  await as('books').query({
    text: `grant execute on function reencrypt_account_versions(bigint[], integer[], text[], text[]),
             reencrypt_tax_numbers(bigint[], integer[], text[], text[], text[]) to pematang_app`,
  })
  const db = as('web', 'one', 'pematang_app')
  await expect(db.query({ text: 'create temporary table mine (id integer)' })).rejects.toThrow(
    'permission denied to create temporary tables',
  )
  await asDba('grant temporary on database one to web, pematang_app')
  for (const text of [
    `create temporary table lender_bank_account_version as select 1::bigint as lender_id, 1 as version, '7'::text as account_number`,
    `create temporary table lender_tax_number as
       select 1::bigint as lender_id, 1 as version, '7'::text as number, null::text as number_search`,
    `create function pg_temp.as_owner() returns trigger language plpgsql
       as $$ begin raise exception 'this ran as %', current_user; end $$`,
    'create trigger once before update on lender_bank_account_version for each row execute function pg_temp.as_owner()',
    'create trigger once before update on lender_tax_number for each row execute function pg_temp.as_owner()',
    'grant all on lender_bank_account_version, lender_tax_number to public',
  ])
    await db.query({ text })
  for (const call of [
    `reencrypt_account_versions('{1}', '{1}', '{7}', '{enc1:x}')`,
    `reencrypt_tax_numbers('{1}', '{1}', '{7}', '{enc1:x}', '{h1:x}')`,
  ])
    expect((await db.query({ text: `select ${call}::text as changed` })).rows).toEqual([{ changed: '0' }])
})

test('SEC-01 the app’s login replaces no envelope of a bank account or tax number, and whatever it changes of an account is a new version', async () => {
  await makeTwoLogins()
  const db = as('web', 'one', 'pematang_app')
  const sealed = (letter: string) => `enc1:k1:${letter.repeat(60)}`
  for (const text of [
    `insert into lender (id, phone, phone_search, name, email, user_type_id, digi_sign_id, password_hash)
     values (1, '81200000001', '81200000001', 'x', 'x@contoh.example', 1, 'x', 'x')`,
    `insert into lender_bank_account values (1, 'x', '${sealed('a')}', 'x', '009', 'x', 1)`,
    `insert into lender_tax_number values (1, 1, '${sealed('a')}', 'h1:k1:x', '2026-01-01', 'x')`,
  ])
    await db.query({ text })
  await db.query({ text: `select set_config('app.reencrypting', 'on', false)` })
  for (const text of [
    `select reencrypt_account_versions('{1}', '{1}', '{${sealed('a')}}', '{${sealed('b')}}')`,
    `select reencrypt_tax_numbers('{1}', '{1}', '{${sealed('a')}}', '{${sealed('b')}}', '{h1:k1:y}')`,
    `update lender_bank_account_version set account_number = '${sealed('b')}'`,
    `update lender_tax_number set number = '${sealed('b')}'`,
  ])
    await expect(db.query({ text }), text).rejects.toThrow('permission denied')
  await db.query({ text: `update lender_bank_account set account_number = '${sealed('b')}'` })
  const versions =
    'select version, account_number as number from lender_bank_account_version order by version'
  expect((await db.query({ text: versions })).rows).toEqual([
    { version: 1, number: sealed('a') },
    { version: 2, number: sealed('b') },
  ])
})

test('SEC-01 CON-06 the app’s login rewrites nothing that the decisions of staff are proved by: people, rights, rules, proposals, votes, passkeys', async () => {
  await makeTwoLogins()
  const db = as('web', 'one', 'pematang_app')
  for (const text of [
    `update staff set name = 'x'`,
    'update staff_rights set rights = $${ADMIN}$$',
    'update approval_rule set deciders = 0',
    'update proposal set amount = 1',
    `update proposal set input = 'x'`,
    'update proposal set maker = 1',
    'update proposal set until = now()',
    `update proposal_decision set verdict = 'AGREED'`,
    `update break_glass set operator = 'x'`,
    `update staff_passkey set public_key = ''`,
    'update staff_passkey set staff_id = 1',
    ...[
      ...['staff', 'staff_rights', 'approval_rule', 'proposal', 'proposal_decision'],
      ...[
        'company_roles',
        'company_rule',
        'company_factor_rule',
        'company_direct',
        'company_proposal',
        'company_decision',
      ],
    ].map((table) => `delete from ${table}`),
    ...['break_glass', 'staff_passkey'].map((table) => `delete from ${table}`),
    ...['staff_session', 'staff_challenge', 'staff_invitation', 'staff_passkey'].map(
      (table) => `truncate ${table}`,
    ),
  ])
    await expect(db.query({ text }), text).rejects.toThrow('permission denied')
})

test.each([
  ['alter function undo_disbursement(bigint, uuid) set search_path from current', 'undo_disbursement'],
  ['alter function make_audit_partitions() reset search_path', 'make_audit_partitions'],
  ['grant execute on function empty_own_answers() to public', 'empty_own_answers'],
])(
  'SEC-01 production does not start where a function lends the owner’s rights: %s',
  async (statement, named) => {
    await makeTwoLogins()
    await as('books').query({ text: statement })
    const problem = serverProblem(await faults('web', 'pematang_app'), true)
    expect(problem).toContain(
      `what runs with the owner's rights can be made to use what its caller made, or anyone may run it (${named})`,
    )
  },
)

test('DOOR-06 the app accepts a login that is itself the role with the rights', async () => {
  await asDba('create role pematang_app login', 'create database one owner books')
  await migrate(as('books'), migrations)
  expect(await roleFor(as('pematang_app'))).toBeUndefined()
  expect(await faults('pematang_app')).toEqual({ broken: [], unsafe: [] })
})

test('DOOR-06 a role created after the tables lacks rights until a migration grants them', async () => {
  await asDba('create database one owner books')
  await migrate(as('books'), migrations)
  await asDba('create role pematang_app nologin', 'grant pematang_app to web')
  const before = await faults('web', 'pematang_app')
  expect(serverProblem(before, false)).toMatch(
    /^The database at DATABASE_URL cannot be used: pematang_app has not the rights that the app needs \(of account.* more\): run `npm run migrate` as the owner/,
  )
  await migrate(as('books'), migrations)
  expect(await faults('web', 'pematang_app')).toEqual({ broken: [], unsafe: [] })
  await asDba('create database other')
  await migrate(as('app', 'other'), migrations)
  expect(await rights('one')).toEqual(await rights('other'))
})

test('DOOR-06 a database login that may not assume the app’s role is rejected with a plain message', async () => {
  await asDba('create role pematang_app nologin', 'create database one owner books')
  await migrate(as('books'), migrations)
  const { broken } = await faults('web')
  expect(broken.join()).toContain('make web a member of it')
})

test('DOOR-06 a single database login serves development, and production rejects it with a plain message', async () => {
  await asDba('create database one owner books', 'alter role books createrole')
  await migrate(as('books'), migrations)
  const role = await roleFor(as('books'))
  expect(role).toBe('pematang_app')
  const seen = await faults('books', role)
  expect(serverProblem(seen, false)).toBeNull()
  expect(serverProblem(seen, true)).toMatch(
    /the login books is a superuser or has rights like one: connect as a login/,
  )
  await asDba('alter role books nocreaterole')
  expect(serverProblem(await faults('books', role), true)).toMatch(
    /books owns the tables or may act as their owner/,
  )
  expect(serverProblem(await faults('app', role), true)).toMatch(/app is a superuser/)
})

test('DOOR-06 production does not start with a database login that may change append-only tables or run programs', async () => {
  await makeTwoLogins()
  await as('books').query({ text: 'grant all on all tables in schema public to web' })
  expect(serverProblem(await faults('web', 'pematang_app'), true)).toContain(
    'the login web may change what is append-only (approval_rule, audit_event, audit_seal and 10 more): revoke that',
  )
  await asDba('grant pg_execute_server_program to web')
  expect(serverProblem(await faults('web', 'pematang_app'), true)).toContain('has rights like one')
  await asDba('revoke pg_execute_server_program from web')
})

test.each([
  ['alter role web set default_transaction_read_only = on', 'broken', 'it only reads'],
  ['alter role web set synchronous_commit = off', 'unsafe', 'synchronous_commit is off'],
])('DOOR-06 the startup check reports the database setting: %s', async (statement, kind, words) => {
  await makeTwoLogins()
  await asDba(statement)
  const seen = await faults('web', 'pematang_app')
  expect(seen[kind as keyof ServerFaults].join()).toContain(words)
  expect([seen.broken.length, seen.unsafe.length]).toEqual(kind === 'broken' ? [1, 0] : [0, 1])
})

test('DOOR-06 database sessions of the app use UTC whatever the time zone of the server or login', async () => {
  await makeTwoLogins()
  await asDba(
    `alter role web set timezone = 'Asia/Jakarta'`,
    `alter database one set timezone = 'Asia/Tokyo'`,
  )
  expect(await faults('web', 'pematang_app')).toEqual({ broken: [], unsafe: [] })
})

test('DOOR-06 the start reports a missing or older database schema, and a migration without rights names the right login', async () => {
  await asDba('create database one owner books')
  expect((await faults('web')).broken).toEqual(['it has no schema yet: run `npm run migrate`'])
  const last = migrations.at(-1)
  await migrate(as('books'), migrations.slice(0, -1))
  await asDba('grant pematang_app to web').catch(() => {})
  await asDba('create role pematang_app nologin').catch(() => {})
  await migrate(as('books'), migrations.slice(0, -1))
  await asDba('grant pematang_app to web')
  expect((await faults('web', 'pematang_app')).broken).toEqual([
    `it has schema ${migrations.length - 1} and the app needs ${migrations.length}: run \`npm run migrate\``,
  ])
  await expect(migrate(as('web'), migrations)).rejects.toThrow(
    `The database needs ${last?.name}, and this login does not own its tables: name the one that does in DATABASE_OWNER_URL.`,
  )
})

test('VAL-11 a process of an older version does not start on a newer schema', async () => {
  await asDba('create database one owner books')
  await asDba('create role pematang_app nologin').catch(() => {})
  await asDba('grant pematang_app to web')
  await migrate(as('books'), migrations)
  await as('books').pool.query(
    `insert into schema_migration (number, name, checksum) values (${migrations.length + 1}, 'later', 'x')`,
  )
  expect((await faults('web', 'pematang_app')).broken).toEqual([
    `it has schema ${migrations.length + 1}, newer than ${migrations.length}, the newest that this program knows: use the version of the program that migrated it`,
  ])
})

test('DOOR-06 a migration does not make the application’s role the owner of the tables', async () => {
  await asDba('create role pematang_app login', 'create database one owner pematang_app')
  await expect(migrate(as('pematang_app'), migrations)).rejects.toThrow('owns no tables: name another one')
})

test('DOOR-06 a process on a read-only database ends at its start with a plain message', async () => {
  await makeTwoLogins()
  await asDba('alter role web set default_transaction_read_only = on')
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main/http.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      DATABASE_URL: urlOf('web'),
      PORT: '0',
      METRICS_PORT: '0',
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'test-key-of-the-sandbox',
      ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  expect([await text(child.stderr), await ended]).toEqual([
    'The database at DATABASE_URL cannot be used: it only reads (default_transaction_read_only is on).\n',
    2,
  ])
})
