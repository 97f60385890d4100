import { applicationRole } from './application-role.ts'
import { type Database, one } from './database.ts'
import { howReached } from './pooler.ts'

/** The problems of the database for the application; each is a clause of a sentence. */
export type ServerFaults = {
  /** Problems with which the application cannot work correctly, so no process starts. */
  broken: string[]
  /** Problems with which the application works, but its data is less safe than production requires. */
  unsafe: string[]
}

type Seen = {
  version: number
  standby: boolean
  read_only: boolean
  zone: string
  pooled: boolean
  synchronous_commit: string
  fsync: string
  full_page_writes: string
  login: string
  acting: string
  privileged: boolean
  owns: boolean
  may_change: string[]
  open_functions: string[]
  schema_there: boolean
  unreadable: string[]
  unwritable: string[]
}

/** What sentences about the database call it, and how its schema and the rights on it are brought up to date. */
export type DatabaseName = { name: string; migrate: string; giveRights: string }

const ownServer: DatabaseName = {
  name: 'The database at DATABASE_URL',
  migrate: 'run `npm run migrate`',
  giveRights: 'run `npm run migrate` as the owner of the tables',
}

/** The embedded database in this folder, for a program that no DATABASE_URL has led there: only `npm start` migrates it. */
export const embeddedServer = (dataDir: string): DatabaseName => {
  const start = 'stop the app if it runs, and start this version of it with `npm start`'
  return {
    name: `The embedded database in ${dataDir}`,
    migrate: `${start}, which migrates it`,
    giveRights: start,
  }
}

/** Checks the server, the login and its rights, using the application's own connections. */
export async function checkServer(
  db: Database,
  schemaNumber: number,
  called: DatabaseName = ownServer,
): Promise<ServerFaults> {
  const seen = await one<Seen>(db, 'platform.db.check_server', question)
  const broken: string[] = []
  const unsafe: string[] = []
  if (seen.version < 150_000) broken.push('its PostgreSQL is older than 15')
  if (seen.standby) broken.push('it is a standby, which takes no writes')
  else if (seen.read_only) broken.push('it only reads (default_transaction_read_only is on)')
  if (!/^(Etc\/)?(UTC|UCT|Zulu|Universal)$/.test(seen.zone) || seen.pooled) {
    broken.push(
      'the session settings of the app do not arrive there (is there a pooler that drops them? Then set them at the login: docs/operating/install.md, "A pooler")',
    )
  }
  if ((await howReached(db)) === 'unsound') {
    broken.push(
      'it is reached through a pooler that forgets prepared statements between transactions: use its session mode, or PgBouncer 1.21 or newer with max_prepared_statements',
    )
  }
  if (seen.schema_there) await checkSchema(db, schemaNumber, { seen, broken, called })
  else broken.push(`it has no schema yet: ${called.migrate}`)
  if (seen.synchronous_commit === 'off')
    unsafe.push('synchronous_commit is off, so what was answered can be lost')
  if (seen.fsync !== 'on' || seen.full_page_writes !== 'on')
    unsafe.push('fsync or full_page_writes is off, so a crash of the machine can lose everything')
  if (seen.open_functions.length > 0)
    unsafe.push(
      `what runs with the owner's rights can be made to use what its caller made, or anyone may run it (${listed(seen.open_functions)}): end its search_path in pg_temp and revoke EXECUTE on it from PUBLIC`,
    )
  const other = `connect as a login that only is ${applicationRole} or a member of it, and give the owner to DATABASE_OWNER_URL`
  if (seen.privileged) unsafe.push(`the login ${seen.login} is a superuser or has rights like one: ${other}`)
  else if (seen.owns)
    unsafe.push(`the login ${seen.login} owns the tables or may act as their owner: ${other}`)
  else if (seen.may_change.length > 0)
    unsafe.push(
      `the login ${seen.login} may change what is append-only (${listed(seen.may_change)}): revoke that`,
    )
  return { broken, unsafe }
}

