import { autoFundingCorruptions } from './auto-funding-corruptions.ts'

/** Corruptions of mandates and of the fundings under them, each with the invariant that must detect it. */
export const mandateCorruptions: [string, string, string][] = [
  [
    'I44',
    'automatic fundings above the mandate’s ceiling per loan',
    'update mandate set largest_per_loan = 499999',
  ],
  [
    'I44',
    'automatic fundings above the budget of their mandate',
    'update mandate set largest_per_loan = 1, total_budget = 499999',
  ],
  [
    'I44',
    'an automatic funding before its mandate was signed',
    `update mandate_signature set created_at = now() + interval '1 hour'`,
  ],
  [
    'I44',
    'an automatic funding under a mandate that had ended',
    `insert into mandate_end (mandate_id, reason, ended_at) select mandate_id, 'REVOKED', granted_at from mandate_grant`,
  ],
  ['I44', 'an automatic funding under a mandate without a signature', 'delete from mandate_signature'],
  [
    'I44',
    'an automatic funding that was signed by hand',
    `insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at, provider)
     select funding_id, lender_id, 'x', sha256('x'), sha256('x'), now(), 'PRIVY' from mandate_funding`,
  ],
  ['I44b', 'a mandate that its lender has not opened', 'delete from mandate_opening'],
  ['I44b', 'a mandate without its signed file', `delete from document where kind = 'MANDATE_SIGNED'`],
  [
    'I44b',
    'a mandate with another signed file',
    `update document set bytes = 'x', sha256 = sha256('x') where kind = 'MANDATE_SIGNED'`,
  ],
  [
    'I44b',
    'two mandates of a lender in force',
    `with other as (
       insert into mandate (id, lender_id, version, number, largest_per_loan, total_budget, valid_until, snapshot, text_sha256)
       select gen_random_uuid(), lender_id, version + 1, number || 'x', 1, 1, valid_until, snapshot, text_sha256 from mandate
       returning id)
     insert into mandate_signature (mandate_id, shown_sha256, signed_sha256, signed_at)
     select id, sha256('x'), sha256('x'), now() from other`,
  ],
  [
    'I32',
    'a mandate awaiting its signature without a job',
    'delete from mandate_signature; delete from mandate_end',
  ],
  ...autoFundingCorruptions,
]
