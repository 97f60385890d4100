-- People of a company: members with logins of their own, rules of approval, proposals and decisions. They pass the gate of
-- platform/approvals, as staff do.

-- A member is a login, and so a row of lender with phone, password, factors and sessions, that has no account and holds
-- nothing: it acts for its company. Of the company's own login, the first administrator, `company_id` is its own id, from the
-- first invitation on. A lender who is alone has none.
alter table lender add column company_id bigint references lender (id);
alter table lender add column is_member boolean not null
  generated always as (company_id is not null and company_id <> id) stored;
create index lender_of_company on lender (company_id) where company_id is not null;

-- Whom a session acts for, and what its person may do: read with the session, written with the roles.
alter table session add column company_id bigint, add column roles text[];
create index session_of_company on session (company_id) where company_id is not null and ended_at is null;

-- What a person may do from a moment on; nothing while suspended, or once removed. The latest version counts.
create table company_roles (
  member_id bigint not null references lender (id),
  version integer not null check (version > 0),
  company_id bigint not null references lender (id),
  roles text[] not null check (roles <@ array['VIEWER', 'MAKER', 'APPROVER', 'ADMINISTRATOR']),
  is_signatory boolean not null,
  at timestamptz not null default app_clock(),
  primary key (member_id, version)
);
create index company_roles_of_company on company_roles (company_id, member_id, version);
create trigger company_roles_append_only before update or delete or truncate on company_roles
  for each statement execute function refuse_change();

-- A link with which a person sets their first password, once. The roles hold from then on.
create table company_invitation (
  id uuid primary key,
  member_id bigint not null references lender (id),
  roles text[] not null,
  is_signatory boolean not null,
  -- Of the link that was sent last; null until it was.
  token_hash bytea unique check (length(token_hash) = 32),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index company_invitation_open on company_invitation (member_id) where ended_at is null;

-- What needs a decision: the latest version of a subject counts; with no decider it is lifted.
create table company_rule (
  company_id bigint not null references lender (id),
  version integer not null check (version > 0),
  subject text not null check (subject in ('FUNDING', 'BULK', 'STRATEGY', 'WITHDRAWAL', 'PEOPLE')),
  deciders integer not null check (deciders between 0 and 2),
  -- From this sum on, in whole rupiah, with what the maker had done in the 24 hours before; null is any.
  from_amount bigint check (from_amount > 0),
  hours integer not null check (hours between 1 and 720),
  at timestamptz not null default app_clock(),
  primary key (company_id, version)
);
create index company_rule_of_subject on company_rule (company_id, subject, version);
create trigger company_rule_append_only before update or delete or truncate on company_rule
  for each statement execute function refuse_change();

-- What a member did below the amount of a rule, without a decision, so that splitting a sum gains nothing.
create table company_direct (
  id uuid primary key,
  company_id bigint not null references lender (id),
  member_id bigint not null references lender (id),
  subject text not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null default app_clock()
);
create index company_direct_of_member on company_direct (member_id, subject, at);
create trigger company_direct_append_only before update or delete or truncate on company_direct
  for each statement execute function refuse_change();

-- A command that waits for its decision, as `proposal` of staff. EXPIRED is written by the worker, which tells its maker.
create table company_proposal (
  number bigint primary key check (number > 0),
  company_id bigint not null references lender (id),
  operation text not null,
  subject text not null,
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  amount bigint check (amount >= 0),
  maker bigint not null references lender (id),
  at timestamptz not null default app_now(),
  until timestamptz not null,
  ended text check (ended in ('DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  ended_at timestamptz,
  constraint company_proposal_until check (until > at),
  constraint company_proposal_ended check ((ended is null) = (ended_at is null))
);
create index company_proposal_of_company on company_proposal (company_id, number);
create index company_proposal_open on company_proposal (until) where ended is null;
create index company_proposal_of_maker on company_proposal (maker, number);
create trigger company_proposal_kept before update or delete on company_proposal
  for each row execute function guard_proposal();
create trigger company_proposal_not_truncated before truncate on company_proposal
  for each statement execute function refuse_change();

create table company_decision (
  proposal bigint not null references company_proposal (number),
  member_id bigint not null references lender (id),
  verdict text not null check (verdict in ('AGREED', 'REFUSED')),
  needed integer not null check (needed > 0),
  reason text check (length(reason) between 1 and 200),
  at timestamptz not null default app_clock(),
  primary key (proposal, member_id),
  constraint company_decision_reason check ((verdict = 'REFUSED') = (reason is not null))
);
create trigger company_decision_append_only before update or delete or truncate on company_decision
  for each statement execute function refuse_change();

-- What members did, for the activity of their company; what lenders do who are alone is not in it.
create index audit_event_of_members on audit_event (actor, id) where actor like 'lender:%/member:%';

-- Notices of proposals are among those of money.
create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE',
                  'HOLDINGS_TRANSFERRED', 'FACTORS_CHANGED', 'FACTOR_RECOVERY')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'WITHDRAWAL_PAID',
                  'REPAYMENT_CORRECTED', 'TOP_UP_CORRECTED', 'TOP_UP_CREDITED', 'INSTALLMENT_RECEIVED',
                  'RECOVERY_RECEIVED', 'LOAN_SETTLED_EARLY', 'PROPOSAL')
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
    revoke update, delete, truncate on company_roles, company_rule, company_direct, company_decision from pematang_app;
    revoke update, delete, truncate on company_proposal from pematang_app;
    grant update (ended, ended_at) on company_proposal to pematang_app;
    revoke truncate on company_invitation from pematang_app;
  end if;
end $$;
