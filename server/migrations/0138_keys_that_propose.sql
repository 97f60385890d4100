-- The login that made a key. What it proposes is proposed by that person, who so decides none of it. Keys of before are of
-- the company's own login.
alter table partner_key add column maker bigint references lender(id);
alter table partner_key disable trigger partner_key_kept;
update partner_key set maker = lender_id;
alter table partner_key enable trigger partner_key_kept;
alter table partner_key alter column maker set not null;
-- The key with which a system of the company made a proposal; null where its maker did.
alter table company_proposal add column key_id uuid references partner_key(id);
create index company_proposal_of_key on company_proposal (company_id, number) where key_id is not null;
