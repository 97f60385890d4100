/** Changes of what opens an account or says where its money goes, made by SQL beside the commands. */
export const changeCorruptions: [string, string, string][] = [
  ['a bank account', `update lender_bank_account set account_number = '5551112223'`],
  [
    'a version of a bank account that its table does not have',
    `insert into lender_bank_account_version select lender_id, version + 1, account_name, '5551112223', bank_code
       from lender_bank_account_version order by version desc limit 1`,
  ],
  ['an e-mail address', `update lender set email = 'x@contoh.example'`],
  ['a phone number of a person in charge', `update lender_institution set pic_phone = '81200009999'`],
  ['a password', `update lender set password_hash = 'x'`],
  ['a tax status', 'update lender set tax_rate_ppm = 1'],
  ['a virtual account', 'update lender_virtual_account set ended_at = app_now() where ended_at is null'],
  [
    'a grant of a password check',
    `insert into password_grant (lender_id, session_hash, expires_at)
     select min(id), decode(repeat('00', 32), 'hex'), app_now() + interval '2 minutes' from lender`,
  ],
  [
    'a grant to set a new password',
    `insert into reset_grant (lender_id, phone, token_hash, expires_at)
     select min(id), '81200000000', decode(repeat('00', 32), 'hex'), app_now() + interval '10 minutes' from lender`,
  ],
  [
    'a bank account, with the entry of another command',
    `update lender_bank_account set account_number = '5551112223';
     insert into audit_event (id, actor, operation, subject, outcome)
     select gen_random_uuid(), 'operator:x', 'login', 'lender:' || id, 'done' from lender`,
  ],
  [
    'a passkey',
    `insert into lender_passkey (id, lender_id, label, public_key, counter)
     select 'x', min(id), 'x', decode('00', 'hex'), 0 from lender`,
  ],
  [
    'a key of the API',
    `insert into partner_key (id, lender_id, maker, label, access, secret_hash)
     select gen_random_uuid(), min(id), min(id), 'x', 'READ', decode(repeat('00', 32), 'hex') from lender`,
  ],
  [
    'a grant of the second factor',
    `insert into factor_grant (lender_id, session_hash, expires_at)
     select min(id), decode(repeat('00', 32), 'hex'), app_now() + interval '2 minutes' from lender`,
  ],
].map(([what, sql]) => [
  'I50',
  `${what} changed by SQL`,
  // With the triggers that the application's login cannot switch off.
  `set local session_replication_role = origin; ${sql}`,
])
