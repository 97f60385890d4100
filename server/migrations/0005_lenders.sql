-- Lenders: who they are, how they come in, what they may lend, what they are told.

-- A lender: an individual or a company.
create table lender (
  id bigint primary key,
  phone text not null check (phone ~ '^([0-9]{8,20}|enc1:.{40,})$'),
  name text not null,
  email text not null,
  -- 3 is corporate (specification, section 9).
  user_type_id smallint not null,
  digi_sign_id text not null unique,
  password_hash text not null,
  -- Parts of a million withheld from gross interest (PMK 69/PMK.03/2022): 150000 is 15 %.
  tax_rate_ppm integer not null default 150000 check (tax_rate_ppm between 0 and 1000000),
  created_at timestamptz not null default app_now(),
  -- Why the rate is what it is (PMK 69/PMK.03/2022); the rate itself is lender.tax_rate_ppm.
  tax_status text not null default 'DOMESTIC' check (tax_status in ('DOMESTIC', 'NO_TAX_NUMBER', 'FOREIGN', 'TREATY')),
  -- Whether the lender is offered bulk products.
  bulk_funding boolean not null default false,
  -- Who takes a lender's signatures: PRIVY on a page of its own, XIGNATURE on its servers by hash.
  dgsign_type text not null default 'PRIVY' check (dgsign_type in ('PRIVY', 'XIGNATURE')),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  state_since timestamptz,
  -- What a number is found by: its keyed hash (`h1:key:…`), or itself where it is not encrypted.
  phone_search text not null unique,
  -- The version that counts; null where none was ever kept.
  class_version integer,
  name_search text not null,
  email_search text,
  -- Whether the lender has one: what a login reads with the rest of the row. Kept by the commands, compared by the audit (I61).
  second_factor boolean not null default false,
  -- A member is a login, and so a row of lender with phone, password, factors and sessions, that has no account and holds
  -- nothing: it acts for its company. Of the company's own login, the first administrator, `company_id` is its own id, from the
  -- first invitation on. A lender who is alone has none.
  company_id bigint references lender(id),
  is_member boolean not null generated always as (company_id is not null and company_id <> id) stored,
  -- A number is in both columns as it is or in neither.
  constraint lender_phone_search_check check ((phone like 'enc1:%') = (phone_search like 'h1:%') and (phone like 'enc1:%'
    or phone = phone_search)),
  constraint lender_email_search_check check ((email like 'enc1:%') = (email_search like 'h1:%'))
);
create index lender_by_name on lender using gin (name_search gin_trgm_ops) with (fastupdate=off);
create index lender_by_email on lender (email_search);
create index lender_of_company on lender (company_id) where company_id is not null;

alter table company_direct add constraint company_direct_company_id_fkey foreign key (company_id) references lender(id);

alter table company_direct add constraint company_direct_member_id_fkey foreign key (member_id) references lender(id);

alter table lender_receivable add constraint lender_receivable_lender_id_fkey foreign key (lender_id) references lender(id);

create function lender_phone_search() returns trigger language plpgsql as $$
begin
  if new.phone not like 'enc1:%' then new.phone_search := new.phone; end if;
  return new;
end $$;

create trigger lender_phone_search before insert or update of phone on lender
  for each row execute function lender_phone_search();
create function keep_lender_search() returns trigger language plpgsql as $$
begin
  new.name_search := search_form(new.name);
  if new.email not like 'enc1:%' then new.email_search := lower(new.email);
  -- A process of the version before does not hash what it writes.
  elsif tg_op = 'UPDATE' and new.email <> old.email and new.email_search = old.email_search then new.email_search := null;
  end if;
  return new;
end $$;

create trigger lender_search before insert or update of name, name_search, email, email_search on lender
  for each row execute function keep_lender_search();

-- What a lender who is a company is called and registered by.
create table lender_institution (
  lender_id bigint primary key references lender(id),
  company_name text not null,
  company_email text not null,
  pic_full_name text not null,
  pic_phone text not null,
  name_search text not null,
  email_search text,
  constraint lender_institution_email_search_check check ((company_email like 'enc1:%') = (email_search like 'h1:%'))
);
create index lender_institution_by_name on lender_institution using gin (name_search gin_trgm_ops) with (fastupdate=off);
create index lender_institution_by_email on lender_institution (email_search);

create function keep_institution_search() returns trigger language plpgsql as $$
begin
  new.name_search := search_form(new.company_name);
  if new.company_email not like 'enc1:%' then new.email_search := lower(new.company_email);
  elsif tg_op = 'UPDATE' and new.company_email <> old.company_email and new.email_search = old.email_search then
    new.email_search := null;
  end if;
  return new;
end $$;

create trigger lender_institution_search before insert or update of company_name, name_search, company_email, email_search
  on lender_institution
  for each row execute function keep_institution_search();

-- The bank account to which a lender withdraws, as it is now.
create table lender_bank_account (
  lender_id bigint primary key references lender(id),
  account_name text not null,
  account_number text not null,
  bank_branch text not null,
  bank_code text not null,
  bank_name text not null,
  method_payment smallint not null,
  number_search text,
  constraint lender_bank_account_search_check check ((account_number like 'enc1:%') = (number_search like 'h1:%'))
);
create index lender_bank_account_by_number on lender_bank_account (number_search);

