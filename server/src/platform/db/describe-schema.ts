import type pg from 'pg'

/**
 * Everything that the current schema of a connection contains, one sorted line for each thing: relations with their
 * options, columns in their order, constraints, indexes, triggers, functions, views, rights of others than the owner.
 * Two schemas with the same lines differ in nothing that this product can notice.
 *
 * Left out are the migrations' own table and what depends on the day of installation: the partitions that years of the
 * audit trail get, and the id at which its first partition ends. Names of NOT NULL constraints, which PostgreSQL has
 * since version 18 only, are left out too. The name of the schema itself does not matter, if it is the first one of
 * the search path.
 */
export async function describeSchema(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(lines)
  return rows.map(({ line }) => line).toSorted()
}

const lines = `
  with relation as (
    select c.* from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and c.relname <> 'schema_migration' and c.relname !~ '^audit_(event|seal)_[0-9]{4}$'
  ), own_function as (
    select p.* from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )
  select format('relation %s %s %s options %s persistence %s identity %s rows %s %s partition %s of %s', relkind, relname,
                case when relkind = 'p' then pg_get_partkeydef(oid) end, array_to_string(reloptions, ','), relpersistence,
                relreplident, relrowsecurity, relforcerowsecurity,
                regexp_replace(pg_get_expr(relpartbound, oid), '[0-9a-f]{8}-[0-9a-f-]{27}', 'ID'),
                (select i.inhparent::regclass from pg_inherits i where i.inhrelid = relation.oid)) as line
    from relation
  union all
  select format('column %s %s %s %s collation %s null %s identity %s generated %s default %s storage %s', c.relname,
                row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
                (select l.collname from pg_collation l where l.oid = a.attcollation), not a.attnotnull, a.attidentity,
                a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attstorage)
    from relation c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relkind <> 'S'
  union all
  select format('constraint %s %s %s valid %s', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from relation c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n' and k.contype <> 't'
  union all
  select format('index %s', pg_get_indexdef(x.indexrelid, 0, true))
    from relation c join pg_index x on x.indrelid = c.oid
  union all
  select format('trigger %s enabled %s', pg_get_triggerdef(t.oid, true), t.tgenabled)
    from relation c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
  union all
  select format('view %s %s', relname, pg_get_viewdef(oid)) from relation where relkind in ('v', 'm')
  union all
  select format('sequence %s %s', c.relname, to_jsonb(s) - '{seqrelid,seqtypid}'::text[])
    from relation c join pg_sequence s on s.seqrelid = c.oid
  union all
  select format('function %s(%s) returns %s %s %s strict %s definer %s parallel %s cost %s rows %s set %s as %s', p.proname,
                pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proisstrict,
                p.prosecdef, p.proparallel, p.procost, p.prorows,
                replace(array_to_string(p.proconfig, ';'), format('search_path=%s,', current_schema()), 'search_path=own,'),
                coalesce(pg_get_function_sqlbody(p.oid), p.prosrc))
    from own_function p join pg_language l on l.oid = p.prolang
  union all
  select format('right on %s of %s to %s %s', c.relname, coalesce(a.grantee::regrole::text, ''), a.privilege_type, a.is_grantable)
    from relation c cross join lateral aclexplode(c.relacl) a where a.grantee <> c.relowner
  union all
  select format('right on %s.%s of %s to %s', c.relname, t.attname, a.grantee::regrole, a.privilege_type)
    from relation c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
   cross join lateral aclexplode(t.attacl) a where a.grantee <> c.relowner
  union all
  select format('right on function %s(%s) of %s', p.proname, pg_get_function_identity_arguments(p.oid), a.grantee::regrole)
    from own_function p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
   where a.grantee <> p.proowner
  union all
  select format('type %s %s', t.typname, t.typtype) from pg_type t
   where t.typnamespace = current_schema()::regnamespace and t.typtype in ('d', 'e', 'r')
  union all
  select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s
   where s.stxnamespace = current_schema()::regnamespace
  union all
  select format('extension %s', extname) from pg_extension where extname <> 'plpgsql'`
