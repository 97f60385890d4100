-- Other bank accounts that lenders ask for on their screen, with what the bank says of each.
create table bank_account_request (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  bank_code text not null check (bank_code ~ '^[0-9]{3}$'),
  bank_name text not null,
  -- Encrypted like that of a registered account.
  account_number text not null,
  account_name text not null,
  at timestamptz not null default app_now(),
  state text not null default 'ASKED'
    check (state in ('ASKED', 'WITHDRAWN', 'REFUSED', 'ACCEPTED', 'STOPPED', 'EXPIRED')),
  ended_at timestamptz,
  -- Why it was refused; the lender reads it.
  reason text check (length(reason) between 1 and 200),
  -- The version of the lender's account that it became.
  account_version integer,
  bank_says text check (bank_says in ('SAME_NAME', 'OTHER_NAME', 'INACTIVE', 'UNKNOWN', 'UNAVAILABLE')),
  name_at_bank text,
  said_at timestamptz,
  constraint bank_account_request_ended check ((ended_at is null) = (state = 'ASKED')),
  constraint bank_account_request_refused check ((reason is not null) = (state = 'REFUSED')),
  constraint bank_account_request_accepted check ((account_version is not null) = (state = 'ACCEPTED')),
  constraint bank_account_request_said check ((bank_says is null) = (said_at is null)),
  constraint bank_account_request_named check ((name_at_bank is not null) = (bank_says in ('SAME_NAME', 'OTHER_NAME', 'INACTIVE'))),
  foreign key (lender_id, account_version) references lender_bank_account_version (lender_id, version)
);
create unique index bank_account_request_open on bank_account_request (lender_id) where state = 'ASKED';
create index bank_account_request_waits on bank_account_request (at, id) where state = 'ASKED';
create index bank_account_request_of_lender on bank_account_request (lender_id, at);
create index bank_account_request_over on bank_account_request (ended_at);

create function guard_bank_account_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.ended_at < app_now() - interval '1 year' then return old; end if;
  elsif (is_reencrypting(tg_relid) and to_jsonb(new) - 'account_number' = to_jsonb(old) - 'account_number')
     or (old.state = 'ASKED'
         and to_jsonb(new) - '{state,ended_at,reason,account_version,bank_says,name_at_bank,said_at}'::text[]
           = to_jsonb(old) - '{state,ended_at,reason,account_version,bank_says,name_at_bank,said_at}'::text[]) then
    return new;
  end if;
  raise exception 'a request only ends, once' using errcode = 'integrity_constraint_violation';
end $$;
create trigger bank_account_request_kept before update or delete on bank_account_request
  for each row execute function guard_bank_account_request();
create trigger bank_account_request_not_truncated before truncate on bank_account_request
  for each statement execute function refuse_change();

do $$ declare
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'bank-account.follow'::text, 'bank'::text, jsonb_build_object('requestId', id), at
     from bank_account_request where state = 'ASKED'$union$;
end $$;

-- Adds the kind to the category of security, whatever kinds there are.
do $$ begin
  execute replace(pg_get_functiondef('notice_category(text)'::regprocedure),
                  '''FACTOR_RECOVERY''', '''FACTOR_RECOVERY'', ''BANK_ACCOUNT_REQUEST''');
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, truncate on bank_account_request from pematang_app;
    grant update (state, ended_at, reason, account_version, bank_says, name_at_bank, said_at)
       on bank_account_request to pematang_app;
  end if;
end $$;