create function keep_account_search() returns trigger language plpgsql as $$
begin
  if new.account_number not like 'enc1:%' then new.number_search := new.account_number;
  elsif tg_op = 'UPDATE' and new.account_number <> old.account_number and new.number_search = old.number_search then
    new.number_search := null;
  end if;
  return new;
end $$;

create trigger lender_bank_account_search before insert or update of account_number, number_search on lender_bank_account
  for each row execute function keep_account_search();

-- Only the SHA-256 of a token is kept: who reads this table can use none of them.
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  lender_id bigint not null references lender(id),
  created_at timestamptz not null default app_now(),
  used_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Wrong passwords given inside a session since the last right one: a stolen token shall not serve to guess it.
  wrong_passwords smallint not null default 0,
  id uuid not null,
  browser text check (length(browser) <= 40),
  system text check (length(system) <= 40),
  -- The browser's own token, so that it is known no longer when the lender ends its session.
  device_hash bytea check (length(device_hash) = 32),
  -- When the lender of a session last changed something, to some seconds. What is read for them from a replica shows at least
  -- what was there then.
  acted_at timestamptz not null default now(),
  company_id bigint,
  roles text[]
) with (fillfactor = 70);
create index session_lender on session (lender_id) where ended_at is null;
create unique index session_id on session (id);
create index session_of_company on session (company_id) where company_id is not null and ended_at is null;

-- Notices of proposals are among those of money.
create function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('KEYS_CHANGED', 'LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE',
                  'HOLDINGS_TRANSFERRED', 'FACTORS_CHANGED', 'FACTOR_RECOVERY', 'CALL_BACK_CHANGED', 'CALL_BACK_PAUSED', 'BANK_ACCOUNT_REQUEST')
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

-- A message to a lender on the screen.
create table notice (
  lender_id bigint not null,
  id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now(),
  dismissed_at timestamptz,
  category text not null generated always as (notice_category(kind)) stored,
  -- Whether the home screen shows it on top until it is dismissed; all are in the centre.
  banner boolean not null default true,
  -- When the lender has seen it in the centre; a dismissed one was seen.
  read_at timestamptz,
  -- A gathering notice counts further events of its kind until it is sent; `since` is the first of them.
  gathering boolean not null default false,
  since timestamptz not null default app_now(),
  -- It has still to be looked at for e-mail and SMS.
  outgoing boolean not null default true,
  primary key (lender_id, id)
);
create index notice_banner on notice (lender_id, created_at desc) where dismissed_at is null and banner;
create index notice_outgoing on notice (since) where outgoing;
-- One at a time of each kind and lender.
create unique index notice_gathered on notice (lender_id, kind) where gathering;
create index notice_category on notice (lender_id, category, created_at desc, id desc);
create index notice_unread on notice (lender_id, category, created_at desc, id desc) where read_at is null;
create index notice_age on notice using brin (created_at);
create index notice_gathering_since on notice (since) where gathering;

-- The numbers a lender pays in to. A number belongs to one lender for good (I14), also after it was ended.
create table lender_virtual_account (
  number text primary key check (number ~ '^[0-9]{15}$'),
  lender_id bigint not null references lender(id),
  -- 1 BNI, 2 the other bank (specification, section 9).
  method_payment smallint not null check (method_payment in (1, 2)),
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
-- One at a time for each way to pay.
create unique index lender_virtual_account_live on lender_virtual_account (lender_id, method_payment) where ended_at is null;

create function keep_virtual_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.number <> old.number or new.lender_id <> old.lender_id then
    raise exception 'a virtual account belongs to one lender for good'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger lender_virtual_account_kept before delete or update on lender_virtual_account
  for each row execute function keep_virtual_account();

-- The newest code of a phone number; another one takes its place. A number that nobody has gets a row too, so that
-- every answer about it is what it would be for a lender.
create table otp (
  phone text primary key,
  transaction_id text not null unique,
  lender_id bigint,
  -- argon2id of the code; null until the message is on its way, and for good where nobody has the number.
  code_hash text,
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  matched_at timestamptz
) with (fillfactor = 70);

-- That a browser has matched a code: it may set a new password once.
create table reset_grant (
  lender_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  phone text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (lender_id, token_hash)
);
create unique index reset_grant_token on reset_grant (token_hash);

-- That a session has just shown the password: one action within two minutes. One row a session.
create table password_grant (
  lender_id bigint not null,
  session_hash bytea not null check (length(session_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text,
  primary key (lender_id, session_hash),
  constraint password_grant_use check ((used_at is null) = (used_for is null))
) with (fillfactor = 70);

-- Browsers in which a lender has logged in. Strangers who try a lender's number do not use up what these may try.
create table known_device (
  lender_id bigint not null,
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null default app_now(),
  primary key (lender_id, device_hash)
);

-- Every bank account that was ever registered, so that one can tell where a withdrawal had to go at its time (I11).
create table lender_bank_account_version (
  lender_id bigint not null references lender(id),
  version integer not null check (version > 0),
  account_name text not null,
  account_number text not null,
  bank_code text not null,
  registered_at timestamptz not null default app_clock(),
  estate_id uuid,
  heir integer check (heir > 0),
  primary key (lender_id, version),
  constraint lender_bank_account_version_heir check ((estate_id is null) = (heir is null))
);

-- What is encrypted anew is changed in place, which the database cannot compare with what it was. So only the owner's login does
-- it: the application's may not, and a bank account that it changes always gets a new version.
create function keep_bank_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.account_name, new.account_number, new.bank_code)
       is not distinct from (old.account_name, old.account_number, old.bank_code) or is_reencrypting(tg_relid)) then
    return null;
  end if;
  insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
  values (new.lender_id,
          (select coalesce(max(version), 0) + 1 from lender_bank_account_version where lender_id = new.lender_id),
          new.account_name, new.account_number, new.bank_code);
  return null;
end $$;

create trigger lender_bank_account_versions after insert or update on lender_bank_account
  for each row execute function keep_bank_account_version();
create function refuse_change_of_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.reencrypting', true) = 'on'
     and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger lender_bank_account_version_append_only before delete or update or truncate on lender_bank_account_version
  for each statement execute function refuse_change_of_account_version();

-- Each status by which a lender's interest was taxed.
create table lender_tax_status (
  lender_id bigint not null,
  version integer not null check (version > 0),
  status text not null,
  rate_ppm integer not null,
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version)
);

