import { type MarketplaceSort, marketplaceSorts } from '@pematang/contract/funding/marketplace/choosing'
import { ladder } from './ladder.ts'
import { gradeFits, interestFits, leftFits, ownerFits, tenorFits, typeFits } from './fits.ts'

// Only constants are concatenated into these statements. $1 to $11 are those of `parametersOf`; a page has at most $14
// loans after the key $12 and the loan $13 up to the key $16, from the list as of $15.

/** The column of `listing_entry` of each sort order, ascending; ties are broken by id. */
export const sortColumns: Record<MarketplaceSort, string> = {
  ending: 'by_ending',
  newest: 'by_newest',
  interest: 'by_interest',
  tenor: 'by_tenor',
  left: 'remaining',
  filled: 'by_filled',
}

/** How many loans are read in sort order before another way is tried. */
export const alongTheOrder = 3_000
/** The maximum number of loans of a range that are read and sorted. */
export const mostInRange = 3_000

const asOf = '(select coalesce($15::bigint, number) from listing_state)'
const stands = `m.since <= ${asOf} and m.until > ${asOf}`
/** SQL condition evaluated last, for few rows: whether the loan is open now with the wanted remainder. */
const isOpenNow = `(select p.listed and (select business_day(app_now())) between p.offer_from and p.offer_until
      and ($10::bigint is null or p.total - p.funded - p.reserved >= $10)
      from loan_position p where p.loan_id = m.loan_id)`
const fits = `${typeFits} and ${gradeFits} and ${tenorFits} and ${interestFits} and ${leftFits}
     and ${ownerFits} and ${isOpenNow}`

/**
 * SQL condition for the rows after the cursor. When sorting by newest, loans whose offer begins in the future sort
 * first.
 */
const after = (sort: MarketplaceSort, kind = ''): string =>
  sort === 'newest'
    ? `(${kind}greatest($12::bigint, -1 - (select extract(epoch from app_now()) * 1000)::bigint), $13::bigint)`
    : `(${kind}$12::bigint, $13::bigint)`

const inOrder = (key: string, alias: string) => `order by ${alias}.${key}, ${alias}.loan_id`

const isAhead = (key: string, sort: MarketplaceSort, alias: string): string =>
  `(${alias}.${key}, ${alias}.loan_id) > ${after(sort)} and ${alias}.${key} <= $16::bigint`

/** SQL for the first matching loans in sort order, among a limited number that is read. */
const alongOrder = (key: string, sort: MarketplaceSort): string => `
  with page as (
    select m.key, m.loan_id from (
      select m.${key} as key, m.loan_id, m.loan_type_id, m.grade, m.period, m.tenor, m.interest, m.remaining
        from listing_entry m where ${isAhead(key, sort, 'm')} and ${stands} ${inOrder(key, 'm')} limit ${alongTheOrder}
    ) m where ${fits} ${inOrder('key', 'm')} limit $14
  )`

/** SQL condition that no rows follow the ones that were read. */
const isEnd = (key: string, sort: MarketplaceSort): string =>
  `count(*) < $14 and not exists (select from listing_entry m where ${isAhead(key, sort, 'm')} and ${stands}
     ${inOrder(key, 'm')} offset ${alongTheOrder} limit 1)`

/** SQL for all matching loans of a range, if the range has few. */
const ofRange = (key: string, sort: MarketplaceSort, range: string): string => `
  with near as materialized (
    select * from listing_entry m where ${range} and ${stands} limit ${mostInRange} + 1
  ), page as (
    select m.${key} as key, m.loan_id
      from near m where ${isAhead(key, sort, 'm')} and ${fits} ${inOrder(key, 'm')} limit $14
  )`

/**
 * SQL for the matching kinds of loans, with the position of each in the sort order if the order depends on the kind.
 */
