-- Automatic funding (decision 0040): what lenders want, the rounds that allocate loans to them, and what became of it.

-- A strategy of a lender. Its terms are those of its latest version.
create table auto_strategy (
  lender_id bigint not null references lender (id),
  id uuid not null,
  -- The place in the order of the lender's strategies; null once it has ended.
  place smallint check (place > 0),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now(),
  primary key (lender_id, id),
  constraint auto_strategy_place check ((state = 'ENDED') = (place is null))
);
create index auto_strategy_active on auto_strategy (lender_id, place) where state = 'ACTIVE';

-- The terms as the lender gave them (contract/src/auto-funding/strategy.ts). Each version is kept.
create table auto_strategy_version (
  lender_id bigint not null,
  strategy_id uuid not null,
  version integer not null check (version > 0),
  terms jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, strategy_id, version),
  foreign key (lender_id, strategy_id) references auto_strategy (lender_id, id)
);
create trigger auto_strategy_version_append_only before update or delete or truncate on auto_strategy_version
  for each statement execute function refuse_change();

-- Since when a lender stands in the line: when they were served last, or when they made their first strategy.
create table auto_line (
  lender_id bigint primary key references lender (id),
  since timestamptz not null default app_now()
);

-- When the worker looked last whether there is something to allocate, and on which inputs.
create table auto_look (
  one boolean primary key default true check (one),
  looked_at timestamptz not null default '-infinity',
  input_sha256 bytea
);
insert into auto_look default values;

-- A round: its inputs as they stood, from which its allocation can be computed again, and the hash of what it decided.
create table auto_round (
  id uuid primary key,
  number bigint not null unique check (number > 0),
  decided_at timestamptz not null,
  -- JSON, compressed with gzip.
  input bytea not null,
  -- Of the JSON.
  input_sha256 bytea not null check (length(input_sha256) = 32),
  result_sha256 bytea not null check (length(result_sha256) = 32),
  loans integer not null check (loans >= 0),
  strategies integer not null check (strategies >= 0),
  decisions integer not null check (decisions >= 0),
  amount bigint not null check (amount >= 0),
  -- All its fundings are ordered or refused.
  ended_at timestamptz
);
create unique index auto_round_open on auto_round ((true)) where ended_at is null;

-- A funding that a round decided on. It is WAITING until it was ordered: then a funding has its id, or it was REFUSED.
create table auto_decision (
  lender_id bigint not null,
  funding_id uuid not null,
  round_id uuid not null references auto_round (id),
  -- The order in which a round's fundings are ordered.
  no integer not null check (no > 0),
  strategy_id uuid not null,
  strategy_version integer not null,
  loan_id bigint not null references loan (id),
  wanted bigint not null check (wanted > 0),
  amount bigint not null check (amount > 0 and amount <= wanted),
  -- The place in the line of those who asked for the loan.
  place integer not null check (place > 0),
  line_length integer not null check (line_length >= place),
  state text not null default 'WAITING' check (state in ('WAITING', 'FUNDED', 'REFUSED')),
  -- The code of the refusal, with the values in its sentence.
  refusal text,
  refusal_params jsonb,
  tries smallint not null default 0,
  ended_at timestamptz,
  primary key (lender_id, funding_id),
  unique (round_id, no),
  unique (round_id, lender_id, loan_id),
  foreign key (lender_id, strategy_id, strategy_version) references auto_strategy_version (lender_id, strategy_id, version),
  constraint auto_decision_end check ((state = 'WAITING') = (ended_at is null)),
  constraint auto_decision_refusal check ((state = 'REFUSED') = (refusal is not null))
) with (fillfactor = 80);
create index auto_decision_waiting on auto_decision (round_id, no) where state = 'WAITING';
create index auto_decision_of_loan on auto_decision (loan_id);
create index auto_decision_of_strategy on auto_decision (lender_id, strategy_id, funding_id);

-- What a round made of each strategy that it asked.
create table auto_outcome (
  lender_id bigint not null,
  strategy_id uuid not null,
  round_number bigint not null,
  ran_at timestamptz not null,
  funded integer not null,
  funded_amount bigint not null,
  not_funded integer not null,
  -- Why it was given nothing at all, where that does not depend on a loan.
  reason text,
  -- Loans that match and were not given, at most 20: [loan, wanted, place, length of the line, reason].
  lines jsonb not null,
  -- Their number by reason.
  reasons jsonb not null,
  primary key (lender_id, strategy_id, round_number),
  foreign key (lender_id, strategy_id) references auto_strategy (lender_id, id)
);
create index auto_outcome_empty on auto_outcome (ran_at) where funded = 0;

-- A round is what was decided, and ends once; a decision too.
create trigger auto_round_kept before update on auto_round for each row
  when (old.ended_at is not null
        or (new.id, new.number, new.decided_at, new.input, new.input_sha256, new.result_sha256, new.loans, new.strategies,
            new.decisions, new.amount)
           is distinct from (old.id, old.number, old.decided_at, old.input, old.input_sha256, old.result_sha256, old.loans,
            old.strategies, old.decisions, old.amount))
  execute function refuse_new_terms();
create trigger auto_decision_kept before update on auto_decision for each row
  when (old.state <> 'WAITING'
        or (new.lender_id, new.funding_id, new.round_id, new.no, new.strategy_id, new.strategy_version, new.loan_id,
            new.wanted, new.amount, new.place, new.line_length)
           is distinct from (old.lender_id, old.funding_id, old.round_id, old.no, old.strategy_id, old.strategy_version,
            old.loan_id, old.wanted, old.amount, old.place, old.line_length))
  execute function refuse_new_terms();
create trigger auto_round_not_deleted before delete on auto_round for each row
  when (old.decisions > 0) execute function refuse_new_terms();
create trigger auto_decision_not_deleted before delete or truncate on auto_decision
  for each statement execute function refuse_change();

-- The offers of the last days, and the newest of all.
create index loan_terms_created on loan_terms (created_at);

do $$
declare
  -- The view as the newest migration left it; a round whose fundings are not all ordered is added to it.
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'auto.fund'::text, 'bulk'::text, jsonb_build_object('roundId', id), decided_at
     from auto_round where ended_at is null$union$;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on auto_strategy_version from pematang_app;
    revoke delete, truncate on auto_strategy, auto_line, auto_look, auto_decision from pematang_app;
    revoke truncate on auto_round, auto_outcome from pematang_app;
  end if;
end $$;
