import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/portfolio/endpoints'
import { maybe, one, type Queryable } from '../../platform/db/database.ts'

/** What a lender's fundings are searched by; texts are found anywhere, character by character, in upper or lower case. */
export type SearchCriteria = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: PortfolioFilterStatus | null
  /** The sort order; null for newest first. */
  sort: PortfolioSort | null
}

/** A funding that is not packed as it stands now. Money is in whole rupiah. */
export type LiveEntry = {
  id: string
  number: string
  name: string
  /** 0 while it waits for a signature, then as in `portfolio_standing`. */
  phase: number
  /** Days from 2000-01-01 to the oldest due date; 2147483647 for none. */
  due: number
  /** Null while it waits for a signature. */
  principal: number | null
  amount: number
  rate: number
  /** The segment of its id, how many of that segment are newer, and whether it is packed there; null without segments. */
  segment: string | null
  newer: number | null
  packed: boolean | null
}

/** The columns of a lender's portfolio, of all segments one after the other as the database found them. */
export type PackedRow = {
  /** The business day in days from 2000-01-01. */
  today: number
  /** The texts that are looked for, in the database's lower case. */
  name: string | null
  number: string | null
  /** 24 bytes a segment: its first id, its revision, and how many fundings it has. */
  segments: Buffer | null
  numbers: string | null
  names: string | null
  figures: Buffer | null
  /** 36 characters for each funding. */
  ids: string | null
  /** 16 bytes a segment: its first id, in the order of the columns below. */
  standings: Buffer | null
  phases: string | null
  dues: Buffer | null
  principals: Buffer | null
  live: LiveEntry[]
}

// $1 is the lender, $2 the name, $3 the number; $4 says whether the names are needed, $5 the phases, $6 the due dates, $7 the
// ids, and $8 the sort or null. The rows are not sorted, because sorting moves all columns; the reader puts them in order.
const isPacked = `(select exists (
  select from portfolio_segment where lender_id = $1 and first_id = '00000000-0000-0000-0000-000000000000'))`
const segments = `
  select string_agg(uuid_send(first_id) || int4send(revision) || int4send(cardinality(ids)), ''::bytea) as segments,
         string_agg(numbers, E'\\n') filter (where $3::text is not null) as numbers,
         string_agg(names, E'\\n') filter (where $4) as names,
         string_agg(case $8::text when 'AMOUNT' then amounts when 'RATE' then rates end, ''::bytea) as figures,
         string_agg(array_to_string(ids, ''), '') filter (where $7) as ids
    from portfolio_segment where lender_id = $1`
const standings = `
  select string_agg(uuid_send(first_id), ''::bytea) as standings, string_agg(phases, '') as phases,
         string_agg(dues, ''::bytea) filter (where $6) as dues,
         string_agg(principals, ''::bytea) filter (where $8::text = 'PRINCIPAL') as principals
    from portfolio_segment_standing where lender_id = $1 and $5`
// Each of them is looked up by itself, in the order in which they are found; a join might read whole tables.
const live = `
  select entry.*, at.first_id as segment, at.newer, at.packed
    from (select funding_id from portfolio_touch where lender_id = $1 and ${isPacked}
           union select funding_id from portfolio_standing where lender_id = $1 and not ${isPacked}) unpacked
   cross join lateral (
     select e.funding_id as id, e.number, e.name, e.phase, due_days(e.oldest_due) as due, e.principal_due as principal,
            e.amount, e.interest as rate
       from portfolio_entry e where e.lender_id = $1 and e.funding_id = unpacked.funding_id offset 0) entry
    left join lateral (
     select first_id, (select count(*) from unnest(ids) as one (id) where one.id > unpacked.funding_id)::int as newer,
            unpacked.funding_id = any (ids) as packed
       from portfolio_segment where lender_id = $1 and first_id <= unpacked.funding_id
      order by first_id desc limit 1) at on true
   union all
  select f.id, lower(l.loan_number), lower(b.name), 0, due_days('infinity'), null, f.amount, l.interest,
         at.first_id, at.newer, false
    from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
    left join lateral (
     select first_id, (select count(*) from unnest(ids) as one (id) where one.id > f.id)::int as newer
       from portfolio_segment where lender_id = $1 and first_id <= f.id order by first_id desc limit 1) at on true
   where f.lender_id = $1 and f.state = 'WAITING'`

const portfolio = `
  select business_day(app_now()) - date '2000-01-01' as today, lower($2::text) as name, lower($3::text) as number,
         segment.*, standing.*, (select coalesce(json_agg(live), '[]') from (${live}) live) as live
    from (${segments}) segment, (${standings}) standing`

/** Statuses that depend on whether the oldest unpaid installment is overdue. */
const byDue: readonly (PortfolioFilterStatus | null)[] = ['ACTIVE', 'LATE', 'RESTRUCTURE']

/**
 * Reads the columns of a lender's portfolio that these criteria need, all as of one moment.
 * @param withIds whether the ids of all fundings are read too, which takes some times as long
 */
export function readPortfolio(db: Queryable, criteria: SearchCriteria, withIds: boolean): Promise<PackedRow> {
  const { lenderId, name, loanNumber, status, sort } = criteria
  const needsDue = byDue.includes(status) || sort === 'DUE'
  const needsStanding = status !== null || needsDue || sort === 'PRINCIPAL'
  return one<PackedRow>(db, 'portfolio.packed', portfolio, [
    lenderId,
    name,
    loanNumber,
    name !== null || sort === 'NAME',
    needsStanding,
    needsDue,
    withIds,
    sort,
  ])
}

/**
 * The ids of a segment, newest first.
 * @returns null if it was packed anew since that revision was read
 */
export async function readIds(
  db: Queryable,
  lenderId: number,
  { first, revision }: { first: string; revision: number },
): Promise<string[] | null> {
  const segment = await maybe<{ ids: string[] }>(
    db,
    'portfolio.segment_ids',
    'select ids from portfolio_segment where lender_id = $1 and first_id = $2 and revision = $3',
    [lenderId, first, revision],
  )
  return segment?.ids ?? null
}
