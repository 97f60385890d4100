-- What the database itself refuses, whoever asks: an agreement or a credited payment is never changed, and what may
-- change in part (a hold, a funding, a withdrawal, a loan that is offered) keeps what it was decided on.

create trigger agreement_append_only before update or delete or truncate on agreement
  for each statement execute function refuse_change();
create trigger top_up_append_only before update or delete or truncate on top_up
  for each statement execute function refuse_change();

create function refuse_new_terms() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what it was made with', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger account_kept before update on account for each row
  when ((new.id, new.kind, new.owner_id, new.authorising) is distinct from (old.id, old.kind, old.owner_id, old.authorising))
  execute function refuse_new_terms();
create trigger account_not_deleted before delete or truncate on account
  for each statement execute function refuse_change();

-- A hold ends once, and over the amount and the account it was made with.
create trigger hold_kept before update on hold for each row
  when (old.state <> 'OPEN'
        or (new.id, new.purpose, new.account_id, new.amount) is distinct from (old.id, old.purpose, old.account_id, old.amount))
  execute function refuse_new_terms();
create trigger hold_not_deleted before delete or truncate on hold
  for each statement execute function refuse_change();

create trigger funding_kept before update on funding for each row
  when ((new.lender_id, new.id, new.loan_id, new.amount, new.bulk_id)
          is distinct from (old.lender_id, old.id, old.loan_id, old.amount, old.bulk_id))
  execute function refuse_new_terms();
create trigger funding_not_deleted before delete or truncate on funding
  for each statement execute function refuse_change();

create trigger withdrawal_kept before update on withdrawal for each row
  when ((new.lender_id, new.id, new.asked, new.amount, new.fee, new.method_payment, new.account_version)
          is distinct from (old.lender_id, old.id, old.asked, old.amount, old.fee, old.method_payment, old.account_version))
  execute function refuse_new_terms();
create trigger withdrawal_not_deleted before delete or truncate on withdrawal
  for each statement execute function refuse_change();

create trigger installment_kept before update on installment for each row
  when ((new.loan_id, new.no, new.version, new.due_date, new.principal, new.interest)
          is distinct from (old.loan_id, old.no, old.version, old.due_date, old.principal, old.interest))
  execute function refuse_new_terms();
create trigger installment_not_deleted before delete or truncate on installment
  for each statement execute function refuse_change();

-- Lenders decide on the terms of an offer. What comes after the publication may move: the end of the offer, and the
-- day on which the loan was paid out.
create function keep_published_terms() returns trigger language plpgsql as $$
begin
  if exists (select from loan_position where loan_id = old.id and status <> 'DRAFT')
     and to_jsonb(new) - array['offer_until', 'disbursed_on'] <> to_jsonb(old) - array['offer_until', 'disbursed_on'] then
    raise exception 'a loan that is published keeps its terms' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger loan_kept before update on loan for each row execute function keep_published_terms();

-- Of an offer that ends before it is full the total may come down to what is funded and reserved of it.
create trigger loan_position_kept before update on loan_position for each row
  when (old.status <> 'DRAFT'
        and ((new.loan_id, new.minimum, new.loan_type_id, new.tenor, new.escrow_account)
               is distinct from (old.loan_id, old.minimum, old.loan_type_id, old.tenor, old.escrow_account)
             or (new.total <> old.total and (new.total > old.total or new.total <> new.funded + new.reserved))))
  execute function refuse_new_terms();
create trigger loan_position_not_deleted before delete on loan_position for each row
  when (old.status <> 'DRAFT') execute function refuse_new_terms();
