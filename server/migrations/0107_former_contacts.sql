-- Phones and e-mail addresses that lenders had before, for thirty days: a change is told there too, and withdrawals wait after it.
create table former_contact (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- May be encrypted.
  address text not null,
  replaced_at timestamptz not null default app_now()
);
create index former_contact_of on former_contact (lender_id, replaced_at);
create index former_contact_over on former_contact (replaced_at);

-- Whoever has the link in a message about such a change may suspend the account with it, once.
alter table notification_message add column stop_key text, add column stopped_at timestamptz;
create unique index notification_message_stop on notification_message (stop_key) where stop_key is not null;
