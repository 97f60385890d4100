-- Lenders decide on new terms of their loan: the rule, the votes, who may vote with which weight, the ballots, and the
-- documents of a vote.

-- What asks for a vote, and when one passes. The latest version counts for a vote that is called; a vote keeps its own.
create table vote_rule (
  version integer primary key check (version > 0),
  -- Whether new terms need a vote that has passed.
  required boolean not null,
  -- More than this part of the principal must vote; at the second call at least this part.
  quorum_part integer not null check (quorum_part > 0),
  quorum_of integer not null check (quorum_of between 2 and 1000),
  second_part integer not null check (second_part > 0),
  second_of integer not null check (second_of between 2 and 1000),
  -- At least this part of the principal that voted must agree.
  majority_part integer not null check (majority_part > 0),
  majority_of integer not null check (majority_of between 1 and 1000),
  days integer not null check (days between 1 and 90),
  second_days integer not null check (second_days between 1 and 90),
  at timestamptz not null default app_clock(),
  constraint vote_rule_parts check (quorum_part < quorum_of and second_part < second_of and majority_part <= majority_of
                                    and 2 * majority_part > majority_of)
);
create trigger vote_rule_append_only before update or delete or truncate on vote_rule
  for each statement execute function refuse_change();
insert into vote_rule (version, required, quorum_part, quorum_of, second_part, second_of, majority_part, majority_of, days, second_days)
values (1, false, 1, 2, 1, 3, 2, 3, 14, 7);

-- The rule in force. It waits for a change of the rule that is being made, and the change for those who read before: each
-- statement of a volatile function sees what was committed before it.
create function vote_rule_in_force() returns setof vote_rule language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('vote_rule'));
  return query select * from vote_rule order by version desc limit 1;
end $$;

-- A vote of the lenders of one loan on exactly one set of terms.
create table loan_vote (
  id uuid primary key,
  loan_id bigint not null references loan (id),
  rule integer not null references vote_rule (version),
  asked_by text not null check (asked_by in ('OPERATOR', 'BORROWER', 'LENDERS')),
  -- The principal of the lenders who asked, in rupiah.
  asked_weight bigint not null default 0 check (asked_weight >= 0),
  reason text not null check (length(reason) between 1 and 500),
  -- The terms.
  agreed_on date not null,
  starts_on date not null,
  interest numeric(7, 6) not null,
  interest_type text not null check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  tenor smallint not null check (tenor > 0),
  tenor_period text not null check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  keep_interest boolean not null,
  -- The balance to which they apply, in rupiah: the version of its schedule, its unpaid installments and the last payment
  -- that was recorded before.
  version smallint not null,
  unpaid smallint[] not null,
  payments_upto bigint not null,
  principal bigint not null check (principal > 0),
  interest_kept bigint not null check (interest_kept >= 0),
  interest_waived bigint not null check (interest_waived >= 0),
  penalty_waived bigint not null check (penalty_waived >= 0),
  -- The borrower's consent to these terms, as the provider keeps it.
  consent_reference text not null,
  consent_provider text not null,
  consent_at timestamptz not null,
  consent_sha256 text not null check (consent_sha256 ~ '^[0-9a-f]{64}$'),
  -- The record day is the day of opening; weights are those of this moment.
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  call smallint not null default 1 check (call in (1, 2)),
  -- How many of two reminders of this call were sent.
  reminded smallint not null default 0 check (reminded between 0 and 2),
  -- The first call, once it has ended below its quorum: when, and the principal that had voted.
  first_ended_at timestamptz,
  first_voted bigint,
  state text not null default 'OPEN'
    check (state in ('OPEN', 'PASSED', 'REFUSED', 'NO_QUORUM', 'WITHDRAWN', 'VOID', 'LAPSED', 'USED')),
  -- Why, if it was withdrawn or is void.
  because text check (length(because) between 1 and 200),
  ended_at timestamptz,
  -- The count at its end, in rupiah of principal.
  voted bigint check (voted >= 0),
  agreed bigint check (agreed >= 0),
  -- The version of the schedule that it decided.
  used_version smallint,
  constraint loan_vote_time check (ends_at > opened_at),
  constraint loan_vote_second check ((call = 2) = (first_ended_at is not null) and (call = 2) = (first_voted is not null)),
  constraint loan_vote_end check ((state = 'OPEN') = (ended_at is null) and (ended_at is null) = (voted is null)
                                  and (voted is null) = (agreed is null) and agreed <= voted and voted <= principal),
  constraint loan_vote_used check ((state = 'USED') = (used_version is not null))
);
-- Two votes at once on one loan are refused; one that has passed stands until it is used or lapses.
create unique index loan_vote_standing on loan_vote (loan_id) where state in ('OPEN', 'PASSED');
create index loan_vote_of_loan on loan_vote (loan_id);
create unique index loan_vote_used_once on loan_vote (loan_id, used_version) where used_version is not null;