create trigger lender_tax_status_append_only before delete or update or truncate on lender_tax_status
  for each statement execute function refuse_change();
create function keep_tax_status_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.tax_status, new.tax_rate_ppm) is not distinct from (old.tax_status, old.tax_rate_ppm) then
    return null;
  end if;
  insert into lender_tax_status (lender_id, version, status, rate_ppm)
  values (new.id, (select coalesce(max(version), 0) + 1 from lender_tax_status where lender_id = new.id),
          new.tax_status, new.tax_rate_ppm);
  return null;
end $$;

create trigger lender_tax_status_versions after insert or update on lender
  for each row execute function keep_tax_status_version();

-- What a lender is, by which evidence, and the income that their limit is computed from. Each version is kept.
create table lender_class (
  lender_id bigint not null references lender(id),
  version integer not null check (version > 0),
  kind text not null,
  -- Of individuals, in rupiah a year.
  yearly_income bigint check (yearly_income > 0),
  -- By OJK: a higher share of the platform's outstanding.
  supervised boolean not null,
  since date not null,
  -- The name of the evidence in the operator's archive, and the last day on which it counts; null where it has none.
  evidence text not null check (length(evidence) between 1 and 100),
  valid_until date,
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version),
  constraint lender_class_kind_check check (kind in ('INSTITUTION', 'COMPANY', 'INDIVIDUAL', 'NON_RESIDENT', 'GOVERNMENT',
    'MULTILATERAL')),
  constraint lender_class_income check ((kind in ('INDIVIDUAL', 'NON_RESIDENT')) = (yearly_income is not null)),
  constraint lender_class_supervised check (not supervised or (kind in ('INSTITUTION', 'COMPANY'))),
  constraint lender_class_valid check (valid_until >= since)
);
create index lender_class_ending on lender_class (valid_until) where valid_until is not null;

create trigger lender_class_append_only before delete or update or truncate on lender_class
  for each statement execute function refuse_change();

-- The limits, whole, with the day from which they hold; a limit that is null is not in force. Of those that hold on a day
-- the one with the latest day counts, and of that day the latest version.
create table limit_rule (
  version integer primary key check (version > 0),
  holds_from date not null,
  -- A resident individual with more income a year than this is professional.
  income_border bigint not null check (income_border > 0),
  -- Parts of a million of the lender's yearly income.
  professional_income_ppm integer check (professional_income_ppm between 0 and 1000000),
  non_professional_income_ppm integer check (non_professional_income_ppm between 0 and 1000000),
  -- Parts of a million of the platform's outstanding: of each lender, of one supervised by OJK, and of all
  -- non-professional lenders together.
  lender_share_ppm integer check (lender_share_ppm between 0 and 1000000),
  supervised_share_ppm integer check (supervised_share_ppm between 0 and 1000000),
  non_professional_share_ppm integer check (non_professional_share_ppm between 0 and 1000000),
  -- While less than this is outstanding, the shares are of this.
  base_outstanding bigint not null check (base_outstanding >= 0),
  reason text not null check (length(reason) between 1 and 200),
  kept_at timestamptz not null default app_now(),
  -- Whether a person's age or marriage, and everybody's identity check, are asked for before a funding.
  asks_identity boolean not null default false,
  constraint limit_rule_shares check ((lender_share_ppm is null) = (supervised_share_ppm is null))
);
-- Every funding asks which version of the limits is in force. Without this index PostgreSQL up to 17 counts the scan of the
-- table as forbidden, and then takes a bad plan for the rest of the statement.
create index limit_rule_in_force on limit_rule (holds_from desc, version desc);

create trigger limit_rule_append_only before delete or update or truncate on limit_rule
  for each statement execute function refuse_change();

