/** Damage to signed documents and their time stamps; see corruptions.ts. */
export const documentCorruptions: [string, string, string][] = [
  [
    'I31',
    'an agreement that lacks the platform signature it states',
    `update agreement set snapshot = snapshot || '{"platformSigned": true}'`,
  ],
  [
    'I31c',
    'a time stamp of other content',
    `insert into document_timestamp (document_id, revision, hole_from, hole_to, token, stamped_at, serial, authority)
     select id, '<00>', 0, 4, '\\x00', now(), '01', 'TSA' from document where kind = 'PP_SIGNED'`,
  ],
  [
    'I48',
    'a document outside the database without its place',
    `update document set bytes = null where kind = 'PP'`,
  ],
  [
    'I48',
    'a factsheet outside the database without its place',
    `insert into factsheet (id, loan_id, version, text_sha256, sha256, pages)
     select 'x', min(id), 99, sha256('x'), sha256('y'), 1 from loan`,
  ],
  [
    'I49',
    'a loan on offer whose borrower has a name that no agreement can print',
    `update borrower set name = '林美玲' where id = (select min(l.borrower_id) from loan l
       join loan_position p on p.loan_id = l.id where p.status in ('DRAFT', 'OFFERED'))`,
  ],
  [
    'I49',
    'a company whose person in charge has a name that no agreement can print',
    `update lender_institution set pic_full_name = 'أحمد'`,
  ],
  ['I31', 'a signed PPFP with other content', `update document set bytes = 'x' where kind = 'PPFP_SIGNED'`],
]