-- A vote keeps what it is about; it only goes on: to its second call, to its end, to its use.
create function guard_loan_vote() returns trigger language plpgsql as $$
declare
  moving text[] := '{ends_at,call,reminded,first_ended_at,first_voted,state,because,ended_at,voted,agreed,used_version}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving
     or (old.state <> 'OPEN' and (old.state <> 'PASSED' or new.state not in ('USED', 'LAPSED', 'WITHDRAWN')
                                  or (new.ended_at, new.voted, new.agreed, new.ends_at, new.call)
                                       is distinct from (old.ended_at, old.voted, old.agreed, old.ends_at, old.call)))
     or (old.state = 'OPEN' and new.state in ('USED', 'LAPSED'))
     or new.call < old.call or (new.call = old.call and new.ends_at <> old.ends_at) then
    raise exception 'a vote keeps what it is about' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger loan_vote_kept before update or delete on loan_vote for each row execute function guard_loan_vote();
create trigger loan_vote_not_truncated before truncate on loan_vote for each statement execute function refuse_change();

-- Who may vote, and what of the terms is theirs, for each of their fundings in the order of the fundings: unpaid principal,
-- and unpaid interest that is due by the day of the terms. The choice is that of the newest ballot.
create table vote_right (
  vote_id uuid not null references loan_vote (id),
  lender_id bigint not null references lender (id),
  -- The number under which the record lists the lender.
  place integer not null check (place > 0),
  weight bigint not null check (weight > 0),
  principals bigint[] not null,
  interests bigint[] not null,
  ballots smallint not null default 0 check (ballots >= 0),
  agrees boolean,
  primary key (vote_id, lender_id),
  constraint vote_right_choice check ((ballots = 0) = (agrees is null))
) with (fillfactor = 80);
create index vote_right_of_lender on vote_right (lender_id, vote_id);
create function guard_vote_right() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.ballots <> old.ballots + 1
     or to_jsonb(new) - '{ballots,agrees}'::text[] <> to_jsonb(old) - '{ballots,agrees}'::text[] then
    raise exception 'the right to vote keeps its weight' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger vote_right_kept before update or delete on vote_right for each row execute function guard_vote_right();
create trigger vote_right_not_truncated before truncate on vote_right for each statement execute function refuse_change();

create table vote_ballot (
  vote_id uuid not null,
  lender_id bigint not null,
  no smallint not null check (no > 0),
  agrees boolean not null,
  at timestamptz not null default app_clock(),
  -- The vote of the heirs of a dead lender: the name of their document in the archive, and its hash.
  heirs_document text,
  heirs_sha256 text check (heirs_sha256 ~ '^[0-9a-f]{64}$'),
  primary key (vote_id, lender_id, no),
  foreign key (vote_id, lender_id) references vote_right (vote_id, lender_id),
  constraint vote_ballot_heirs check ((heirs_document is null) = (heirs_sha256 is null))
);
create trigger vote_ballot_append_only before update or delete or truncate on vote_ballot
  for each statement execute function refuse_change();

-- The addendum on which is voted, and the record of the end.
create table vote_document (
  id text primary key,
  vote_id uuid not null references loan_vote (id),
  kind text not null check (kind in ('ADDENDUM', 'RECORD')),
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now(),
  unique (vote_id, kind)
);
create index vote_document_outside on vote_document (sha256) where bytes is null;
create trigger vote_document_bytes_kept before update on vote_document for each row execute function document_bytes_guard();
create trigger vote_document_append_only before update or delete or truncate on vote_document
  for each statement execute function refuse_document_change();
create or replace function is_outside_document(of_sha256 bytea) returns boolean language sql stable as $$
  select exists (select from document where sha256 = of_sha256 and bytes is null)
      or exists (select from factsheet where sha256 = of_sha256 and bytes is null)
      or exists (select from statement_pdf where sha256 = of_sha256 and bytes is null)
      or exists (select from balance_confirmation where sha256 = of_sha256 and bytes is null)
      or exists (select from vote_document where sha256 = of_sha256 and bytes is null)
$$;
alter table document_move drop constraint document_move_relation_check;
alter table document_move add constraint document_move_relation_check
  check (relation in ('document', 'factsheet', 'statement_pdf', 'balance_confirmation', 'vote_document'));

create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE',
                  'HOLDINGS_TRANSFERRED')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'WITHDRAWAL_PAID',
                  'REPAYMENT_CORRECTED', 'TOP_UP_CORRECTED', 'TOP_UP_CREDITED', 'INSTALLMENT_RECEIVED',
                  'RECOVERY_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF',
                  'LOAN_RESTRUCTURING_REVERSED', 'LOAN_WRITE_OFF_REVERSED', 'VOTE_OPENED', 'VOTE_REMINDER',
                  'VOTE_SECOND_CALL', 'VOTE_ENDED')
      then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on vote_rule, loan_vote, vote_right, vote_ballot, vote_document from pematang_app;
    grant update (ends_at, call, reminded, first_ended_at, first_voted, state, because, ended_at, voted, agreed, used_version)
       on loan_vote to pematang_app;
    grant update (ballots, agrees) on vote_right to pematang_app;
  end if;
end $$;
