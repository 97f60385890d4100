-- Reports: what is kept for reading.

-- As before; who held a funding once has nothing of it when its disbursement is reversed after the transfer was taken back.
create function refresh_portfolio(of_lenders bigint[], of_fundings uuid[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select f.lender_id, f.id as funding_id, f.loan_id, f.amount, f.ended_at, f.bulk_id, f.transfer_id, t.phase, t.oldest_due,
           t.principal_due, t.interest_due,
           s.phase as old_phase, s.principal_due as old_principal, s.interest_due as old_interest
      from unnest(of_lenders, of_fundings) as asked (lender_id, funding_id)
      join holding f on f.lender_id = asked.lender_id and f.id = asked.funding_id and f.state in ('SETTLED', 'REFUNDED')
      left join repayment_record r on r.loan_id = f.loan_id
      left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
      left join portfolio_standing s on s.lender_id = f.lender_id and s.funding_id = f.id
     cross join lateral (
       select (case when f.state = 'REFUNDED' then 6
                    -- Who does not hold it any more has nothing to come, whatever becomes of the loan.
                    when exists (select from holding_transfer_record t where t.funding_id = f.id)
                         and holder_of(f.id) <> f.lender_id then 4
                    when r.loan_id is null then 1
                    when r.standing = 'WRITTEN_OFF' then 5
                    when r.standing = 'REPAID' then 4
                    when r.restructured then 3
                    else 2 end)::smallint as phase
     ) p
     cross join lateral (
       select p.phase, case when p.phase in (2, 3) then r.oldest_due else 'infinity' end as oldest_due,
              case when p.phase < 5 then coalesce(b.principal_due, f.amount) else 0 end as principal_due,
              case when p.phase < 5 then coalesce(b.interest_due, f.expected_interest) else 0 end as interest_due
     ) t
     where (s.phase, s.oldest_due, s.principal_due, s.interest_due)
             is distinct from (t.phase, t.oldest_due, t.principal_due, t.interest_due)
  ), moved as (
    update portfolio_standing s
       set phase = c.phase, oldest_due = c.oldest_due, principal_due = c.principal_due, interest_due = c.interest_due
      from changed c
     where c.old_phase is not null and s.lender_id = c.lender_id and s.funding_id = c.funding_id
  ), fresh as materialized (
    select c.*, l.borrower_id, l.loan_number from changed c join loan l on l.id = c.loan_id
     where c.old_phase is null or (c.phase = 6 and c.old_phase <> 6)
  ), standings as (
    insert into portfolio_standing (lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id,
                                    loan_number)
    select lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id, lower(loan_number)
      from fresh where old_phase is null
  ), rows as (
    insert into portfolio_row (lender_id, funding_id, loan_id, borrower_id, loan_number)
    select lender_id, funding_id, loan_id, borrower_id, lower(loan_number) from fresh where old_phase is null
  ), borrowers as (
    insert into portfolio_borrower (lender_id, borrower_id, name, lent, shown)
    select f.lender_id, f.borrower_id, search_form(b.name),
           count(*) filter (where f.phase < 6) - count(*) filter (where f.phase = 6 and f.old_phase is not null),
           count(*) filter (where f.old_phase is null)
      from fresh f join borrower b on b.id = f.borrower_id
     group by f.lender_id, f.borrower_id, b.name order by f.lender_id, f.borrower_id
        on conflict (lender_id, borrower_id) do update
       set lent = portfolio_borrower.lent + excluded.lent, shown = portfolio_borrower.shown + excluded.shown
  ), history as (
    insert into history_row (lender_id, type, status, at, id, amount, loan_id)
    select lender_id, 2, 1, ended_at, funding_id, -amount, loan_id from fresh
     where old_phase is null and bulk_id is null and transfer_id is null
       and not exists (select from archived_agreement g
                        where g.funding_id = fresh.funding_id and g.principal_left is not null)
     union all
    select f.lender_id, 5, 1, t.created_at, t.journal_id, t.amount, f.loan_id
      from fresh f join transfer t on t.ref = f.funding_id::text and t.kind = 'REFUND' where f.phase = 6
    returning lender_id, type, status, at
  ), days as (
    insert into history_day (lender_id, day, type, status, rows)
    select lender_id, business_day(at), type, status, count(*) from history group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (lender_id, day, type, status) do update set rows = history_day.rows + excluded.rows
  )
  insert into portfolio_total (lender_id, phases, principal_due, interest_due)
  select lender_id,
         array[count(*) filter (where phase = 1) - count(*) filter (where old_phase = 1),
               count(*) filter (where phase = 2) - count(*) filter (where old_phase = 2),
               count(*) filter (where phase = 3) - count(*) filter (where old_phase = 3),
               count(*) filter (where phase = 4) - count(*) filter (where old_phase = 4),
               count(*) filter (where phase = 5) - count(*) filter (where old_phase = 5),
               count(*) filter (where phase = 6) - count(*) filter (where old_phase = 6)],
         sum(principal_due - coalesce(old_principal, 0)), sum(interest_due - coalesce(old_interest, 0))
    from changed group by lender_id order by lender_id
      on conflict (lender_id) do update
     set phases = array[portfolio_total.phases[1] + excluded.phases[1], portfolio_total.phases[2] + excluded.phases[2],
                        portfolio_total.phases[3] + excluded.phases[3], portfolio_total.phases[4] + excluded.phases[4],
                        portfolio_total.phases[5] + excluded.phases[5], portfolio_total.phases[6] + excluded.phases[6]],
         principal_due = portfolio_total.principal_due + excluded.principal_due,
         interest_due = portfolio_total.interest_due + excluded.interest_due;
end $$;

-- How many of them a business day has.
create table history_day (
  lender_id bigint not null,
  day date not null,
  type smallint not null,
  status smallint not null,
  rows bigint not null,
  primary key (lender_id, day, type, status)
) with (fillfactor = 50);

-- Movements of the history that do not change any more: of type 2 (fundings made alone) those that succeeded (status 1)
-- or failed (3), and all of type 5 (what came back from loans). The others are few and are read where they stand.
create table history_row (
  lender_id bigint not null,
  type smallint not null,
  status smallint not null,
  at timestamptz not null,
  id uuid not null,
  amount bigint not null,
  loan_id bigint not null,
  primary key (lender_id, type, status, at, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Keeps movements of the history that ended for good, with their days.
create function refresh_history(type smallint, status smallint, of_lenders bigint[], at timestamptz[], ids uuid[],
  amounts bigint[], loans bigint[]) returns void
  language sql as $$
  with kept as (
    insert into history_row (lender_id, type, status, at, id, amount, loan_id)
    select row.lender_id, $1, $2, row.at, row.id, row.amount, row.loan_id
      from unnest($3, $4, $5, $6, $7) as row (lender_id, at, id, amount, loan_id)
    returning lender_id, history_row.at
  )
  insert into history_day (lender_id, day, type, status, rows)
  select lender_id, business_day(kept.at), $1, $2, count(*) from kept group by 1, 2 order by 1, 2
      on conflict (lender_id, day, type, status) do update set rows = history_day.rows + excluded.rows
$$;

-- As before, at the time of the release.
create function funding_ended() returns trigger language plpgsql as $$
begin
  perform refresh_portfolio(array_agg(n.lender_id), array_agg(n.id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('SETTLED', 'REFUNDED') having count(*) > 0;
  perform refresh_history(2::smallint, 3::smallint, array_agg(n.lender_id), array_agg(n.ended_at), array_agg(n.id),
                          array_agg(-n.amount), array_agg(n.loan_id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('REJECTED', 'EXPIRED', 'CANCELLED') having count(*) > 0;
  return null;
end $$;

create trigger funding_read after update on funding referencing old table as before new table as ended
  for each statement execute function funding_ended();
-- A loan of a bulk funding was funded: it counts from the start, without a signature of its own.
create function bulk_loan_ended() returns trigger language plpgsql as $$
begin
  perform refresh_portfolio(array_agg(n.lender_id), array_agg(n.funding_id))
     from ended n where n.state = 'FUNDED' having count(*) > 0;
  return null;
end $$;

create trigger bulk_funding_loan_read after update on bulk_funding_loan referencing new table as ended
  for each statement execute function bulk_loan_ended();
-- As before, likewise.
create function refresh_loans(loans bigint[]) returns void language sql as $$
  select refresh_repayment_record(loans);
  select refresh_portfolio(array_agg(lender_id), array_agg(id)) from holding
   where loan_id = any(loans) and state in ('SETTLED', 'REFUNDED') having count(*) > 0
$$;

-- The life of a loan: paid out, paid on, on new terms, written off. Each verb writes the named table when what a
-- standing follows from is written.
create function loans_changed() returns trigger language plpgsql as $$
begin
  perform refresh_loans(array(select distinct loan_id from changed));
  return null;
end $$;

create trigger funding_balance_read after insert on funding_balance referencing new table as changed
  for each statement execute function loans_changed();
create trigger write_off_read after insert on write_off_record referencing new table as changed
  for each statement execute function loans_changed();
create trigger restructuring_read after insert on restructuring_record referencing new table as changed
  for each statement execute function loans_changed();
create function repayment_received() returns trigger language plpgsql as $$
begin
  perform refresh_history(5::smallint, 1::smallint, array_agg(r.lender_id), array_agg(p.created_at), array_agg(p.id),
                          array_agg(r.net), array_agg(p.loan_id))
     from (select lender_id, payment_id, sum(principal + interest + penalty - tax)::bigint as net from received
            group by lender_id, payment_id) r
     join loan_payment p on p.id = r.payment_id
    where r.net > 0 having count(*) > 0;
  return null;
end $$;

create trigger lender_repayment_read after insert on lender_repayment referencing new table as received
  for each statement execute function repayment_received();
-- New terms never come alone: a restructuring, or money that settles early, comes after them in the same transaction and
-- tells of both. So they bring nothing in line themselves, which a loan of ten thousand lenders felt twice.
create function loans_paid() returns trigger language plpgsql as $$
begin
  perform refresh_loans(array(select n.loan_id from changed n join before b using (loan_id) where n.version = b.version));
  return null;
end $$;

create trigger loan_servicing_read after update on loan_servicing referencing old table as before new table as changed
  for each statement execute function loans_paid();
-- Confirmations of a lender's balances at the end of a day, for auditors. The PDF is what was issued and never changes; of the
-- code in it only the hash is kept, by which it is verified.
create table balance_confirmation (
  id text primary key check (length(id) = 22),
  lender_id bigint not null references lender(id),
  number text not null unique,
  as_of date not null,
  -- A day has one; another only after that was revoked.
  issue smallint not null check (issue > 0),
  code_sha256 bytea not null unique check (length(code_sha256) = 32),
  initials text not null check (length(initials) between 1 and 40),
  cash bigint not null check (cash >= 0),
  -- Unpaid principal of positions that are not written off, and of those that are, which is not in the sum.
  principal bigint not null check (principal >= 0),
  positions integer not null check (positions >= 0),
  written_off bigint not null check (written_off >= 0),
  -- What a correction took back and the lender owes.
  owed bigint not null check (owed >= 0),
  total bigint not null,
  bytes bytea,
  sha256 bytea not null,
  platform_certificate bytea not null references platform_certificate(sha256),
  created_at timestamptz not null default app_now(),
  unique (lender_id, as_of, issue),
  constraint balance_confirmation_sum check (total = (cash + principal - owed)),
  constraint balance_confirmation_bytes check (sha256 = sha256(bytes))
);
create index balance_confirmation_outside on balance_confirmation (sha256) where bytes is null;

create trigger balance_confirmation_bytes_kept before update on balance_confirmation
  for each row execute function document_bytes_guard();
create trigger balance_confirmation_append_only before delete or update or truncate on balance_confirmation
  for each statement execute function refuse_document_change();

-- The statement of account of one lender and month, as it was issued. Amounts are whole rupiah.
create table statement (
  lender_id bigint not null references lender(id),
  -- The first day of the month.
  month date not null check (extract(day from month) = 1::numeric),
  id uuid not null unique,
  issued_at timestamptz not null default app_now(),
  opening bigint not null,
  closing bigint not null,
  topped_up bigint not null,
  lent bigint not null,
  refunded bigint not null,
  principal bigint not null,
  interest bigint not null,
  penalty bigint not null,
  tax bigint not null,
  withdrawn bigint not null,
  fees bigint not null,
  -- What corrections left owed, and what was collected of it.
  adjusted bigint not null,
  movements integer not null check (movements >= 0),
  -- Movements with a value date before the month.
  backdated integer not null,
  -- At the end: by the five qualities, not paid out yet, written off.
  outstanding bigint[] not null check (cardinality(outstanding) = 5),
  not_paid_out bigint not null check (not_paid_out >= 0),
  written_off bigint not null check (written_off >= 0),
  -- Principal that was written off in the month, less what was recovered in it; and what was lent on average.
  lost bigint not null,
  average bigint not null,
  -- SHA-256 over the movements, by which they are known to be those that were issued.
  lines_sha256 bytea not null check (length(lines_sha256) = 32),
  -- The sums of each day with movements of a statement, for a PDF that does not tell each movement.
  days jsonb not null,
  primary key (lender_id, month),
  constraint statement_check check (backdated between 0 and movements),
  constraint statement_adds_up check (closing = (opening + topped_up - lent + refunded + principal + interest + penalty - tax - withdrawn - fees + adjusted))
);

create trigger statement_append_only before delete or update or truncate on statement
  for each statement execute function refuse_change();

-- The PDF of a statement, made and signed when it is first asked for, and the same from then on.
create table statement_pdf (
  lender_id bigint not null,
  month date not null,
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  made_at timestamptz not null default app_now(),
  primary key (lender_id, month),
  foreign key (lender_id, month) references statement(lender_id, month)
);
create index statement_pdf_outside on statement_pdf (sha256) where bytes is null;

create trigger statement_pdf_bytes_kept before update on statement_pdf
  for each row execute function document_bytes_guard();
create trigger statement_pdf_append_only before delete or update or truncate on statement_pdf
  for each statement execute function refuse_document_change();

create function is_outside_document(of_sha256 bytea) returns boolean language sql stable as $$
  select exists (select from document where sha256 = of_sha256 and bytes is null)
      or exists (select from factsheet where sha256 = of_sha256 and bytes is null)
      or exists (select from statement_pdf where sha256 = of_sha256 and bytes is null)
      or exists (select from balance_confirmation where sha256 = of_sha256 and bytes is null)
      or exists (select from vote_document where sha256 = of_sha256 and bytes is null)
      or exists (select from transfer_addendum where sha256 = of_sha256 and bytes is null)
$$;

-- A place that a row needs is never forgotten, and says the same of its bytes for good.
create function document_place_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_outside_document(old.sha256) then
      raise exception 'a document is in this place' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if (new.sha256, new.size) is distinct from (old.sha256, old.size) then
    raise exception 'the place of a document keeps its hash and its length' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger document_place_kept before delete or update on document_place
  for each row execute function document_place_guard();

-- A funding in the portfolio by what is searched of it; never changed. Texts are lower case and compare byte by byte.
create table portfolio_row (
  lender_id bigint not null,
  funding_id uuid not null,
  loan_id bigint not null,
  borrower_id bigint not null,
  loan_number text collate "C" not null,
  primary key (lender_id, funding_id) include (borrower_id, loan_number)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index portfolio_row_borrower on portfolio_row (lender_id, borrower_id, funding_id);

-- Where it stands. Phases: 1 not paid out yet, 2 running, 3 running on new terms, 4 repaid, 5 written off, 6 refunded.
-- Late is never stored: a running one is late when the oldest installment that is not paid was due before today.
create table portfolio_standing (
  lender_id bigint not null,
  funding_id uuid not null,
  phase smallint not null,
  -- Infinity where nothing is asked.
  oldest_due date not null,
  -- What counts as outstanding and expected, in rupiah.
  principal_due bigint not null,
  interest_due bigint not null,
  borrower_id bigint not null,
  loan_number text collate "C" not null,
  primary key (lender_id, funding_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 50);
create index portfolio_standing_phase on portfolio_standing (lender_id, phase, funding_id);

-- As before, with one look at the loan for both.
create function add_to_portfolio_mix(of_lenders bigint[], of_fundings uuid[], amounts bigint[]) returns void
  language plpgsql as $$
begin
  with change as materialized (
    select lender_id, r.borrower_id, l.loan_type_id, coalesce(l.grade, '') as grade, change.amount
      from unnest(of_lenders, of_fundings, amounts) as change (lender_id, funding_id, amount)
      join portfolio_row r using (lender_id, funding_id) join loan l on l.id = r.loan_id
  ), mix as (
    insert into portfolio_mix (lender_id, loan_type_id, grade, principal_due)
    select lender_id, loan_type_id, grade, sum(amount) from change
     group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
        on conflict (lender_id, loan_type_id, grade)
        do update set principal_due = portfolio_mix.principal_due + excluded.principal_due
  )
  insert into portfolio_borrower_due (lender_id, borrower_id, principal_due)
  select lender_id, borrower_id, sum(amount) from change group by 1, 2 having sum(amount) <> 0 order by 1, 2
      on conflict (lender_id, borrower_id)
      do update set principal_due = portfolio_borrower_due.principal_due + excluded.principal_due;
end $$;

create function mix_new_standings() returns trigger language plpgsql as $$
begin
  perform add_to_portfolio_mix(array_agg(lender_id), array_agg(funding_id), array_agg(principal_due)) from new_rows;
  return null;
end $$;

create trigger portfolio_standing_mix_new after insert on portfolio_standing referencing new table as new_rows
  for each statement execute function mix_new_standings();
create function mix_changed_standings() returns trigger language plpgsql as $$
begin
  perform add_to_portfolio_mix(array_agg(n.lender_id), array_agg(n.funding_id),
                               array_agg(n.principal_due - o.principal_due))
     from new_rows n join old_rows o using (lender_id, funding_id) where n.principal_due <> o.principal_due;
  return null;
end $$;

create trigger portfolio_standing_mix_changed after update
  on portfolio_standing referencing old table as old_rows new table as new_rows
  for each statement execute function mix_changed_standings();

-- The sums of a lender's standings: how many of each phase, and what counts.
create table portfolio_total (
  lender_id bigint primary key,
  -- Element 1 is of phase 1.
  phases bigint[] not null,
  principal_due bigint not null,
  interest_due bigint not null
) with (fillfactor = 50);

-- To whom a lender has lent: fundings that count as lent, and all that are shown.
create table portfolio_borrower (
  lender_id bigint not null,
  borrower_id bigint not null,
  name text collate "C" not null,
  lent bigint not null,
  shown bigint not null,
  primary key (lender_id, borrower_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index portfolio_borrower_name on portfolio_borrower (lender_id, name, borrower_id) include (lent, shown);

-- As in 0111, without the note for the packer.
create function rename_in_portfolios() returns trigger language plpgsql as $$
begin
  lock table portfolio_borrower in share row exclusive mode;
  update portfolio_borrower set name = search_form(new.name) where borrower_id = new.id;
  return null;
end $$;

create trigger borrower_in_portfolios after update of name on borrower
  for each row when (old.name is distinct from new.name) execute function rename_in_portfolios();

-- What a lender has outstanding by type and rating of the loans, and by borrower, so that the shares of a portfolio of
-- 100,000 fundings are read from a few rows. Both follow from portfolio_standing, whichever statement changes that
-- (decision 0017).
create table portfolio_mix (
  lender_id bigint not null,
  loan_type_id bigint not null,
  -- Empty for loans without a rating.
  grade text collate "C" not null,
  principal_due bigint not null,
  primary key (lender_id, loan_type_id, grade)
) with (fillfactor = 50);

-- What of a lender's outstanding falls due, by borrower and day.
create table portfolio_borrower_due (
  lender_id bigint not null,
  borrower_id bigint not null,
  principal_due bigint not null,
  primary key (lender_id, borrower_id)
) with (fillfactor = 50);

-- One that was wrong does not count any more, and its verification says so.
create table balance_confirmation_revocation (
  confirmation_id text primary key references balance_confirmation(id),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now()
);

create trigger balance_confirmation_revocation_append_only before delete or update or truncate on balance_confirmation_revocation
  for each statement execute function refuse_change();

-- The movements of a statement: the transfers of a cash account above one number and up to another. The next month begins
-- where this one ended, so what is recorded late stands in the month after.
create table statement_account (
  lender_id bigint not null,
  month date not null,
  account_id bigint not null references account(id),
  after_seq bigint not null check (after_seq >= 0),
  last_seq bigint not null,
  opening bigint not null,
  closing bigint not null,
  primary key (lender_id, month, account_id),
  constraint statement_account_order check (last_seq >= after_seq),
  foreign key (lender_id, month) references statement(lender_id, month)
);

create trigger statement_account_append_only before delete or update or truncate on statement_account
  for each statement execute function refuse_change();

-- A month of which every lender has their statement, so that nobody is looked for again.
create table statement_month (
  month date primary key check (extract(day from month) = 1::numeric),
  statements bigint not null check (statements >= 0),
  completed_at timestamptz not null default app_now()
);

create trigger statement_month_append_only before delete or update or truncate on statement_month
  for each statement execute function refuse_change();

-- Archives: the documents of a lender's year as one ZIP, made in the background and kept for some days.
create table document_archive (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  year smallint not null check (year between 2000 and 2099),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED')),
  -- Each attempt writes parts of its own; only those of the last count.
  attempt integer not null default 0 check (attempt >= 0),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  expires_at timestamptz,
  -- By which the browser fetches it; the ticket itself is kept nowhere.
  ticket_sha256 bytea unique check (length(ticket_sha256) = 32),
  ticket_until timestamptz,
  -- The session that asked for the ticket of an archive: with its end the ticket ends.
  ticket_session bytea check (length(ticket_session) = 32),
  constraint document_archive_end check ((state in ('READY', 'FAILED')) = (ended_at is not null)),
  constraint document_archive_expiry check ((state in ('READY', 'FAILED')) = (expires_at is not null))
);
-- One of a lender is under way at a time.
create unique index document_archive_under_way on document_archive (lender_id) where state in ('WAITING', 'RUNNING');
create index document_archive_of_lender on document_archive (lender_id, created_at desc);

-- A part of a year's archive, as bytes.
create table document_archive_part (
  archive_id uuid not null references document_archive(id) on delete cascade,
  attempt integer not null,
  no integer not null check (no > 0),
  bytes bytea not null,
  primary key (archive_id, attempt, no)
);

-- The days whose morning list was given to the jobs that send it.
create table morning_mail (
  day date primary key,
  asked_at timestamptz not null default app_now()
);

-- The transaction that changed a lender, borrower, loan or funding last. A reader goes along the transactions that ended
-- before all that still run, so that none which commits late is passed over.
create table feed_change (
  kind text not null check (kind in ('LENDER', 'BORROWER', 'LOAN', 'FUNDING')),
  ref text not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (kind, ref)
) with (fillfactor = 70);
create index feed_change_order on feed_change (transaction, kind, ref);

-- Called with the kind and the column of the id; rows in the order of their ids, so that two transactions seldom deadlock.
create function note_feed_change() returns trigger language plpgsql security definer as $$
begin
  if tg_level = 'ROW' then
    insert into feed_change as kept (kind, ref) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1])
    on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  else
    execute format(
      'insert into feed_change as kept (kind, ref) select distinct %L, %I::text from fresh order by 2
       on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction',
      tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;

create trigger lender_fed after insert on lender referencing new table as fresh
  for each statement execute function note_feed_change('LENDER', 'id');
create trigger lender_fed_again after update of name, user_type_id, state, class_version on lender
  for each row when (old.name is distinct from new.name or old.user_type_id is distinct from new.user_type_id
    or old.state is distinct from new.state or old.class_version is distinct from new.class_version)
    execute function note_feed_change('LENDER', 'id');
create trigger lender_facts_fed after insert on lender_facts referencing new table as fresh
  for each statement execute function note_feed_change('LENDER', 'lender_id');
create trigger borrower_fed after insert on borrower referencing new table as fresh
  for each statement execute function note_feed_change('BORROWER', 'id');
create trigger borrower_fed_again after update on borrower referencing new table as fresh
  for each statement execute function note_feed_change('BORROWER', 'id');
create function note_feed_facts() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select n.kind, n.ref from fresh f join loan l on l.id = f.loan_id
   cross join lateral (values ('LOAN', l.id::text), ('BORROWER', l.borrower_id::text)) as n (kind, ref)
    join loan_position p on p.loan_id = l.id
   where n.kind = 'BORROWER' or p.status not in ('DRAFT', 'DELETED')
   group by 1, 2 order by 1, 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;

create trigger loan_facts_fed after insert on loan_facts referencing new table as fresh
  for each statement execute function note_feed_facts();
create trigger loan_position_fed after update of status on loan_position
  for each row when (old.status is distinct from new.status) execute function note_feed_change('LOAN', 'loan_id');
-- A payment changes a loan in two tables. The second is not noted again: its row would be locked anew.
create function note_feed_loans() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'LOAN', f.ref from (select distinct loan_id::text as ref from fresh) f
   where not exists (select from feed_change n
                      where n.kind = 'LOAN' and n.ref = f.ref and n.transaction = pg_current_xact_id())
   order by 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;

create trigger loan_servicing_fed after insert on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_loans();
create trigger loan_servicing_fed_again after update on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_loans();
create trigger repayment_record_fed after update on repayment_record referencing new table as fresh
  for each statement execute function note_feed_loans();
-- Fundings are noted with their loan: a row for each request would take an eighth of the time of a funding.
create function note_feed_fundings() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'FUNDING', f.id::text from funding f where f.loan_id = new.loan_id order by 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;

create trigger loan_position_fundings_fed after update of status on loan_position
  for each row when (old.status is distinct from new.status) execute function note_feed_fundings();
-- The feed says who holds a funding.
create trigger holding_transfer_fed after insert on holding_transfer_record referencing new table as fresh
  for each statement execute function note_feed_change('FUNDING', 'funding_id');
create function note_transfer_taken_back() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'FUNDING', t.funding_id::text from holding_transfer_record t where t.id::text = new.of_id
      on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;

create trigger transfer_taken_back_fed after insert on reversal
  for each row when (new.kind = 'HOLDING_TRANSFER') execute function note_transfer_taken_back();

-- What happened, written in the transaction of it, until the worker has numbered it. Reservations are not noted where they are
-- made, which is where most wait for each other, but with their way to the e-signature provider.
create table event_note (
  no bigint primary key generated always as identity,
  kind text not null check (kind in ('TRANSFERS', 'FUNDING', 'WITHDRAWAL', 'LOAN')),
  refs text[] not null check (cardinality(refs) > 0),
  state text,
  at timestamptz not null default app_now(),
  constraint event_note_state check ((state is null) = (kind = 'TRANSFERS'))
);

create function note_event_transfers() returns trigger language plpgsql as $$
begin
  insert into event_note (kind, refs) select 'TRANSFERS', array_agg(id::text) from fresh having count(*) > 0;
  return null;
end $$;

create trigger transfer_event after insert on transfer referencing new table as fresh
  for each statement execute function note_event_transfers();
create function note_event_signing() returns trigger language plpgsql as $$
begin
  insert into event_note (kind, refs, state) values ('FUNDING', array[new.funding_id::text], 'WAITING');
  return null;
end $$;

create trigger signing_request_event after insert on signing_request
  for each row execute function note_event_signing();
-- Called with the kind and the columns of the id and the state.
create function note_event_state() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
begin
  insert into event_note (kind, refs, state) values (tg_argv[0], array[changed ->> tg_argv[1]], changed ->> tg_argv[2]);
  return null;
end $$;

-- Of bulk fundings, which wait for nothing.
create trigger funding_event after insert on funding
  for each row when (new.state <> 'WAITING') execute function note_event_state('FUNDING', 'id', 'state');
create trigger funding_event_again after update of state on funding
  for each row when (old.state is distinct from new.state) execute function note_event_state('FUNDING', 'id', 'state');
create trigger withdrawal_event after insert on withdrawal
  for each row execute function note_event_state('WITHDRAWAL', 'id', 'state');
create trigger withdrawal_event_again after update of state on withdrawal
  for each row when (old.state is distinct from new.state) execute function note_event_state('WITHDRAWAL', 'id', 'state');
create trigger loan_position_event after update of status on loan_position
  for each row when (old.status is distinct from new.status and (new.status not in ('DRAFT', 'DELETED', 'OFFERED')))
    execute function note_event_state('LOAN', 'loan_id', 'status');

-- Events in the order in which one worker after the other numbered them, without gaps: who reads along the numbers misses
-- none, whatever commits late. The id is random: in a database that was restored to an earlier moment a number has another.
create table event (
  no bigint primary key check (no > 0),
  id uuid not null,
  lender_id bigint not null,
  type text not null check (type ~ '^(cash|funding|withdrawal|loan)[.][a-z_]{1,20}$'),
  -- The transfer, with the side on which it has the lender's cash (+ or -), the funding, withdrawal or loan.
  ref text not null,
  at timestamptz not null
);
create index event_of_lender on event (lender_id, no);

create trigger event_append_only before delete or update or truncate on event
  for each statement execute function refuse_change();

-- Where a lender's system is called, and how far it was. The address may hold a token: it is encrypted like the secret.
create table call_back (
  lender_id bigint primary key references lender(id),
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  secret text not null,
  -- The secret of before signs too, for a day after it was changed.
  former_secret text,
  former_until timestamptz,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'GONE')),
  set_at timestamptz not null default app_now(),
  -- The last event that was told or passed over.
  rung_no bigint not null check (rung_no >= 0),
  rung_at timestamptz,
  -- Whether a job tells of what follows: that of this turn, no other.
  ringing boolean not null default false,
  turn bigint not null default 0,
  -- Since when every call has failed, when the last one was, and when the next is due.
  failing_since timestamptz,
  tried_at timestamptz,
  due_at timestamptz,
  constraint call_back_former check ((former_secret is null) = (former_until is null)),
  constraint call_back_failing check ((failing_since is null) = (due_at is null)),
  constraint call_back_over check (state = 'ACTIVE' or not ringing)
) with (fillfactor = 50);

-- What came of each call, for 30 days. `event_no` is null for a trial.
create table call_back_try (
  id bigint primary key generated always as identity,
  lender_id bigint not null,
  event_no bigint,
  at timestamptz not null default app_clock(),
  milliseconds integer not null check (milliseconds >= 0),
  status smallint,
  fault text
);
create index call_back_try_of_lender on call_back_try (lender_id, id);
create index call_back_try_old on call_back_try (at);

-- As before, and an opening balance leaves no loan to service either.
create function undo_disbursement(of_loan bigint, by_reversal uuid) returns void language plpgsql security definer as $$
begin
  if not exists (select from reversal r join transfer t on t.journal_id = r.journal_id
                  where r.id = by_reversal and (r.kind, t.kind) in (('DISBURSEMENT', 'DISBURSEMENT'), ('TAKE_OVER', 'OPENING'))
                    and t.ref = of_loan::text)
     or exists (select from standing_payment where loan_id = of_loan)
     or exists (select from write_off where loan_id = of_loan) then
    raise exception 'a disbursement is undone by its reversal' using errcode = 'integrity_constraint_violation';
  end if;
  -- Who held a funding once keeps a balance of nothing: without one, what was funded counts.
  delete from funding_balance b using funding f
   where b.loan_id = of_loan and f.loan_id = of_loan and f.id = b.funding_id and f.lender_id = b.lender_id;
  -- They never counted; the next schedule is numbered on behind them.
  update installment set superseded_on = '-infinity' where loan_id = of_loan and superseded_on is null;
  delete from loan_servicing where loan_id = of_loan;
  update loan set disbursed_on = null where id = of_loan;
  perform refresh_loans(array[of_loan]);
end $$;

-- What counts against the limits of a lender: the unpaid principal of their fundings, and what is held for fundings. It is
-- read under the lock of the lender's cash account, which everything that adds to it takes.
create function lender_outstanding(of_lender bigint) returns bigint language plpgsql stable as $$
begin
  return coalesce((select principal_due from portfolio_total where lender_id = of_lender), 0)
       + coalesce((select a.held from account a where a.kind = 'LENDER_CASH' and a.owner_id = of_lender), 0)
       - coalesce((select sum(h.amount)::bigint from withdrawal w join hold h on h.id = w.id and h.state = 'OPEN'
                     join account a on a.id = h.account_id and a.kind = 'LENDER_CASH'
                    where w.lender_id = of_lender and w.ended_at is null), 0);
end $$;

-- By lender; one lender may have several rows.
create view placed_by_lender as
select lender_id, principal_due as amount from portfolio_total where principal_due <> 0
 union all
select owner_id, held from account where kind = 'LENDER_CASH' and held <> 0
 union all
select w.lender_id, -(select h.amount from hold h join account a on a.id = h.account_id and a.kind = 'LENDER_CASH'
                       where h.id = w.id and h.state = 'OPEN')
  from withdrawal w where w.ended_at is null;

-- What counts of all lenders. It reads whole tables, so at most one process a second asks for it.
create function platform_outstanding() returns bigint
  language sql stable set enable_seqscan = 'on' set enable_nestloop = 'off' as $$
  select coalesce(sum(amount), 0)::bigint from placed_by_lender
$$;

-- Of it, what non-professional lenders have: individuals up to the border of income, and individuals whose class nobody has
-- kept. The others are looked up, because a platform has fewer of them.
create function platform_figures(border bigint, OUT platform bigint, OUT non_professional bigint) returns record
  language sql stable set enable_seqscan = 'on' set enable_nestloop = 'off' as $$
  select coalesce(sum(p.amount), 0)::bigint, coalesce(sum(p.amount) filter (where professional.id is null), 0)::bigint
    from placed_by_lender p
    left join (select l.id from lender l
                 left join lender_class c on c.lender_id = l.id and c.version = l.class_version
                where coalesce(c.kind, case when l.user_type_id = 3 then 'COMPANY' else 'INDIVIDUAL' end) <> 'INDIVIDUAL'
                   or c.yearly_income > border) professional on professional.id = p.lender_id
$$;

-- What the application may not do, and where functions look.
do $$ begin
  execute format('alter function undo_disbursement(bigint, uuid) set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_feed_change() set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_feed_facts() set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_feed_fundings() set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_transfer_taken_back() set search_path = %I, pg_temp', current_schema());
  execute format('alter function note_feed_loans() set search_path = %I, pg_temp', current_schema());
  revoke execute on function undo_disbursement(bigint, uuid) from public;
  revoke execute on function note_feed_change() from public;
  revoke execute on function note_feed_facts() from public;
  revoke execute on function note_feed_fundings() from public;
  revoke execute on function note_transfer_taken_back() from public;
  revoke execute on function note_feed_loans() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on balance_confirmation, balance_confirmation_revocation, event, statement, statement_account,
      statement_month, statement_pdf from pematang_app;
    revoke update on call_back_try, event_note from pematang_app;
    revoke insert, update, delete on feed_change from pematang_app;
    revoke delete on history_day, history_row, portfolio_borrower, portfolio_row, portfolio_standing,
      portfolio_total from pematang_app;
  end if;
end $$;
