import type { Context } from '../../context.ts'
import { type Database, many, one, run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'

type Event = { id: number; kind: string; loanId: number; ofId: string | null; isVoid: boolean }

/** The number of loans per batch; each may have ten thousand lenders. */
const batchSize = 100

/**
 * Creates the notices about events of loans, for all their lenders with one statement. Events of a day are added to one
 * notice per kind until it is sent. Events and notices are written in one transaction, so each event counts once.
 */
export async function raiseLoanNotices(context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await raiseBatch(context)) > 0);
}

/**
 * Processes one batch.
 * @returns the number of processed events; 0 if another worker is doing it
 */
function raiseBatch({ db }: Pick<Context, 'db'>): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    if (!(await isAlone(tx))) return 0
    const events = await many<Event>(
      tx,
      'loans.notices.next',
      // What was reversed before lenders were notified creates no notice, and neither does
      // the reversal.
      `select e.id, e.kind, e.loan_id as "loanId", e.of_id as "ofId", case e.kind
              when 'RESTRUCTURED' then not exists (select from restructuring r
                where r.loan_id = e.loan_id and r.loan_id || '/' || r.version = e.of_id)
              when 'WRITTEN_OFF' then not exists (select from write_off w where w.loan_id = e.loan_id and w.id::text = e.of_id)
              when 'RESTRUCTURING_REVERSED' then exists (select from loan_event o
                where o.loan_id = e.loan_id and o.kind = 'RESTRUCTURED' and o.of_id = e.of_id and (o.void or o.raised_at is null))
              when 'WRITE_OFF_REVERSED' then exists (select from loan_event o
                where o.loan_id = e.loan_id and o.kind = 'WRITTEN_OFF' and o.of_id = e.of_id and (o.void or o.raised_at is null))
              when 'DISBURSED' then exists (select from reversal r where r.kind = 'DISBURSEMENT' and r.of_id = e.of_id)
              when 'DISBURSEMENT_REVERSED' then exists (select from loan_event o
                where o.loan_id = e.loan_id and o.kind = 'DISBURSED' and o.of_id = e.of_id and (o.void or o.raised_at is null))
              else false end as "isVoid"
         from loan_event e where e.raised_at is null order by e.id limit $1`,
      [batchSize],
    )
    if (events.length === 0) return 0
    await gather(
      tx,
      events.filter((event) => !event.isVoid),
    )
    await run(
      tx,
      'loans.notices.raised',
      `update loan_event e set raised_at = app_now(), void = one.void
         from unnest($1::bigint[], $2::boolean[]) as one (id, void) where e.id = one.id`,
      [events.map(({ id }) => id), events.map((event) => event.isVoid)],
    )
    return events.length
  })
}

/** Takes the lock for writing notices about loans; false if another worker has it. */
export const isAlone = async (tx: Transaction): Promise<boolean> =>
  (
    await one<{ alone: boolean }>(
      tx,
      'loans.notices.alone',
      `select pg_try_advisory_xact_lock(hashtext('loan_notices')) as alone`,
    )
  ).alone

/**
 * Collects the current amounts of the lenders in each loan. A payment reversed in the meantime is left out. If it was
 * recorded again in the same transaction to correct an earlier payment, its present amounts count. Locks are taken in
 * the order of the lenders.
 */
async function gather(tx: Transaction, events: readonly Event[]): Promise<void> {
  await run(
    tx,
    'loans.notices.gather',
    `with recursive event as (
       select * from unnest($1::text[], $2::bigint[], $3::text[]) as one (kind, loan_id, of_id)
     ), paid as (
       select p.id, p.reference, p.occurrence from event e join loan_payment p on p.id = e.of_id::uuid where e.kind = 'PAID'
        union all
       select again.id, again.reference, again.occurrence
         from paid join loan_payment r on r.reverses = paid.id
         join loan_payment again on again.reference = paid.reference and again.occurrence = paid.occurrence + 1
                                and again.created_at = r.created_at
     ), part as (
       select r.lender_id, case when p.settles then 'LOAN_SETTLED_EARLY'
                 -- A payment dated before a write-off is refused once that is recorded.
                 when exists (select from write_off w where w.loan_id = p.loan_id and w.created_at < p.created_at)
                 then 'RECOVERY_RECEIVED' else 'INSTALLMENT_RECEIVED' end as kind, p.loan_id,
              sum(r.principal + r.interest + r.penalty - r.tax)::bigint as amount
         from paid join standing_payment p on p.id = paid.id join lender_repayment r on r.payment_id = p.id
        group by r.lender_id, p.id, p.settles, p.loan_id, p.created_at
       having sum(r.principal + r.interest + r.penalty - r.tax) > 0
        union all
       select b.lender_id, 'LOAN_' || e.kind, e.loan_id, sum(b.principal_due)::bigint
         from (select distinct kind, loan_id from event where kind <> 'PAID' and kind not like 'DISBURSE%') e join funding_balance b on b.loan_id = e.loan_id
        where b.principal_due > 0 or e.kind like '%_REVERSED' and b.lender_id = holder_of(b.funding_id)
        group by b.lender_id, e.kind, e.loan_id
        union all
       select f.lender_id, 'LOAN_' || e.kind, e.loan_id, sum(f.amount)::bigint
         from (select distinct kind, loan_id from event where kind like 'DISBURSE%') e
         join funding f on f.loan_id = e.loan_id and f.state = 'SETTLED'
        group by f.lender_id, e.kind, e.loan_id
     ), named as (
       select part.*, l.loan_number, row_number() over (partition by lender_id, kind order by amount desc, loan_id) as place
         from part join loan l on l.id = part.loan_id
     )
     insert into notice (lender_id, id, kind, banner, gathering, data)
     select lender_id, gen_random_uuid(), kind, false, true,
            jsonb_build_object('count', count(*), 'amount', sum(amount)::bigint, 'loans',
              jsonb_agg(jsonb_build_object('loanNumber', loan_number, 'amount', amount) order by place)
                filter (where place <= 10))
       from named group by lender_id, kind order by lender_id, kind
         on conflict (lender_id, kind) where gathering
         do update set data = gather_notice(notice.data, excluded.data, excluded.kind not in ('INSTALLMENT_RECEIVED', 'RECOVERY_RECEIVED')), created_at = app_now(), read_at = null`,
    [events.map(({ kind }) => kind), events.map(({ loanId }) => loanId), events.map(({ ofId }) => ofId)],
  )
}

/** Deletes events 90 days after they were raised. */
export async function deleteOldEvents(db: Database): Promise<void> {
  const step = () =>
    inTransaction(db, { repeatable: true }, (tx) =>
      run(
        tx,
        'loans.notices.retention',
        `delete from loan_event where id in (
           select id from loan_event where raised_at < app_now() - interval '90 days' limit 5000)`,
      ),
    )
  while ((await step()) > 0);
}

/** Marks events of past days as processed, for data that was imported with its history. */
export const skipPastEvents = (db: Database): Promise<number> =>
  inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'loans.notices.skip',
      `update loan_event set raised_at = app_now() where raised_at is null and created_at < app_now() - interval '1 day'`,
    ),
  )
