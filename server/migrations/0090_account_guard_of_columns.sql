-- Every transfer updates two accounts, and PostgreSQL prepares the condition of a guard anew for each statement. It is now
-- prepared only for a statement that names one of these columns; what is refused stays the same.
create or replace trigger account_kept before update of id, kind, owner_id, authorising on account for each row
  when ((new.id, new.kind, new.owner_id, new.authorising) is distinct from (old.id, old.kind, old.owner_id, old.authorising))
  execute function refuse_new_terms();
