import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/portfolio/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'

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
  /** The oldest due date as the number of a character (`due_character`), which grows with the date. */
  due: number
  /** Null while it waits for a signature. */
  principal: number | null
  amount: number
  /** The yearly interest rate as a fraction. */
  rate: number
}

/**
 * Some 256 fundings, the newest first, and how they stand: a character of `phases` and `dues` and 8 bytes of `principals` for
 * each. What the criteria do not need is null.
 */
export type Segment = {
  /** It has the lender's fundings from this id up to the first of the next segment. */
  first: string
  version: string
  size: number
  phases: string | null
  dues: string | null
  principals: Buffer | null
}

export type Portfolio = {
  /** The business day, as the number of a character. */
  today: number
  /** The texts that are looked for, in the database's lower case. */
  name: string | null
  number: string | null
  /** Newest first. */
  live: LiveEntry[]
  /** Newest first. */
  segments: Segment[]
}

// $1 is the lender, $2 the name and $3 the number.
const isPacked = `(select exists (
  select from portfolio_segment where lender_id = $1 and first_id = '00000000-0000-0000-0000-000000000000'))`
// Each of them is looked up by itself; a join might read whole tables.
const live = `
  select entry.*
    from (select funding_id from portfolio_touch where lender_id = $1 and ${isPacked}
           union select funding_id from portfolio_standing where lender_id = $1 and not ${isPacked}) unpacked
   cross join lateral (
     select e.funding_id as id, e.number, e.name, e.phase, ascii(due_character(e.oldest_due)) as due,
            e.principal_due as principal, e.amount, e.interest as rate
       from portfolio_entry e where e.lender_id = $1 and e.funding_id = unpacked.funding_id offset 0) entry
   union all
  select f.id, lower(l.loan_number), lower(b.name), 0, ascii(due_character('infinity')), null, f.amount, l.interest
    from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING'`
// What is not of a segment comes as one more row.
const rest = `
  union all
  select null, null, ascii(due_character(business_day(app_now()))), lower($2::text), lower($3::text), null,
         (select coalesce(json_agg(live order by id desc), '[]') from (${live}) live)`
const alone = `
  select first_id as first, version, size, null as phases, null as dues, null::bytea as principals, null::json as live
    from portfolio_segment where lender_id = $1 ${rest}`
const withStandings = `
    from portfolio_segment g join portfolio_segment_standing p on p.lender_id = g.lender_id and p.first_id = g.first_id
   where g.lender_id = $1 ${rest}`
const head = 'select g.first_id as first, g.version, g.size'

const statements = {
  alone: ['portfolio.segments', alone],
  phases: [
    'portfolio.segments_phases',
    `${head}, p.phases, null as dues, null::bytea as principals, null::json as live ${withStandings}`,
  ],
  dues: [
    'portfolio.segments_dues',
    `${head}, p.phases, p.dues, null::bytea as principals, null::json as live ${withStandings}`,
  ],
  principals: [
    'portfolio.segments_principals',
    `${head}, p.phases, p.dues, p.principals, null::json as live ${withStandings}`,
  ],
} as const

/** The statement with the columns that these criteria need. Some statuses depend on whether an installment is overdue. */
function needed({ status, sort }: SearchCriteria): keyof typeof statements {
  if (sort === 'PRINCIPAL') return 'principals'
  if (sort === 'DUE' || status === 'ACTIVE' || status === 'LATE' || status === 'RESTRUCTURE') return 'dues'
  return status === null ? 'alone' : 'phases'
}

type Row = Segment & { live: LiveEntry[] | null }

/** Reads how the fundings of a lender stand, as far as these criteria need it, all as of one moment. */
export async function readPortfolio(db: Queryable, criteria: SearchCriteria): Promise<Portfolio> {
  const [name, text] = statements[needed(criteria)]
  const rows = await many<Row>(db, name, text, [criteria.lenderId, criteria.name, criteria.loanNumber])
  const other = rows.find(({ live: entries }) => entries !== null)
  if (!other?.live) throw new Error('a portfolio was read without its day')
  return {
    today: other.size,
    name: other.phases,
    number: other.dues,
    live: other.live,
    segments: rows.filter((row) => row !== other).sort((a, b) => (a.first < b.first ? 1 : -1)),
  }
}
