import { many, type Queryable } from '../db/database.ts'

/** What operators did by one operation: how often, and the sum of the amounts that its entries name, in whole rupiah. */
export type OperatorEntries = { operation: string; count: number; amount: number }

/** What operators did by these operations on yesterday's business day. */
export const operatorEntriesOfYesterday = (
  db: Queryable,
  operations: readonly string[],
): Promise<OperatorEntries[]> =>
  many<OperatorEntries>(
    db,
    'platform.audit.operator_entries_of_yesterday',
    `select operation, count(*) as count,
            coalesce(sum(case when jsonb_typeof(detail -> 'amount') = 'number' then (detail ->> 'amount')::numeric end),
                     0)::bigint as amount
       from audit_event
      where actor like 'operator:%' and outcome = 'done' and operation = any($1)
        and at >= (business_day(app_now()) - 1)::timestamp at time zone 'Asia/Jakarta'
        and at < business_day(app_now())::timestamp at time zone 'Asia/Jakarta'
      group by operation order by operation`,
    [operations],
  )

/** A file that an operator gave: what was taken of it and what was refused. */
type GivenFile = { file: string; taken: number; refused: number; amount: number; at: Date }

/** The newest files that operators gave by this operation since yesterday began. */
export const filesSinceYesterday = (db: Queryable, operation: string): Promise<GivenFile[]> =>
  many<GivenFile>(
    db,
    'platform.audit.files_since_yesterday',
    `select substr(subject, 6) as file, (detail ->> 'taken')::integer as taken, (detail ->> 'refused')::integer as refused,
            (detail ->> 'amount')::bigint as amount, at
       from audit_event
      where actor like 'operator:%' and operation = $1 and subject like 'file:%'
        and at >= (business_day(app_now()) - 1)::timestamp at time zone 'Asia/Jakarta'
      order by at desc limit 20`,
    [operation],
  )