-- The risk warning that a lender accepts before the first funding, each version of its text kept. Paragraphs are separated by
-- an empty line. The highest version is in force.
create table risk_warning (
  version integer primary key check (version > 0),
  text text not null check (length(text) between 200 and 20000),
  sha256 bytea not null unique check (length(sha256) = 32),
  created_at timestamptz not null default app_now()
);
insert into risk_warning (version, text, sha256) values (1, 'Pendanaan di platform ini adalah perjanjian perdata antara Anda sebagai Pemberi Dana dan Penerima Dana. Risiko yang timbul dari perjanjian itu ditanggung oleh kedua pihak tersebut.

Risiko gagal bayar sepenuhnya Anda tanggung. Penerima Dana dapat terlambat membayar, membayar sebagian, atau tidak membayar sama sekali. Anda dapat kehilangan sebagian atau seluruh dana yang Anda danai.

Dana yang Anda danai bukan simpanan dan tidak dijamin. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas gagal bayar.

Bunga yang ditampilkan adalah perkiraan, bukan janji. Hasil yang Anda terima bergantung pada pembayaran Penerima Dana dan dipotong pajak.

Dana yang sudah disalurkan tidak dapat ditarik kembali sebelum Penerima Dana membayar. Gunakan hanya dana yang tidak Anda perlukan selama tenor pinjaman.

Rating dan informasi pinjaman membantu Anda menilai risiko, tetapi tidak menjamin pembayaran. Platform tidak menanggung kerugian Anda.

Sebarkan pendanaan Anda ke banyak pinjaman. Jika Anda belum memahami pendanaan seperti ini, sebaiknya Anda tidak mendanai.', '\xc936728c2b1bb7d45ea876c5a36f057c454a792370923f8498bfddabf75ea6e9');

create trigger risk_warning_append_only before delete or update or truncate on risk_warning
  for each statement execute function refuse_change();

-- That a lender has accepted a version: when, and the hash of the text that was shown. `evidence` names the paper where an
-- operator recorded an acceptance that was given outside the screens; null where the lender accepted there.
create table risk_acceptance (
  lender_id bigint not null references lender(id),
  version integer not null references risk_warning(version),
  sha256 bytea not null check (length(sha256) = 32),
  accepted_at timestamptz not null default app_now(),
  evidence text check (length(evidence) between 1 and 200),
  primary key (lender_id, version)
);

create trigger risk_acceptance_append_only before delete or update or truncate on risk_acceptance
  for each statement execute function refuse_change();

-- What a lender has chosen, the categories of each channel; who has chosen nothing has no row. Security is in both.
create table notification_preference (
  lender_id bigint primary key references lender(id),
  email text[] not null,
  sms text[] not null,
  email_delivery text not null check (email_delivery in ('SINGLE', 'DAILY')),
  changed_at timestamptz not null default app_now(),
  constraint notification_preference_known check (email <@ array['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY',
    'OFFERS'] and sms <@ array['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY', 'OFFERS']),
  constraint notification_preference_security check (('SECURITY' = any (email)) and ('SECURITY' = any (sms)))
);

-- The tax number of a lender (NPWP of 16 digits, or NIK), each version with the day from which it is valid; null where a
-- number is taken back. The newest version that is valid on a day counts. It may be encrypted, as phones are.
create table lender_tax_number (
  lender_id bigint not null references lender(id),
  version integer not null check (version > 0),
  number text check (number ~ '^([0-9]{16}|enc1:.{40,})$'),
  number_search text,
  valid_from date not null,
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version),
  constraint lender_tax_number_search check ((number is null) = (number_search is null))
);
create index lender_tax_number_found on lender_tax_number (number_search);

create trigger lender_tax_number_append_only before delete or update or truncate on lender_tax_number
  for each statement execute function refuse_change_of_account_version();

-- Notices by e-mail and SMS. A message gathers notices until it is due, is then closed and sent by a job. It holds neither
-- the address nor the text: both are made when it is sent.
create table notification_message (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- The kind of its notices, or DIGEST where an e-mail of a day has all kinds.
  topic text not null,
  -- The business day on which it was begun.
  day date not null default business_day(app_now()),
  due_at timestamptz not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'WAITING', 'SENT', 'SKIPPED', 'REFUSED', 'UNKNOWN', 'GAVE_UP')),
  -- Whoever has it may turn off what it is about, without a login.
  unsubscribe_key uuid not null,
  -- When handing it to the gateway was begun and not ended: what was interrupted there may have been sent.
  begun_at timestamptz,
  tries integer not null default 0,
  -- Why it was not sent (yet): a code, no address and no text.
  reason text,
  created_at timestamptz not null default app_now(),
  closed_at timestamptz,
  ended_at timestamptz,
  -- Attempts of which nobody knows whether they were sent. The fifth is the last.
  uncertain integer not null default 0,
  -- Where it is sent if not to the registered address or number, i.e. to the former one; may be encrypted. Removed once sent.
  address text,
  stop_key text,
  stopped_at timestamptz,
  constraint notification_message_closed check ((state = 'OPEN') = (closed_at is null)),
  constraint notification_message_ended check ((state in ('OPEN', 'WAITING')) = (ended_at is null))
) with (fillfactor = 80);
-- One message at a time takes up notices of a topic, unless each has its own (security).
create unique index notification_message_open on notification_message (lender_id, channel, topic) where state = 'OPEN';
create index notification_message_due on notification_message (due_at) where state = 'OPEN';
create index notification_message_waiting on notification_message (closed_at) where state = 'WAITING';
create index notification_message_failed on notification_message (ended_at) where state in ('REFUSED', 'UNKNOWN', 'GAVE_UP');
create index notification_message_today on notification_message (lender_id, day);
create index notification_message_over on notification_message (ended_at) where ended_at is not null;
create unique index notification_message_unsubscribe on notification_message (unsubscribe_key);
create index notification_message_elsewhere on notification_message (id) where address is not null;
create unique index notification_message_stop on notification_message (stop_key) where stop_key is not null;

