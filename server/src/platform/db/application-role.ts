import type pg from 'pg'
import { isUndefined } from './failures.ts'
import type { Database } from './database.ts'

/** The database role of the application. It owns nothing, and cannot change append-only tables. */
export const applicationRole = 'pematang_app'

const rightsFromNowOn = `do $$ begin
  execute format('grant usage on schema %I to ${applicationRole}', current_schema());
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to ${applicationRole}', current_schema());
  execute format('alter default privileges in schema %I grant execute on functions to ${applicationRole}', current_schema());
  grant select on schema_migration to ${applicationRole};
end $$`

const rightsOfAll = `do $$ begin
  execute format('grant select, insert, update, delete on all tables in schema %I to ${applicationRole}', current_schema());
  execute format('grant execute on all functions in schema %I to ${applicationRole}', current_schema());
  revoke insert, update, delete on schema_migration from ${applicationRole};
end $$`

/**
 * Creates the application's role if it is missing and the migrating user may create roles, and grants it rights on
 * everything that this user creates from now on; migrations revoke what it must not have. A role that a DBA created
 * before is used as it is. Runs in a transaction in which nobody else migrates.
 */
export async function prepareRole(client: pg.ClientBase): Promise<void> {
  if (!(await exists(client)))
    await allowedToFail(client, `create role ${applicationRole} nologin`, ['42710', '23505', '42501'])
  if (!(await grantRightsFromNowOn(client))) return
  // With a single login for everything, that login must be able to act as the role. If it may not grant itself the
  // role, the DBA provides another login.
  const member = await client.query(`select where pg_has_role($1, 'MEMBER')`, [applicationRole])
  if (member.rowCount === 0)
    await allowedToFail(client, `grant ${applicationRole} to current_user`, ['23505', '42501'])
}

/**
 * Grants the role its rights on everything that this user creates from now on in the current schema.
 * @returns whether there is such a role
 */
export async function grantRightsFromNowOn(client: pg.ClientBase): Promise<boolean> {
  if (!(await exists(client))) return false
  await client.query(rightsFromNowOn)
  return true
}

/**
 * Gives the role the rights it would have if it had existed since the first migration: the default rights on all
 * tables, then the grants and revocations of the migrations, in order. Does nothing if no right is missing. Runs in a
 * transaction in which nobody else migrates, before the audit trail's partitions are made.
 * @returns whether rights were missing
 */
export async function repairRights(
  client: pg.ClientBase,
  migrations: readonly { sql: string }[],
): Promise<boolean> {
  if (!(await exists(client))) return false
  const { rowCount } = await client.query(
    `select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not has_table_privilege($1, c.oid, 'SELECT') limit 1`,
    [applicationRole],
  )
  if (rowCount === 0) return false
  await client.query(rightsOfAll)
  for (const statement of migrations.flatMap(({ sql }) => rightsIn(sql))) await runIfThere(client, statement)
  return true
}

/** One process at a time: a start and a worker that both make a year, or revoke rights on it, would fail. */
export const makePartitions = `select pg_advisory_xact_lock(hashtext('audit partitions')), make_audit_partitions()`

/**
 * Makes the partitions of the audit trail for the coming year, and takes from the role what it could do in a partition
 * past the rights on the whole table.
 */
export async function makeAuditPartitions(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rowCount } = await client.query(
    `select where to_regprocedure('make_audit_partitions()') is not null`,
  )
  if (rowCount === 1) await client.query(makePartitions)
}

async function runIfThere(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query('savepoint rights')
  try {
    await client.query(statement)
  } catch (error) {
    if (!isUndefined(error)) throw error
    await client.query('rollback to savepoint rights')
  }
}

const rightsIn = (sql: string): string[] =>
  sql.match(new RegExp(`\\b(grant|revoke) [^;']*?\\b(to|from) ${applicationRole}(?=;)`, 'g')) ?? []

async function exists(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole])
  return rowCount === 1
}

async function allowedToFail(client: pg.ClientBase, sql: string, codes: readonly string[]): Promise<void> {
  await client.query('savepoint attempt')
  try {
    await client.query(sql)
  } catch (error) {
    await client.query('rollback to attempt')
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error
  }
}

/**
 * The application's role if the connecting login is a different one that may act as it; otherwise undefined, and the
 * login acts as itself.
 */
export async function roleFor(db: Database): Promise<string | undefined> {
  const { rows } = await db.query<{ may: boolean }>({
    text: `
      select rolname <> session_user
             and case when current_setting('server_version_num')::integer >= 160000
                      then pg_has_role(session_user, oid, 'SET') else pg_has_role(session_user, oid, 'MEMBER') end as may
        from pg_roles where rolname = $1`,
    values: [applicationRole],
  })
  return rows[0]?.may ? applicationRole : undefined
}
