-- Where a borrower wants the money of a loan, as the loan file or an operator said: the newest version counts.
create table loan_account (
  loan_id bigint not null references loan (id),
  version integer not null check (version > 0),
  bank_code text not null check (bank_code ~ '^[0-9]{3}$'),
  -- Encrypted like those of lenders.
  account_number text not null,
  account_holder text not null,
  created_at timestamptz not null default app_clock(),
  primary key (loan_id, version)
);
create trigger loan_account_append_only before update or delete or truncate on loan_account
  for each statement execute function refuse_change_of_account_version();

-- Orders of one payment file.
create table disbursement_file (
  id uuid primary key,
  -- The bank that pays: 1 is BNI, 2 the other one.
  method_payment smallint not null check (method_payment in (1, 2)),
  orders integer not null check (orders > 0),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default app_clock()
);
create trigger disbursement_file_append_only before update or delete or truncate on disbursement_file
  for each statement execute function refuse_change();

-- What a bank is to pay to a borrower. The loan is disbursed by the line of the bank's statement, and by nothing else of this.
create table disbursement_order (
  -- Without its dashes it is the reference by which the bank knows the payment.
  id uuid primary key,
  loan_id bigint not null references loan (id),
  account_version integer not null,
  amount bigint not null check (amount > 0),
  method_payment smallint not null check (method_payment in (1, 2)),
  -- The file that lists it; null for a transfer by the bank's interface, which has a network.
  file_id uuid references disbursement_file (id),
  transfer_type text check (transfer_type in ('INTERBANK', 'IM')),
  -- ORDERED: no bank has it. SENT: the bank has or had it. PAID: the bank answers so. COMPLETED: its statement lists it, and
  -- the loan is disbursed. RETURNED: the bank did not pay it, or gave it back.
  state text not null check (state in ('ORDERED', 'SENT', 'PAID', 'COMPLETED', 'RETURNED')),
  created_at timestamptz not null default app_clock(),
  sent_at timestamptz,
  ended_at timestamptz,
  bank_reference text,
  -- Why it was not paid, as a code.
  end_reason text,
  foreign key (loan_id, account_version) references loan_account (loan_id, version),
  constraint disbursement_order_way check ((file_id is null) = (transfer_type is not null)),
  constraint disbursement_order_sent check ((state <> 'ORDERED' or sent_at is null) and (state not in ('SENT', 'PAID', 'COMPLETED') or sent_at is not null)),
  constraint disbursement_order_end check ((state in ('COMPLETED', 'RETURNED')) = (ended_at is not null)),
  constraint disbursement_order_why check ((state = 'RETURNED') = (end_reason is not null))
);
-- Of a loan one order at a time.
create unique index disbursement_order_one on disbursement_order (loan_id) where state <> 'RETURNED';
create index disbursement_order_loan on disbursement_order (loan_id);
create index disbursement_order_file on disbursement_order (file_id) where file_id is not null;
create index disbursement_order_under_way on disbursement_order (created_at, id) where ended_at is null;
create index disbursement_order_sent_at on disbursement_order (method_payment, sent_at);
create trigger disbursement_order_kept before update on disbursement_order for each row
  when ((new.id, new.loan_id, new.account_version, new.amount, new.method_payment, new.file_id, new.transfer_type)
          is distinct from (old.id, old.loan_id, old.account_version, old.amount, old.method_payment, old.file_id, old.transfer_type))
  execute function refuse_new_terms();
create trigger disbursement_order_not_deleted before delete or truncate on disbursement_order
  for each statement execute function refuse_change();

do $$ declare
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'disbursement.follow'::text, 'bank'::text, jsonb_build_object('orderId', id), created_at
     from disbursement_order where file_id is null and state in ('ORDERED', 'SENT')$union$;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on loan_account, disbursement_file from pematang_app;
    revoke update, delete, truncate on disbursement_order from pematang_app;
    grant update (state, sent_at, ended_at, bank_reference, end_reason) on disbursement_order to pematang_app;
  end if;
end $$;