-- Which notices a message takes up.
create table notification_message_notice (
  message_id uuid not null references notification_message(id) on delete cascade,
  lender_id bigint not null,
  notice_id uuid not null,
  primary key (message_id, notice_id),
  foreign key (lender_id, notice_id) references notice(lender_id, id) on delete cascade
);
create index notification_message_notice_of on notification_message_notice (lender_id, notice_id);

-- Phones and e-mail addresses that lenders had before, for thirty days: a change is told there too, and withdrawals wait after it.
create table former_contact (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- May be encrypted.
  address text not null,
  replaced_at timestamptz not null default app_now()
);
create index former_contact_of on former_contact (lender_id, replaced_at);
create index former_contact_over on former_contact (replaced_at);

-- A phone or e-mail that is replaced is kept by the database, whoever replaces it: it is told of changes, and withdrawals wait.
create function keep_former_contact() returns trigger language plpgsql as $$
begin
  insert into former_contact (id, lender_id, channel, address)
  select gen_random_uuid(), old.id, channel, address
    from (values ('EMAIL', old.email, new.email), ('SMS', old.phone, new.phone)) as contact (channel, address, present)
   where address <> '' and address is distinct from present;
  return null;
end $$;

create trigger lender_former_contact after update of phone, email on lender
  for each row when ((new.phone is distinct from old.phone or new.email is distinct from old.email)
    and not is_reencrypting('lender'::regclass::oid)) execute function keep_former_contact();

-- Each change of what opens an account or says where its money goes, whoever made it: the owner's triggers note it, and the
-- application's login can neither add nor leave out one. Each has an entry of the audit trail from the same transaction, by a
-- command that may make it (I50); what is made with the lender is part of the creation. Changes of before are not in it.
create table lender_change (
  id uuid primary key default gen_random_uuid(),
  lender_id bigint not null,
  what text not null,
  -- The time of the transaction, as the audit trail has it.
  at timestamptz not null default app_now(),
  transaction xid8 not null default pg_current_xact_id(),
  constraint lender_change_what_check check (what in ('KEY', 'CREATED', 'BANK_ACCOUNT', 'HEIR_ACCOUNT', 'CONTACT', 'PASSWORD',
    'TAX_STATUS', 'VIRTUAL_ACCOUNT', 'PASSWORD_GRANT', 'RESET_GRANT', 'FACTOR', 'FACTOR_GRANT'))
);
create index lender_change_of_lender on lender_change (lender_id, at);
create index lender_change_at on lender_change (at) where what in ('BANK_ACCOUNT', 'CONTACT');

create trigger lender_change_append_only before delete or update or truncate on lender_change
  for each statement execute function refuse_change();
-- Called with what is noted; the column of the lender is lender_id, and of the table lender it is id.
create function note_lender_change() returns trigger language plpgsql security definer as $$
declare
  noted text;
begin
  foreach noted in array tg_argv loop
    insert into lender_change (lender_id, what)
    values (coalesce(to_jsonb(new) ->> 'lender_id', to_jsonb(new) ->> 'id')::bigint, noted);
  end loop;
  return null;
end $$;

create trigger lender_noted after insert on lender
  for each row execute function note_lender_change('CREATED');
create trigger lender_contact_noted after update of phone, email on lender
  for each row when ((new.phone is distinct from old.phone or new.email is distinct from old.email)
    and not is_reencrypting('lender'::regclass::oid)) execute function note_lender_change('CONTACT');
create trigger lender_password_noted after update of password_hash on lender
  for each row when (new.password_hash is distinct from old.password_hash) execute function note_lender_change('PASSWORD');
create trigger lender_institution_noted after insert on lender_institution
  for each row execute function note_lender_change('CONTACT');
create trigger lender_institution_contact_noted after update of company_email, pic_phone on lender_institution
  for each row when ((new.company_email is distinct from old.company_email or new.pic_phone is distinct from old.pic_phone)
    and not is_reencrypting('lender_institution'::regclass::oid)) execute function note_lender_change('CONTACT');
create trigger lender_tax_status_noted after insert on lender_tax_status
  for each row execute function note_lender_change('TAX_STATUS');
create trigger lender_virtual_account_noted after insert or update on lender_virtual_account
  for each row execute function note_lender_change('VIRTUAL_ACCOUNT');
-- A grant that is used or revoked is no new one.
create trigger password_grant_noted after insert on password_grant
  for each row execute function note_lender_change('PASSWORD_GRANT');
create trigger password_grant_again_noted after update on password_grant
  for each row when (new.used_at is null) execute function note_lender_change('PASSWORD_GRANT');
create trigger reset_grant_noted after insert on reset_grant
  for each row execute function note_lender_change('RESET_GRANT');
create trigger reset_grant_again_noted after update on reset_grant
  for each row when (new.used_at is null) execute function note_lender_change('RESET_GRANT');
create trigger lender_bank_account_version_noted after insert on lender_bank_account_version
  for each row when (new.estate_id is null) execute function note_lender_change('BANK_ACCOUNT');
create trigger lender_heir_account_noted after insert on lender_bank_account_version
  for each row when (new.estate_id is not null) execute function note_lender_change('HEIR_ACCOUNT');
