-- What runs with the owner's rights finds no object that a caller made: its search path ends in pg_temp, and of the logins
-- only the application's role may execute it. The application needs no temporary tables; where the migrating login does not
-- own the database, a DBA takes that right away.
do $$
declare
  definer regprocedure;
  has_role boolean := exists (select from pg_roles where rolname = 'pematang_app');
begin
  for definer in select oid from pg_proc where pronamespace = current_schema()::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = %I, pg_temp', definer, current_schema());
    execute format('revoke execute on function %s from public', definer);
    if has_role then execute format('grant execute on function %s to %I', definer, 'pematang_app'); end if;
  end loop;
  execute format('revoke temporary on database %I from public', current_database());
end $$;
