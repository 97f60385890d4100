-- Reads both tables once, while entries are written and sealed.
alter table audit_event validate constraint audit_event_bound;
alter table audit_seal validate constraint audit_seal_bound;
