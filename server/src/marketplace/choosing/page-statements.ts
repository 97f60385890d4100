import { type MarketplaceSort, marketplaceSorts } from '@pematang/contract/marketplace/choosing'
import { ladder } from './ladder.ts'
import { gradeFits, interestFits, leftFits, ownerFits, tenorFits, typeFits } from './fits.ts'

// Nothing but constants is written into these statements. $1 to $11 are those of `parametersOf`; a page has at most $14
// loans after the key $12 and the loan $13 up to the key $16, as the list stood at $15.

/** The column of `listing_entry` that each order goes by, the lowest first; then by id. */
export const sortColumns: Record<MarketplaceSort, string> = {
  ending: 'by_ending',
  newest: 'by_newest',
  interest: 'by_interest',
  tenor: 'by_tenor',
  left: 'remaining',
  filled: 'by_filled',
}

/** How many loans are read along an order before the few that fit are looked for in another way. */
export const alongTheOrder = 3_000
/** How many loans of a range are read and sorted. */
export const mostInRange = 3_000

const asOf = '(select coalesce($15::bigint, number) from listing_state)'
const stands = `m.since <= ${asOf} and m.until > ${asOf}`
/** Asked last and of few rows: whether the loan is open at this moment, with as much left as is wanted. */
const isOpenNow = `(select p.listed and (select business_day(app_now())) between p.offer_from and p.offer_until
      and ($10::bigint is null or p.total - p.funded - p.reserved >= $10)
      from loan_position p where p.loan_id = m.loan_id)`
const fits = `${typeFits} and ${gradeFits} and ${tenorFits} and ${interestFits} and ${leftFits}
     and ${ownerFits} and ${isOpenNow}`

/** Loans that can be funded from a later day on come before the newest. */
const after = (sort: MarketplaceSort, kind = ''): string =>
  sort === 'newest'
    ? `(${kind}greatest($12::bigint, -1 - (select extract(epoch from app_now()) * 1000)::bigint), $13::bigint)`
    : `(${kind}$12::bigint, $13::bigint)`

const inOrder = (key: string, alias: string) => `order by ${alias}.${key}, ${alias}.loan_id`

const isAhead = (key: string, sort: MarketplaceSort, alias: string): string =>
  `(${alias}.${key}, ${alias}.loan_id) > ${after(sort)} and ${alias}.${key} <= $16::bigint`

/** The first loans along the order that fit, among those that are read. */
const alongOrder = (key: string, sort: MarketplaceSort): string => `
  with page as (
    select m.key, m.loan_id from (
      select m.${key} as key, m.loan_id, m.loan_type_id, m.grade, m.period, m.tenor, m.interest, m.remaining
        from listing_entry m where ${isAhead(key, sort, 'm')} and ${stands} ${inOrder(key, 'm')} limit ${alongTheOrder}
    ) m where ${fits} ${inOrder('key', 'm')} limit $14
  )`

/** Whether nothing is left along the order after those that were read. */
const isEnd = (key: string, sort: MarketplaceSort): string =>
  `count(*) < $14 and not exists (select from listing_entry m where ${isAhead(key, sort, 'm')} and ${stands}
     ${inOrder(key, 'm')} offset ${alongTheOrder} limit 1)`

/** All loans of a range that fit, if the range has few. */
const ofRange = (key: string, sort: MarketplaceSort, range: string): string => `
  with near as materialized (
    select * from listing_entry m where ${range} and ${stands} limit ${mostInRange} + 1
  ), page as (
    select m.${key} as key, m.loan_id
      from near m where ${isAhead(key, sort, 'm')} and ${fits} ${inOrder(key, 'm')} limit $14
  )`

/** The kinds that fit, each with the part of the order that it belongs to, where the order goes by kinds. */
const fittingKinds = (part: string): string => `
    select m.kind, ${part} as part from listing_kind m
     where m.loans > 0 and ${typeFits} and ${gradeFits} and ${tenorFits}
       and ($4::int is null or m.band >= listing_band($4)) and ($5::int is null or m.band <= listing_band($5))
       and ($17::int = 0 or m.at_least[$17] > 0)`
const partsOf: Partial<Record<MarketplaceSort, string>> = {
  interest: '-m.band',
  tenor: 'm.tenor * (array[1, 7, 30])[m.period]',
}
/** The steps of the ladder from the wanted amount on, as if they were kinds. */
const fittingSteps = `select step as kind, 0 as part from generate_series($17::int, ${ladder.length}) step`

/**
 * The first loans of each kind that fits; the page is among those of the kinds whose first come first. Parts of the order
 * follow one another, so that later ones are not read once the page is full.
 */
const ofKinds = (key: string, sort: MarketplaceSort, [column, kinds]: readonly [string, string]): string => {
  // Without equality, so that only the index of kinds gives this order.
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
 * A way to find the loans of a page, each fast where the others are not: along the order, by a range of what is left or of
 * the interest, by kinds, and by steps of what is left.
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

/** The statement of a sort that finds the loans of a page by a way. */
export const pageStatements = Object.fromEntries(
  marketplaceSorts.map((sort) => {
    const named = Object.entries(statementsOf(sort)).map(([way, text]) => [
      way,
      { name: `marketplace.choose_${sort}_${way}`, text },
    ])
    return [sort, Object.fromEntries(named)]
  }),
) as Record<MarketplaceSort, Record<Way, { name: string; text: string }>>
