import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../src/main/testing.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Migration, readMigrations } from '../../src/platform/db/migration-files.ts'
import { emptyDatabases } from '../empty-databases.ts'
import { lastReleasedCommit, namedIn } from './checkout.ts'
import { unpackRows } from './rows.ts'
import { unsafeIn } from './safety.ts'

const read = (file: string) => JSON.parse(readFileSync(path.join(migrationsFolder, file), 'utf8')) as unknown
const { version } = read('../../package.json') as { version: string }
const released = read('released.json') as Record<string, Record<string, string>>
// The version that runs while this one's migrations do; before the second version there is none but this.
const before = Object.keys(released).findLast((one) => one !== version) ?? version

let all: Migration[]
let theirs: Migration[]
/** The name of a filled database of the version before. */
let filled: string
const [kept, databases] = [emptyDatabases(), emptyDatabases()]
beforeAll(async () => {
  all = await readMigrations(migrationsFolder)
  theirs = all.filter(({ name }) => name in (released[before] ?? {}))
  const db = await kept.open()
  await migrate(db, theirs)
  const client = await db.pool.connect()
  await unpackRows(client, readFileSync(path.join(import.meta.dirname, `${before}.jsonl.gz`)))
  // A database with connections cannot be copied.
  client.release(true)
  filled = new URL(db.options.url).pathname.slice(1)
})
afterEach(() => databases.close())
afterAll(() => kept.close())

/** The faults of migrations that follow each other. */
async function faultsOf(migrations: readonly Pick<Migration, 'sql'>[], isUsed = (_words: string[]) => true) {
  const client = await (await databases.open(filled)).pool.connect()
  try {
    const faults: string[] = []
    for (const migration of migrations) faults.push(...(await unsafeIn(client, migration, isUsed)))
    return faults
  } finally {
    client.release()
  }
}
const faultsIn = (sql: string, isUsed?: (words: string[]) => boolean) => faultsOf([{ sql }], isUsed)

test('REL-05 each migration after the version before is safe while that version runs', async () => {
  const commit = await lastReleasedCommit()
  expect(await faultsOf(all.slice(theirs.length), commit === null ? undefined : namedIn(commit))).toEqual([])
})

const due = 'installment_due_on'
test.each<[string, string, string]>([
  [
    'builds an index without concurrently',
    `create index ${due} on installment (due_date)`,
    'builds an index of installment while nobody can write it',
  ],
  [
    'builds an index of a table that has no rows here',
    'create index withdrawal_amount on withdrawal (amount)',
    'builds an index of withdrawal while nobody can write it',
  ],
  [
    'adds a unique constraint with its index',
    'alter table loan_type add constraint loan_type_name unique (name)',
    'builds an index of loan_type while nobody can write it',
  ],
  [
    'adds a valid check',
    'alter table loan add constraint loan_more check (tenor > 0)',
    'reads all of loan while it locks loan:',
  ],
  [
    'adds a valid foreign key',
    'alter table loan_position add constraint loan_position_loan foreign key (loan_id) references loan (id)',
    'while it locks loan, loan_position:',
  ],
  [
    'validates a constraint in the transaction that adds it',
    'alter table loan add constraint loan_more check (tenor > 0) not valid; alter table loan validate constraint loan_more',
    'reads all of loan while it locks loan:',
  ],
  [
    'asks for a value without a check before it',
    'alter table withdrawal alter column ended_at set not null',
    'reads all of withdrawal while it locks withdrawal:',
  ],
  [
    'changes a type',
    'alter table withdrawal alter column bank_reference type varchar(60)',
    'makes withdrawal.bank_reference character varying(60), it was text',
  ],
  [
    'adds a column that each row computes',
    'alter table loan add column drawn double precision default random()',
    'writes all of loan anew while it locks it',
  ],
  ['empties a table', 'truncate own_answer', 'while it locks it'],
  [
    'drops a column',
    'alter table loan drop column consent_provider cascade',
    'takes away loan.consent_provider',
  ],
  ['renames a column', 'alter table loan rename column loan_number to number', 'takes away loan.loan_number'],
  ['renames a table', 'alter table loan rename to offered_loan', 'takes away loan, which'],
  ['drops a function', 'drop function make_audit_partitions()', 'takes away make_audit_partitions()'],
  [
    'adds a column that must be given',
    'alter table withdrawal add column more text not null',
    'adds withdrawal.more without a default',
  ],
  [
    'changes all rows in one transaction',
    'alter table loan add column more text; update loan set more = loan_number',
    'writes rows by all of loan in one transaction',
  ],
  ['deletes rows in one transaction', `delete from job where kind = 'x'`, 'writes rows by all of job'],
  [
    'copies a table in one transaction',
    'create table loan_copy (id bigint primary key); insert into loan_copy select id from loan',
    'writes rows by all of loan in one transaction',
  ],
  ['waits for locks without a limit', 'set local lock_timeout = 0', 'changes lock_timeout'],
  [
    'commits halfway',
    'create table one (id integer); commit; create table two (id integer)',
    'ends the transaction that it runs in',
  ],
  [
    'builds an index that cannot be built again',
    `-- step\ncreate index concurrently ${due} on installment (due_date)`,
    'cannot be run, or not again after it was broken off: error: relation',
  ],
  [
    'takes a half-built index for a whole one',
    `-- step\ncreate index concurrently if not exists ${due} on installment (due_date)`,
    `leaves ${due} invalid`,
  ],
  [
    'adds a constraint again when it is run again',
    '-- step\nalter table loan add constraint loan_more check (tenor > 0) not valid\n-- step\nalter table loan validate constraint loan_more',
    'cannot be run, or not again after it was broken off: error: constraint',
  ],
  [
    'is a step that changes all rows',
    `-- step\nupdate loan_position set funded = funded where status = 'ACTIVE'`,
    'writes rows by all of loan_position in one transaction',
  ],
  [
    'takes more rows than its batch',
    '-- step\nupdate installment set penalty_paid = penalty_paid * $1::integer',
    'rows where $1 is 1',
  ],
  [
    'has batches without an end',
    '-- step\nupdate loan set loan_number = loan_number where id in (select id from loan limit $1)',
    'never comes to its end',
  ],
  [
    'builds an index under a lock in a step',
    `-- step\ndrop index if exists ${due}\n-- step\ncreate index ${due} on installment (due_date)`,
    'builds an index of installment while nobody can write it',
  ],
  ['orders a table anew', '-- step\nvacuum full loan', 'writes all of loan anew while it locks it'],
])('REL-05 a migration is refused that %s', async (_what, sql, fault) => {
  expect((await faultsIn(sql)).join('\n')).toContain(fault)
})

