-- Notices have a category, by which lenders filter them and choose what reaches them by e-mail and SMS.

-- Which category a kind belongs to; the same as noticeKinds in notifications/kinds.ts, which a test compares.
create function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'REPAYMENT_CORRECTED',
                  'TOP_UP_CORRECTED', 'INSTALLMENT_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF') then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

alter table notice
  add column category text not null generated always as (notice_category(kind)) stored,
  -- Whether the home screen shows it on top until it is dismissed; all are in the centre.
  add column banner boolean not null default true,
  -- When the lender has seen it in the centre; a dismissed one was seen.
  add column read_at timestamptz,
  -- A gathering notice counts further events of its kind until it is sent; `since` is the first of them.
  add column gathering boolean not null default false,
  add column since timestamptz not null default app_now(),
  -- It has still to be looked at for e-mail and SMS.
  add column outgoing boolean not null default true;
update notice set read_at = dismissed_at, since = created_at, outgoing = false;

drop index notice_unread;
create index notice_banner on notice (lender_id, created_at desc) where dismissed_at is null and banner;
create index notice_newest on notice (lender_id, created_at desc, id desc);
create index notice_outgoing on notice (since) where outgoing;
-- One at a time of each kind and lender.
create unique index notice_gathered on notice (lender_id, kind) where gathering;

-- What a lender has chosen, the categories of each channel; who has chosen nothing has no row. Security is in both.
create table notification_preference (
  lender_id bigint primary key references lender (id),
  email text[] not null,
  sms text[] not null,
  email_delivery text not null check (email_delivery in ('SINGLE', 'DAILY')),
  changed_at timestamptz not null default app_now(),
  constraint notification_preference_known check (
    email <@ array['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY', 'OFFERS']
    and sms <@ array['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY', 'OFFERS']),
  constraint notification_preference_security check ('SECURITY' = any(email) and 'SECURITY' = any(sms))
);
