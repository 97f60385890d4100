import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/reports/portfolio/endpoints'
import { many, type Queryable } from '../../../platform/db/database.ts'

/** The criteria of a search. A text is found anywhere in a name or number once both are folded (`search_form`). */
export type SearchCriteria = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: PortfolioFilterStatus | null
  /** The sort order; null for newest first. */
  sort: PortfolioSort | null
}

/** A funding that is not packed, or has changed since it was packed. Money is in whole rupiah. */
export type UnpackedFunding = {
  id: string
  number: string
  name: string
  /** 0 while the funding waits for a signature, then the phase of `portfolio_standing`. */
  phase: number
  /** The oldest due date as the code of a character (`due_character`); a later date has a larger code. */
  due: number
  /** The unpaid principal; null while the funding waits for a signature. */
  principal: number | null
  amount: number
  /** The yearly interest rate as a fraction. */
  rate: number
}

/**
 * About 256 fundings of a lender, newest first. `phases` and `dues` have one character for each funding, `principals`
 * 8 bytes. A column that the search does not need is null.
 */
export type Segment = {
  /** The smallest id that belongs to the segment; its fundings end before the `first` of the next newer segment. */
  first: string
  version: string
  size: number
  phases: string | null
  dues: string | null
  principals: Buffer | null
}

export type Portfolio = {
  /** The business day as the code of a character, comparable with due dates. */
  today: number
  /** The search texts, folded by the database. */
  name: string | null
  number: string | null
  /** Fundings to be read unpacked, newest first. */
  unpacked: UnpackedFunding[]
  /** Newest first. */
  segments: Segment[]
}

// $1 is the lender, $2 the name and $3 the number.
const isPacked = `(select exists (
  select from portfolio_segment where lender_id = $1 and first_id = '00000000-0000-0000-0000-000000000000'))`
// A lateral subquery with `offset 0` looks up each funding by its key; a plain join might read whole tables.
const unpackedSql = `
  select entry.*
    from (select funding_id from portfolio_touch where lender_id = $1 and ${isPacked}
           union select funding_id from portfolio_standing where lender_id = $1 and not ${isPacked}) touched
   cross join lateral (
     select e.funding_id as id, e.number, e.name, e.phase, ascii(due_character(e.oldest_due)) as due,
            e.principal_due as principal, e.amount, e.interest as rate
       from portfolio_entry e where e.lender_id = $1 and e.funding_id = touched.funding_id offset 0) entry
   union all
  select f.id, lower(l.loan_number), search_form(b.name), 0, ascii(due_character('infinity')), null, f.amount, l.interest
    from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING'`
// One more row has everything that is not part of a segment: the day, the search texts and the unpacked fundings.
const extraRow = `
  union all
  select null, null, ascii(due_character(business_day(app_now()))), nullif(search_form($2), ''), nullif(search_form($3), ''), null,
         (select coalesce(json_agg(unpacked order by id desc), '[]') from (${unpackedSql}) unpacked)`
const segmentsOnly = `
  select first_id as first, version, size, null as phases, null as dues, null::bytea as principals, null::json as unpacked
    from portfolio_segment where lender_id = $1 ${extraRow}`
const withStandings = `
    from portfolio_segment g join portfolio_segment_standing p on p.lender_id = g.lender_id and p.first_id = g.first_id
   where g.lender_id = $1 ${extraRow}`
const head = 'select g.first_id as first, g.version, g.size'

const statements = {
  segments: { name: 'reports.portfolio.segments', text: segmentsOnly },
  phases: {
    name: 'reports.portfolio.segments_phases',
    text: `${head}, p.phases, null as dues, null::bytea as principals, null::json as unpacked ${withStandings}`,
  },
  dues: {
    name: 'reports.portfolio.segments_dues',
    text: `${head}, p.phases, p.dues, null::bytea as principals, null::json as unpacked ${withStandings}`,
  },
  principals: {
    name: 'reports.portfolio.segments_principals',
    text: `${head}, p.phases, p.dues, p.principals, null::json as unpacked ${withStandings}`,
  },
} as const

/** Chooses the statement that reads the needed columns. Some statuses depend on whether an installment is overdue. */
function statementFor({ status, sort }: SearchCriteria): keyof typeof statements {
  if (sort === 'PRINCIPAL') return 'principals'
  if (sort === 'DUE' || status === 'ACTIVE' || status === 'LATE' || status === 'RESTRUCTURE') return 'dues'
  return status === null ? 'segments' : 'phases'
}

type Row = Segment & { unpacked: UnpackedFunding[] | null }

/** Reads in one snapshot the segments of a lender with the columns that the criteria need, and the unpacked fundings. */
export async function readPortfolio(db: Queryable, criteria: SearchCriteria): Promise<Portfolio> {
  const { name, text } = statements[statementFor(criteria)]
  const rows = await many<Row>(db, name, text, [criteria.lenderId, criteria.name, criteria.loanNumber])
  const extra = rows.find(({ unpacked }) => unpacked !== null)
  if (!extra?.unpacked) throw new Error('a portfolio was read without its day')
  return {
    today: extra.size,
    name: extra.phases,
    number: extra.dues,
    unpacked: extra.unpacked,
    segments: rows.filter((row) => row !== extra).sort((a, b) => (a.first < b.first ? 1 : -1)),
  }
}

/** Returns the segments to which these fundings belong. Both lists are newest first. */
export function segmentsOf(fundings: readonly UnpackedFunding[], segments: readonly Segment[]): Segment[] {
  const found: Segment[] = []
  let next = 0
  for (const segment of segments) {
    const first = next
    while (next < fundings.length && (fundings[next] as UnpackedFunding).id >= segment.first) next += 1
    if (next > first) found.push(segment)
  }
  return found
}