const fittingKinds = (part: string): string => `
    select m.kind, ${part} as part from listing_kind m
     where m.loans > 0 and ${typeFits} and ${gradeFits} and ${tenorFits}
       and ($4::int is null or m.band >= listing_band($4)) and ($5::int is null or m.band <= listing_band($5))
       and ($17::int = 0 or m.at_least[$17] > 0)`
const partsOf: Partial<Record<MarketplaceSort, string>> = {
  interest: '-m.band',
  tenor: 'm.tenor * (array[1, 7, 30])[m.period]',
}
/** SQL for the steps of the ladder from the wanted amount on, in the same columns as the kinds. */
const fittingSteps = `select step as kind, 0 as part from generate_series($17::int, ${ladder.length}) step`

/**
 * SQL for the first matching loans of each kind, which include the page. Kinds are read in sort order, so that later
 * ones are skipped once the page is full.
 */
const ofKinds = (key: string, sort: MarketplaceSort, [column, kinds]: readonly [string, string]): string => {
  // Compares without an equality, so that the planner can only use the index by kind for this order.
  const isSame = (of: string) => `m.${column} <= ${of}.kind and m.${key} <= $16::bigint and ${stands}`
  return `
  with kinds as materialized (${kinds}), page as (
    select found.* from (select distinct part from kinds order by part) each_part cross join lateral (
      select l.* from (
        select k.kind, f.* from kinds k cross join lateral (
          select m.${key} as key, m.loan_id from listing_entry m
           where (m.${column}, m.${key}, m.loan_id) > ${after(sort, 'k.kind, ')} and ${isSame('k')} and ${fits}
           ${inOrder(`${column}, m.${key}`, 'm')} limit 1
        ) f where k.part = each_part.part ${inOrder('key', 'f')} limit $14
      ) f cross join lateral (
        select m.${key} as key, m.loan_id from listing_entry m
         where (m.${column}, m.${key}, m.loan_id) >= (f.kind, f.key, f.loan_id) and ${isSame('f')} and ${fits}
         ${inOrder(`${column}, m.${key}`, 'm')} limit $14
      ) l ${inOrder('key', 'l')} limit $14
    ) found limit $14
  )`
}

const answer = (isWhole: string): string => `
  select ${asOf} as "asOf", (select pruned from listing_state) as pruned,
         coalesce(array_agg(page.key::text order by page.key, page.loan_id), '{}') as keys,
         coalesce(array_agg(page.loan_id::text order by page.key, page.loan_id), '{}') as "loanIds",
         ${isWhole} as "isWhole"
    from page`

/**
 * The ways to find the loans of a page, each fast where the others are slow: in sort order, by a range of remainder or
 * interest, by kinds of loans, and by steps of the remainder.
 */
export type Way = 'order' | 'left' | 'interest' | 'kinds' | 'steps'

const hasAll = `(select count(*) <= ${mostInRange} from near)`
const ofLeft = 'm.remaining >= $10::bigint'
const ofInterest = 'm.by_interest between -coalesce($5::int, 1000000) and -coalesce($4::int, 0)'

const statementsOf = (sort: MarketplaceSort): Record<Way, string> => {
  const key = sortColumns[sort]
  return {
    order: alongOrder(key, sort) + answer(isEnd(key, sort)),
    left: ofRange(key, sort, ofLeft) + answer(hasAll),
    interest: ofRange(key, sort, ofInterest) + answer(hasAll),
    kinds: ofKinds(key, sort, ['kind', fittingKinds(partsOf[sort] ?? '0')]) + answer('true'),
    steps: ofKinds(key, sort, ['step', fittingSteps]) + answer('true'),
  }
}

/** The statement for each pair of a sort order and a way. */
export const pageStatements = Object.fromEntries(
  marketplaceSorts.map((sort) => {
    const named = Object.entries(statementsOf(sort)).map(([way, text]) => [
      way,
      { name: `funding.marketplace.choose_${sort}_${way}`, text },
    ])
    return [sort, Object.fromEntries(named)]
  }),
) as Record<MarketplaceSort, Record<Way, { name: string; text: string }>>
