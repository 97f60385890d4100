import type { Invariant } from './invariant.ts'

export const waitingInvariants: readonly Invariant[] = [
  {
    id: 'I32',
    holds:
      'everything that waits (fundings for their signature or its cancellation, withdrawals, bulk fundings, documents, time stamps, mandates, rounds of automatic funding) has a live job, or one that died so lately that the sweeper has still to revive it',
    sql: `
      select a.kind, a.payload, a.since from awaited_job a
       where not exists (select from job j where j.kind = a.kind and j.payload = a.payload
                            and (j.dead_at is null or j.dead_at > app_now() - case
                                   when a.kind in ('bulk.papers', 'documents.factsheet', 'documents.timestamp') then interval '2 hours'
                                   else interval '10 minutes' end))`,
  },
  {
    id: 'I32b',
    holds:
      'a signature that is kept as void is of a funding that ended without one, and its files are kept as void',
    sql: `
      select f.id, f.state, v.signed_at from void_signature v join funding f on f.id = v.funding_id
        left join document d on d.agreement_id = f.id and d.kind = 'PP_VOID'
       where f.state not in ('REJECTED', 'EXPIRED', 'CANCELLED') or d.sha256 is distinct from v.signed_sha256
      union all
      select d.agreement_id, null, d.created_at from document d
       where d.kind in ('PP_VOID', 'PPFP_VOID')
         and not exists (select from void_signature v where v.funding_id = d.agreement_id)`,
  },
]
