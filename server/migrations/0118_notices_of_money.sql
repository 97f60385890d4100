-- Notices of money that came in, went out or was lent, and of recoveries.
create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'WITHDRAWAL_PAID',
                  'REPAYMENT_CORRECTED', 'TOP_UP_CORRECTED', 'TOP_UP_CREDITED', 'INSTALLMENT_RECEIVED',
                  'RECOVERY_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF',
                  'LOAN_RESTRUCTURING_REVERSED', 'LOAN_WRITE_OFF_REVERSED')
      then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

-- Of a disbursement and its reversal, of_id is the journal.
alter table loan_event drop constraint loan_event_kind_check;
alter table loan_event
  add constraint loan_event_kind_check check (kind in ('PAID', 'RESTRUCTURED', 'WRITTEN_OFF', 'LATE', 'BACK_ON_SCHEDULE',
                                                       'RESTRUCTURING_REVERSED', 'WRITE_OFF_REVERSED', 'DISBURSED',
                                                       'DISBURSEMENT_REVERSED'));
create index loan_event_disbursed on loan_event (loan_id) where kind = 'DISBURSED';
