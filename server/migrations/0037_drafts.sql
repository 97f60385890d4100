-- A draft can be corrected, consent and all, and deleted: it is kept in a state of its own, because its escrow account and
-- its audit trail name it. What was published keeps its terms by loan_kept and loan_position_kept, its consent among them.
drop trigger loan_consent_kept on loan;
drop function keep_consent();

alter table loan add column deleted_at timestamptz;
-- The consent of a loan whose draft was deleted may be the consent of another.
drop index loan_consent;
create unique index loan_consent on loan (consent_provider, consent_reference)
  where consent_reference is not null and deleted_at is null;

alter table loan_position drop constraint loan_position_status_check;
alter table loan_position add constraint loan_position_status_check check
  (status in ('DRAFT', 'DELETED', 'OFFERED', 'FUNDED', 'WITHDRAWN', 'ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'));

-- What was published is never a draft again, nor deleted; what was deleted can only be a draft again.
drop trigger loan_position_kept on loan_position;
create trigger loan_position_kept before update on loan_position for each row
  when (old.status <> 'DRAFT'
        and ((new.loan_id, new.minimum, new.loan_type_id, new.tenor, new.escrow_account)
               is distinct from (old.loan_id, old.minimum, old.loan_type_id, old.tenor, old.escrow_account)
             or (new.total <> old.total and (new.total > old.total or new.total <> new.funded + new.reserved))
             or (old.status = 'DELETED' and new.status not in ('DRAFT', 'DELETED'))
             or (old.status <> 'DELETED' and new.status in ('DRAFT', 'DELETED'))))
  execute function refuse_new_terms();
drop trigger loan_position_not_deleted on loan_position;
create trigger loan_position_not_deleted before delete or truncate on loan_position
  for each statement execute function refuse_change();
