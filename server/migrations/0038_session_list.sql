-- A session has a name that may be shown, which its token's hash is not, and says what it was opened in. Of the browser
-- only its name and its system's are kept, not all that it says of itself.
alter table session
  add column id uuid not null default gen_random_uuid(),
  add column browser text check (length(browser) <= 40),
  add column system text check (length(system) <= 40),
  -- The browser's own token, so that it is known no longer when the lender ends its session.
  add column device_hash bytea check (length(device_hash) = 32);
alter table session alter column id drop default;
create unique index session_id on session (id);