test.each<[string, string]>([
  [
    'adds tables, columns, a trigger, rows of its own and constraints that are not valid yet',
    `create table remark (id bigint primary key, loan_id bigint not null references loan (id), text text not null);
     create index remark_loan on remark (loan_id);
     create table remark_kind (name text primary key); insert into remark_kind values ('x');
     alter table loan add column more text, add column counted integer not null default 0;
     alter table loan add constraint loan_more check (more <> '') not valid;
     create function remark_noted() returns trigger language plpgsql as 'begin return new; end';
     create trigger loan_remark before update on loan for each row execute function remark_noted()`,
  ],
  [
    'builds an index concurrently',
    `-- step\ndrop index concurrently if exists ${due}\n-- step: for the list of days\ncreate index concurrently ${due} on installment (due_date)`,
  ],
  [
    'fills a column in batches, then asks for it',
    `-- step
alter table installment add column if not exists more text default ''
-- step
update installment set more = 'x' where (loan_id, no) in (select loan_id, no from installment where more = '' limit $1)
-- step
alter table installment drop constraint if exists installment_more, add constraint installment_more check (more is not null) not valid
-- step
alter table installment validate constraint installment_more
-- step
alter table installment alter column more set not null
-- step
alter table installment drop constraint installment_more`,
  ],
])('REL-05 a migration is taken that %s', async (_what, sql) => {
  expect(await faultsIn(sql)).toEqual([])
})

test('REL-05 a column may go when neither the version before nor a function of the database names it', async () => {
  const drop = 'alter table withdrawal drop column bank_reference'
  const seen: string[][] = []
  const isUsed = (words: string[]) => {
    seen.push(words)
    return false
  }
  const inFunctions = (await faultsIn(drop, isUsed)).length
  expect(seen).toContainEqual(['withdrawal', 'bank_reference'])
  expect(inFunctions).toBe(0)
  const function_ = `create function names() returns text language sql as 'select bank_reference from withdrawal'; `
  expect((await faultsIn(function_ + drop, isUsed)).join()).toContain('takes away withdrawal.bank_reference')
})

test('REL-05 what the last released version names is read from its commit', async ({ skip }) => {
  const commit = await lastReleasedCommit()
  if (commit === null) return skip('The history here has no release.')
  expect(namedIn(commit)(['withdrawal', 'bank_reference'])).toBe(true)
  expect(namedIn(commit)(['withdrawal', 'never_a_column'])).toBe(false)
})
