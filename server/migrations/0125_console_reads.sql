-- What the console reads of proposals, and the files that are proposed.

-- What the dry run found when it was proposed (staff/actions), encrypted like the input; null where nothing was tried.
alter table proposal add column foreseen text;
create index proposal_of_maker on proposal (maker, number);

create or replace function guard_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_reencrypting(tg_relid) and to_jsonb(new) - '{input,foreseen}'::text[] = to_jsonb(old) - '{input,foreseen}'::text[] then
      return new;
    end if;
    if old.ended is null and new.ended is not null
       and to_jsonb(new) - '{ended,ended_at}'::text[] = to_jsonb(old) - '{ended,ended_at}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'a proposal is never edited' using errcode = 'integrity_constraint_violation';
end $$;