async function checkSchema(
  db: Database,
  schemaNumber: number,
  { seen, broken, called }: { seen: Seen; broken: string[]; called: DatabaseName },
): Promise<void> {
  if (seen.unreadable.length > 0 || seen.unwritable.length > 0) {
    const tables = [...new Set([...seen.unreadable, ...seen.unwritable])]
    broken.push(
      `${seen.acting} has not the rights that the app needs (of ${listed(tables)}): ${called.giveRights}, which gives them to ${applicationRole}, and make ${seen.acting} a member of it`,
    )
    return
  }
  const { number } = await one<{ number: number }>(
    db,
    'platform.db.check_schema',
    'select coalesce(max(number), 0) as number from schema_migration',
  )
  if (number < schemaNumber)
    broken.push(`it has schema ${number} and the app needs ${schemaNumber}: ${called.migrate}`)
  // Processes that were running before the migration go on (docs/operating/cluster.md); none starts on what it does not know.
  if (number > schemaNumber)
    broken.push(
      `it has schema ${number}, newer than ${schemaNumber}, the newest that this program knows: ${newer}`,
    )
}

const newer = 'use the version of the program that migrated it'

const listed = (names: string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/**
 * Reads the server's settings and the login's rights, also on append-only tables and on those that every change
 * writes, and which functions would lend the owner's rights to what a caller made.
 */
const question = `
  with relation as (
    select c.oid, c.relname::text as name, c.relkind, c.relowner from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  )
  select current_setting('server_version_num')::integer as version,
         pg_is_in_recovery() as standby,
         current_setting('default_transaction_read_only') = 'on' as read_only,
         current_setting('TimeZone') as zone,
         (current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')) <> ('5s', '30s') as pooled,
         current_setting('synchronous_commit') as synchronous_commit,
         current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         session_user::text as login,
         current_user::text as acting,
         (select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication from pg_roles where rolname = session_user)
           or exists (select from pg_roles r where r.rolname in ('pg_write_all_data', 'pg_execute_server_program',
                'pg_write_server_files', 'pg_read_server_files') and pg_has_role(session_user, r.oid, 'MEMBER')) as privileged,
         exists (select from relation where pg_has_role(session_user, relowner, 'MEMBER')) as owns,
         array(select distinct coalesce(whole.name, part.name) from relation part
                 left join pg_inherits i on i.inhrelid = part.oid left join relation whole on whole.oid = i.inhparent
                where coalesce(whole.name, part.name) in ('transfer', 'audit_event', 'audit_seal', 'signature', 'document', 'loan_payment',
                       'proposal_decision', 'approval_rule', 'staff_rights', 'company_roles', 'company_rule', 'company_factor_rule', 'company_decision')
                  and has_table_privilege(session_user, part.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER'
                        || case when whole.oid is null then '' else ', INSERT' end)
                order by 1) as may_change,
         array(select p.proname::text from pg_proc p
                where p.pronamespace = current_schema()::regnamespace and p.prosecdef
                  and (not exists (select from unnest(p.proconfig) as set (text) where set.text ~ '^search_path=.*, *"?pg_temp"?$')
                       or exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0))
                order by 1) as open_functions,
         exists (select from relation where name = 'schema_migration') as schema_there,
         array(select name from relation where not has_table_privilege(current_user, oid, 'SELECT') order by name) as unreadable,
         array(select name from relation where name in ('audit_event', 'idempotency', 'job', 'transfer', 'funding')
                  and not has_table_privilege(current_user, oid, 'INSERT') order by name) as unwritable`

/** One sentence about what prevents the application from starting; null if nothing does. */
export const serverProblem = (
  { broken, unsafe }: ServerFaults,
  production: boolean,
  { name }: DatabaseName = ownServer,
): string | null => {
  const clauses = production ? [...broken, ...unsafe] : broken
  return clauses.length === 0 ? null : `${name} cannot be used: ${clauses.join('; ')}.`
}
