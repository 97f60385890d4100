/** Corruptions of waiting jobs and of fundings that ended, each with the invariant that must detect it. */
export const waitingCorruptions: [string, string, string][] = [
  ['I32', 'a reservation without its job', `delete from job where kind = 'signing.follow'`],
  [
    'I32',
    'a reservation whose job names another funding',
    `update job set payload = '{"fundingId": "00000000-0000-0000-0000-000000000000"}' where kind = 'signing.follow'`,
  ],
  [
    'I32',
    'a withdrawal whose job died an hour ago',
    `update job set dead_at = now() - interval '1 hour' where kind = 'withdrawal.follow'`,
  ],
  ['I32', 'a running bulk funding without its job', `delete from job where kind = 'bulk.fund'`],
  [
    'I32',
    'missing documents of a bulk funding without a job',
    `delete from document d using bulk_funding_loan l where l.state = 'FUNDED' and d.agreement_id = l.funding_id;
     update bulk_funding_loan set pp_sha256 = null, ppfp_sha256 = null;
     delete from job where kind = 'bulk.papers'`,
  ],
  ['I32', 'a missing factsheet without a job', `delete from job where kind = 'documents.factsheet'`],
  [
    'I32',
    'a requested time stamp without a job',
    `insert into timestamp_request (document_id) select id from document where kind = 'PP_SIGNED'`,
  ],
  [
    'I32',
    'an ended funding whose agreement is not cancelled at the provider',
    `insert into signing_request (funding_id, lender_id, provider_token)
     select id, lender_id, 'p-' || id from funding where state = 'EXPIRED';
     delete from job where kind = 'signing.follow' and payload ->> 'fundingId' in
       (select id::text from funding where state = 'EXPIRED')`,
  ],
  [
    'I32b',
    'a void signature of a settled funding',
    `insert into void_signature (funding_id, lender_id, provider, provider_token, shown_sha256, signed_sha256, signed_at)
     select funding_id, lender_id, provider, provider_token, shown_sha256, signed_sha256, signed_at from signature`,
  ],
  [
    'I32b',
    'a void file without its signature',
    `update document set kind = 'PP_VOID' where kind = 'PP_SIGNED'`,
  ],
]
