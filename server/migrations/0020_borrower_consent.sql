-- The borrower's consent to a loan, as the operator's file told it. It is a term of the loan: it comes with the draft and
-- never changes; a loan of before this has none.
alter table loan
  add column consent_reference text,
  add column consent_provider text,
  add column consent_at timestamptz,
  add column consent_sha256 bytea,
  add constraint loan_consent_whole check (
    num_nulls(consent_reference, consent_provider, consent_at, consent_sha256) in (0, 4)),
  add constraint loan_consent_hash check (octet_length(consent_sha256) = 32);
-- One consent is good for one loan.
create unique index loan_consent on loan (consent_provider, consent_reference) where consent_reference is not null;

create function keep_consent() returns trigger language plpgsql as $$
begin
  if row (new.consent_reference, new.consent_provider, new.consent_at, new.consent_sha256)
     is distinct from row (old.consent_reference, old.consent_provider, old.consent_at, old.consent_sha256) then
    raise exception 'the consent of a borrower never changes (loan %)', old.loan_number;
  end if;
  return new;
end $$;
create trigger loan_consent_kept before update on loan for each row execute function keep_consent();
