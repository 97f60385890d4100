-- Notices of corrections, former addresses, and a limit to messages of which nobody knows whether they were sent.

alter table notification_message
  -- Attempts of which nobody knows whether they were sent. The fifth is the last.
  add column uncertain integer not null default 0,
  -- Where it is sent if not to the registered address or number, i.e. to the former one; may be encrypted. Removed once sent.
  add column address text;
create index notification_message_elsewhere on notification_message (id) where address is not null;

create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'REPAYMENT_CORRECTED',
                  'TOP_UP_CORRECTED', 'INSTALLMENT_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF',
                  'LOAN_RESTRUCTURING_REVERSED', 'LOAN_WRITE_OFF_REVERSED')
      then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

alter table loan_event drop constraint loan_event_kind_check;
alter table loan_event
  add constraint loan_event_kind_check check (kind in ('PAID', 'RESTRUCTURED', 'WRITTEN_OFF', 'LATE', 'BACK_ON_SCHEDULE',
                                                       'RESTRUCTURING_REVERSED', 'WRITE_OFF_REVERSED')),
  -- It was reversed before its notices were written, so lenders were told of neither.
  add column void boolean not null default false;
create index loan_event_of on loan_event (loan_id) where kind in ('RESTRUCTURED', 'WRITTEN_OFF');

create function note_reversal() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id)
  select f.kind || '_REVERSED',
         case f.kind when 'RESTRUCTURING' then split_part(f.of_id, '/', 1)::bigint
                     else (select w.loan_id from write_off_record w where w.id::text = f.of_id) end, f.of_id
    from fresh f where f.kind in ('RESTRUCTURING', 'WRITE_OFF');
  return null;
end $$;
create trigger reversal_noted after insert on reversal
  referencing new table as fresh for each statement execute function note_reversal();

-- Counts further events in a notice that gathers: amounts and counts are added up, the first ten loans are named. With
-- `once` a loan that is named already counts once, as it is now: one that is late, paid and late again on a day is one.
drop function gather_notice(jsonb, jsonb);
create function gather_notice(before jsonb, more jsonb, once boolean) returns jsonb
language sql immutable parallel safe as $$
  with named as (
    select one, place, once and exists (select from jsonb_array_elements(more -> 'loans') m
                                         where m -> 'loanNumber' = one -> 'loanNumber') as again
      from jsonb_array_elements(before -> 'loans') with ordinality as loan (one, place)
  ), kept as (
    select coalesce(jsonb_agg(one order by place) filter (where not again), '[]') as loans, count(*) filter (where again) as again,
           coalesce(sum((one ->> 'amount')::bigint) filter (where again), 0)::bigint as amount from named
  )
  select before || jsonb_build_object(
    'count', (before ->> 'count')::bigint + (more ->> 'count')::bigint - kept.again,
    'amount', (before ->> 'amount')::bigint + (more ->> 'amount')::bigint - kept.amount,
    'loans', jsonb_path_query_array(kept.loans || (more -> 'loans'), '$[0 to 9]')) from kept
$$;