create trigger lender_factor_noted after update of second_factor on lender
  for each row when (new.second_factor is distinct from old.second_factor) execute function note_lender_change('FACTOR');

-- What a supervisor counts lenders by.
create table lender_facts (
  lender_id bigint not null references lender(id),
  version smallint not null check (version > 0),
  sex text check (sex in ('F', 'M')),
  birth_year smallint check (birth_year between 1900 and 2100),
  province text check (province ~ '^(ID-[A-Z]{2}|ABROAD)$'),
  kept_at timestamptz not null default app_now(),
  birth_date text,
  married boolean,
  checked_on date,
  -- Where the check is in the operator's archive or its provider's; no personal data.
  check_reference text check (length(check_reference) between 1 and 100),
  primary key (lender_id, version),
  constraint lender_facts_birth check (birth_date is null or birth_year is not null),
  constraint lender_facts_check check ((checked_on is null) = (check_reference is null))
);

create trigger lender_facts_append_only before delete or update or truncate on lender_facts
  for each statement execute function refuse_change_of_account_version();

-- A passkey by its credential id; the public key is no secret. One that was revoked or lost keeps its row.
create table lender_passkey (
  id text primary key check (length(id) between 1 and 1400),
  lender_id bigint not null references lender(id),
  label text not null check (length(label) between 1 and 60),
  public_key bytea not null,
  -- How often it has signed, as it says; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}'::text[],
  added_at timestamptz not null default app_now(),
  used_at timestamptz,
  ended_at timestamptz
);
create index lender_passkey_of_lender on lender_passkey (lender_id);

create function guard_lender_passkey() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null
     and to_jsonb(new) - '{counter,used_at,ended_at}'::text[] = to_jsonb(old) - '{counter,used_at,ended_at}'::text[] then
    return new;
  end if;
  raise exception 'a passkey only counts and ends' using errcode = 'integrity_constraint_violation';
end $$;

create trigger lender_passkey_kept before delete or update on lender_passkey
  for each row execute function guard_lender_passkey();
create trigger lender_passkey_not_truncated before truncate on lender_passkey
  for each statement execute function refuse_change();
create trigger lender_passkey_noted after insert on lender_passkey
  for each row execute function note_lender_change('FACTOR');

-- The app of a lender. The secret is encrypted like other personal data.
create table lender_totp (
  lender_id bigint primary key references lender(id),
  secret text not null,
  added_at timestamptz not null default app_now(),
  used_at timestamptz,
  -- The newest 30 seconds whose code was used: none of them or before works again.
  last_step bigint not null
);

create trigger lender_totp_noted after insert on lender_totp
  for each row execute function note_lender_change('FACTOR');
create trigger lender_totp_again_noted after update of secret on lender_totp
  for each row when (new.secret is distinct from old.secret and not is_reencrypting('lender_totp'::regclass::oid))
    execute function note_lender_change('FACTOR');

-- A secret that one session was shown and has still to confirm.
create table totp_offer (
  lender_id bigint primary key,
  session_hash bytea not null check (length(session_hash) = 32),
  secret text not null,
  expires_at timestamptz not null
);
create index totp_offer_expired on totp_offer (expires_at);

-- Recovery codes have 120 random bits, so that a fast hash is enough.
create table lender_recovery_code (
  lender_id bigint not null references lender(id),
  no smallint not null check (no between 1 and 10),
  code_hash bytea not null check (length(code_hash) = 32),
  made_at timestamptz not null default app_now(),
  used_at timestamptz,
  primary key (lender_id, no)
);

create trigger lender_recovery_code_noted after insert on lender_recovery_code
  for each row execute function note_lender_change('FACTOR');
create trigger lender_recovery_code_again_noted after update on lender_recovery_code
  for each row when (new.used_at is null or new.code_hash <> old.code_hash) execute function note_lender_change('FACTOR');

-- A login whose password was right and whose second factor is awaited, in one browser.
create table login_step (
  token_hash bytea primary key check (length(token_hash) = 32),
  lender_id bigint not null,
  -- Wrong answers that are left before the password is asked for again.
  tries_left smallint not null default 5,
  expires_at timestamptz not null
);
create index login_step_of_lender on login_step (lender_id);
create index login_step_expired on login_step (expires_at);

-- What a passkey is to sign, once and soon: for a login, an action, or a new passkey. `subject` is the hash of the token of
-- the login's step or of the session.
create table factor_challenge (
  challenge text primary key check (length(challenge) = 43),
  purpose text not null check (purpose in ('LOGIN', 'CHECK', 'PASSKEY')),
  lender_id bigint not null,
  subject bytea not null check (length(subject) = 32),
  expires_at timestamptz not null
);
create index factor_challenge_expired on factor_challenge (expires_at);

