-- The sums of each day with movements of a statement, for a PDF that does not tell each movement.
alter table statement add column days jsonb not null default '[]';
alter table statement alter column days drop default;
-- A PDF says itself how many pages it has.
alter table statement_pdf drop column pages;
