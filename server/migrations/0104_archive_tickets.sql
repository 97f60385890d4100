-- The session that asked for the ticket of an archive: with its end the ticket ends.
alter table document_archive add column ticket_session bytea check (length(ticket_session) = 32);
