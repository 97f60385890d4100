import type { BusinessDate } from '@pematang/contract/format/business-date'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'

/** The classes of lenders, not closed, whose evidence ends within thirty days or has ended. */
const ending = `
  lender_class c join lender l on l.id = c.lender_id and l.class_version = c.version
   where c.valid_until <= business_day(app_now()) + 30 and l.state <> 'CLOSED'`

export const countEndingEvidence = (
  db: Queryable,
): Promise<{ count: number; until: BusinessDate | null; ended: number }> =>
  one(
    db,
    'lenders.profile.evidence_today',
    `select count(*) as count, min(c.valid_until) as until,
            count(*) filter (where c.valid_until < business_day(app_now())) as ended
       from ${ending}`,
  )

export type EndingEvidence = {
  lenderId: number
  phone: string
  name: string
  kind: string
  evidence: string
  validUntil: BusinessDate
}

/** The same in the order of the lenders' ids; pages go on after one. */
export async function listEndingEvidence(
  db: Queryable,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<EndingEvidence>> {
  const rows = await many<EndingEvidence>(
    db,
    'lenders.profile.ending_evidence',
    `select l.id as "lenderId", l.phone, l.name, c.kind, c.evidence, c.valid_until as "validUntil"
       from ${ending} and ($1::bigint is null or l.id > $1) order by l.id limit $2`,
    [after ?? null, limit + 1],
  )
  return cutPage(rows, limit, ({ lenderId }) => String(lenderId))
}