-- That a session has just shown the second factor: one action within two minutes. One row a session.
create table factor_grant (
  lender_id bigint not null,
  session_hash bytea not null check (length(session_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text,
  primary key (lender_id, session_hash),
  constraint factor_grant_use check ((used_at is null) = (used_for is null))
) with (fillfactor = 70);
create index factor_grant_expired on factor_grant (expires_at);

create trigger factor_grant_noted after insert on factor_grant
  for each row execute function note_lender_change('FACTOR_GRANT');
create trigger factor_grant_again_noted after update on factor_grant
  for each row when (new.used_at is null) execute function note_lender_change('FACTOR_GRANT');

-- A lost factor that staff take off after they have identified the lender: a day later, unless somebody stops it.
create table factor_recovery (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  at timestamptz not null default app_now(),
  stopped_at timestamptz,
  done_at timestamptz,
  constraint factor_recovery_end check (stopped_at is null or done_at is null),
  constraint factor_recovery_waits check (done_at >= (at + '24:00:00'::interval))
);
create unique index factor_recovery_open on factor_recovery (lender_id) where stopped_at is null and done_at is null;
create index factor_recovery_of_lender on factor_recovery (lender_id);

create function guard_factor_recovery() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.stopped_at is null and old.done_at is null
     and (new.id, new.lender_id, new.at) = (old.id, old.lender_id, old.at) then
    return new;
  end if;
  raise exception 'a recovery only ends, once' using errcode = 'integrity_constraint_violation';
end $$;

create trigger factor_recovery_kept before delete or update on factor_recovery
  for each row execute function guard_factor_recovery();
create trigger factor_recovery_not_truncated before truncate on factor_recovery
  for each statement execute function refuse_change();

-- What a person may do from a moment on; nothing while suspended, or once removed. The latest version counts.
create table company_roles (
  member_id bigint not null references lender(id),
  version integer not null check (version > 0),
  company_id bigint not null references lender(id),
  roles text[] not null check (roles <@ array['VIEWER', 'MAKER', 'APPROVER', 'ADMINISTRATOR']),
  is_signatory boolean not null,
  at timestamptz not null default app_clock(),
  primary key (member_id, version)
);
create index company_roles_of_company on company_roles (company_id, member_id, version);

create trigger company_roles_append_only before delete or update or truncate on company_roles
  for each statement execute function refuse_change();

-- A link with which a person sets their first password, once. The roles hold from then on.
create table company_invitation (
  id uuid primary key,
  member_id bigint not null references lender(id),
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
  company_id bigint not null references lender(id),
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

create trigger company_rule_append_only before delete or update or truncate on company_rule
  for each statement execute function refuse_change();

-- A key is shown once and kept as its SHA-256: it has 256 random bits, so that a fast hash is enough. One that was revoked
-- keeps its row.
create table partner_key (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  label text not null check (length(label) between 1 and 60),
  access text not null check (access in ('READ', 'PROPOSE')),
  -- Where it may be used from, as it was written; everywhere if empty.
  networks text[] not null default '{}'::text[] check (cardinality(networks) <= 20),
  -- The last day on which it works; null for no end.
  last_day date,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  made_at timestamptz not null default app_now(),
  -- After a rotation the secret of before works for another day.
  rotated_at timestamptz,
  former_hash bytea unique check (length(former_hash) = 32),
  former_until timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  -- The login that made a key. What it proposes is proposed by that person, who so decides none of it. Keys of before are of
  -- the company's own login.
  maker bigint not null references lender(id),
  constraint partner_key_former check ((former_hash is null) = (former_until is null)
    and (rotated_at is null) = (former_hash is null)),
  constraint partner_key_overlap check (former_until <= (rotated_at + '1 day'::interval))
);
create index partner_key_of_lender on partner_key (lender_id);

-- What it may do and from where never changes: another key is made for that.
create function guard_partner_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.revoked_at is null
     and to_jsonb(new) - '{secret_hash,rotated_at,former_hash,former_until,used_at,revoked_at}'::text[]
       = to_jsonb(old) - '{secret_hash,rotated_at,former_hash,former_until,used_at,revoked_at}'::text[] then
    return new;
  end if;
  raise exception 'a key is only rotated, used and revoked' using errcode = 'integrity_constraint_violation';
end $$;

create trigger partner_key_kept before delete or update on partner_key
  for each row execute function guard_partner_key();
create trigger partner_key_not_truncated before truncate on partner_key
  for each statement execute function refuse_change();
create trigger partner_key_noted after insert on partner_key
  for each row execute function note_lender_change('KEY');
create trigger partner_key_again_noted after update of secret_hash on partner_key
  for each row when (new.secret_hash <> old.secret_hash) execute function note_lender_change('KEY');

-- A command that waits for its decision, as `proposal` of staff. EXPIRED is written by the worker, which tells its maker.
create table company_proposal (
  number bigint primary key check (number > 0),
  company_id bigint not null references lender(id),
  operation text not null,
  subject text not null,
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  amount bigint check (amount >= 0),
  maker bigint not null references lender(id),
  at timestamptz not null default app_now(),
  until timestamptz not null,
  ended text check (ended in ('DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  ended_at timestamptz,
  -- The key with which a system of the company made a proposal; null where its maker did.
  key_id uuid references partner_key(id),
  constraint company_proposal_until check (until > at),
  constraint company_proposal_ended check ((ended is null) = (ended_at is null))
);
create index company_proposal_of_company on company_proposal (company_id, number);
create index company_proposal_open on company_proposal (until) where ended is null;
create index company_proposal_of_maker on company_proposal (maker, number);
create index company_proposal_of_key on company_proposal (company_id, number) where key_id is not null;

create trigger company_proposal_kept before delete or update on company_proposal
  for each row execute function guard_proposal();
create trigger company_proposal_not_truncated before truncate on company_proposal
  for each statement execute function refuse_change();

-- Who of a company agreed to a proposal, or refused it.
create table company_decision (
  proposal bigint not null references company_proposal(number),
  member_id bigint not null references lender(id),
  verdict text not null check (verdict in ('AGREED', 'REFUSED')),
  needed integer not null check (needed > 0),
  reason text check (length(reason) between 1 and 200),
  at timestamptz not null default app_clock(),
  primary key (proposal, member_id),
  constraint company_decision_reason check ((verdict = 'REFUSED') = (reason is not null))
);

create trigger company_decision_append_only before delete or update or truncate on company_decision
  for each statement execute function refuse_change();

-- Other bank accounts that lenders ask for on their screen, with what the bank says of each.
create table bank_account_request (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  bank_code text not null check (bank_code ~ '^[0-9]{3}$'),
  bank_name text not null,
  -- Encrypted like that of a registered account.
  account_number text not null,
  account_name text not null,
  at timestamptz not null default app_now(),
  state text not null default 'ASKED' check (state in ('ASKED', 'WITHDRAWN', 'REFUSED', 'ACCEPTED', 'STOPPED', 'EXPIRED')),
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
  constraint bank_account_request_named check ((name_at_bank is not null) = (bank_says in ('SAME_NAME', 'OTHER_NAME',
    'INACTIVE'))),
  foreign key (lender_id, account_version) references lender_bank_account_version(lender_id, version)
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

create trigger bank_account_request_kept before delete or update on bank_account_request
  for each row execute function guard_bank_account_request();
create trigger bank_account_request_not_truncated before truncate on bank_account_request
  for each statement execute function refuse_change();

-- The only way to change a version: its number as it is now for its number encrypted. With the rights of the owner.
create function reencrypt_account_versions(lenders bigint[], versions integer[], before text[], sealed text[]) returns bigint
  language plpgsql security definer as $$
declare done bigint;
begin
  perform set_config('app.reencrypting', 'on', true);
  update lender_bank_account_version v set account_number = n.sealed
    from unnest(lenders, versions, before, sealed) as n (lender_id, version, before, sealed)
   where v.lender_id = n.lender_id and v.version = n.version and v.account_number = n.before and n.sealed like 'enc1:%';
  get diagnostics done = row_count;
  perform set_config('app.reencrypting', '', true);
  return done;
end $$;

-- The only way to change a version: its number for the same number encrypted, or encrypted with another key.
create function reencrypt_tax_numbers(lenders bigint[], versions integer[], before text[], sealed text[], search text[])
  returns bigint
  language plpgsql security definer as $$
declare done bigint;
begin
  perform set_config('app.reencrypting', 'on', true);
  update lender_tax_number v set number = n.sealed, number_search = n.search
    from unnest(lenders, versions, before, sealed, search) as n (lender_id, version, before, sealed, search)
   where v.lender_id = n.lender_id and v.version = n.version and v.number = n.before
     and n.sealed like 'enc1:%' and n.search like 'h1:%';
  get diagnostics done = row_count;
  perform set_config('app.reencrypting', '', true);
  return done;
end $$;

-- The next time at which gathered notices are sent, for a time of day in Jakarta.
create function next_notification_time(time_of_day time without time zone) returns timestamptz language sql stable as $$
  select case when today > app_now() then today else today + interval '1 day' end
    from (select (business_day(app_now()) + time_of_day) at time zone 'Asia/Jakarta' as today) as one
$$;

-- Counts further events in a notice that gathers: amounts and counts are added up, the first ten loans are named.
create function gather_notice(before jsonb, more jsonb, once boolean) returns jsonb language sql immutable parallel safe as $$
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

-- What the application may not do, and where functions look.
do $$ begin
  execute format('alter function reencrypt_account_versions(bigint[], integer[], text[], text[]) set search_path = %I, pg_temp', current_schema());
  execute format('alter function reencrypt_tax_numbers(bigint[], integer[], text[], text[], text[]) set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_lender_change() set search_path = %I, pg_temp', current_schema());
  revoke execute on function reencrypt_account_versions(bigint[], integer[], text[], text[]) from public;
  revoke execute on function reencrypt_tax_numbers(bigint[], integer[], text[], text[], text[]) from public;
  revoke execute on function note_lender_change() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update on bank_account_request from pematang_app;
    revoke update, delete on company_decision, company_proposal, company_roles, company_rule, factor_recovery,
      lender_bank_account_version, lender_class, lender_facts, lender_passkey, lender_tax_number, lender_tax_status,
      limit_rule, partner_key, risk_acceptance, risk_warning from pematang_app;
    revoke insert, update, delete on lender_change from pematang_app;
    revoke delete on lender_virtual_account from pematang_app;
    grant update (state, ended_at, reason, account_version, bank_says, name_at_bank,
      said_at) on bank_account_request to pematang_app;
    grant update (ended, ended_at) on company_proposal to pematang_app;
    grant update (stopped_at, done_at) on factor_recovery to pematang_app;
    grant update (counter, used_at, ended_at) on lender_passkey to pematang_app;
    grant update (secret_hash, rotated_at, former_hash, former_until, used_at, revoked_at) on partner_key to pematang_app;
    revoke execute on function reencrypt_account_versions(bigint[], integer[], text[], text[]) from pematang_app;
    revoke execute on function reencrypt_tax_numbers(bigint[], integer[], text[], text[], text[]) from pematang_app;
  end if;
end $$;
