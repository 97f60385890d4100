import { type MarketplaceSort, marketplaceSorts } from '@pematang/contract/funding/marketplace/choosing'
import { highestRatePpm } from '@pematang/contract/loans/terms'
import { ladder } from './ladder.ts'
import { gradeFits, interestFits, leftFits, ownerFits, tenorFits, typeFits } from './fits.ts'

// Only constants are written into these statements. $1 to $11 are those of `parametersOf`; a page has at most $14 loans
// after the key $12 and the loan $13 up to the key $16, from the list as of $15. The words in braces depend on the sort
// order: {key} is its column, {start} the key to begin after, {part} the position of a kind of loans in it.

/** The column of `listing_entry` of each sort order, ascending; ties are broken by id. */
export const sortColumns: Record<MarketplaceSort, string> = {
  ending: 'by_ending',
  newest: 'by_newest',
  interest: 'by_interest',
  tenor: 'by_tenor',
  left: 'remaining',
  filled: 'by_filled',
}

/** When sorting by newest, loans whose offer begins in the future sort first. */
const starts: Partial<Record<MarketplaceSort, string>> = {
  newest: 'greatest($12::bigint, -1 - (select extract(epoch from app_now()) * 1000)::bigint)',
}

/** The orders that depend on the kind of the loan; in any other all kinds are in one part. */
const parts: Partial<Record<MarketplaceSort, string>> = {
  interest: '-m.band',
  tenor: 'm.tenor * (array[1, 7, 30])[m.period]',
}

/** How many loans are read in sort order before another way is tried. */
export const alongTheOrder = 3_000
/** The maximum number of loans of a range that are read and sorted. */
export const mostInRange = 3_000

const asOf = '(select coalesce($15::bigint, number) from listing_state)'
const stands = `m.since <= ${asOf} and m.until > ${asOf}`
/** Whether a loan fits the filters and, evaluated last, is open now with the wanted remainder. */
const fits = `${typeFits} and ${gradeFits} and ${tenorFits} and ${interestFits} and ${leftFits}
     and ${ownerFits} and (select p.listed and (select business_day(app_now())) between p.offer_from and p.offer_until
      and ($10::bigint is null or p.total - p.funded - p.reserved >= $10)
      from loan_position p where p.loan_id = m.loan_id)`

/** What each statement gives, before `isWhole`: whether no more loans follow those of the page. */
const answer = `
  select ${asOf} as "asOf", (select pruned from listing_state) as pruned,
         coalesce(array_agg(page.key::text order by page.key, page.loan_id), '{}') as keys,
         coalesce(array_agg(page.loan_id::text order by page.key, page.loan_id), '{}') as "loanIds",`

/** The first matching loans in sort order, among a limited number that is read. */
const order = `
  with page as (
    select m.key, m.loan_id from (
      select m.{key} as key, m.loan_id, m.loan_type_id, m.grade, m.period, m.tenor, m.interest, m.remaining
        from listing_entry m
       where (m.{key}, m.loan_id) > ({start}, $13::bigint) and m.{key} <= $16::bigint and ${stands}
       order by m.{key}, m.loan_id limit ${alongTheOrder}
    ) m where ${fits} order by m.key, m.loan_id limit $14
  ) ${answer}
         count(*) < $14 and not exists (
           select from listing_entry m
            where (m.{key}, m.loan_id) > ({start}, $13::bigint) and m.{key} <= $16::bigint and ${stands}
            order by m.{key}, m.loan_id offset ${alongTheOrder} limit 1) as "isWhole"
    from page`

/** All matching loans of a range (`near`), if it has few. */
const pageOfRange = `page as (
    select m.{key} as key, m.loan_id from near m
     where (m.{key}, m.loan_id) > ({start}, $13::bigint) and m.{key} <= $16::bigint and ${fits}
     order by m.{key}, m.loan_id limit $14
  ) ${answer}
         (select count(*) <= ${mostInRange} from near) as "isWhole"
    from page`

const left = `
  with near as materialized (
    select * from listing_entry m where m.remaining >= $10::bigint and ${stands} limit ${mostInRange} + 1
  ), ${pageOfRange}`

const interest = `
  with near as materialized (
    select * from listing_entry m
     where m.by_interest between -coalesce($5::int, ${highestRatePpm}) and -coalesce($4::int, 0) and ${stands}
     limit ${mostInRange} + 1
  ), ${pageOfRange}`

/**
 * The first matching loans of each of the `kinds`, which include the page. Kinds are read in sort order, so that later
 * ones are skipped once the page is full. {column} is that of the kind; it is compared without an equality, so that the
 * planner can only use the index by kind for this order.
 */
const pageOfKinds = `page as (
    select found.* from (select distinct part from kinds order by part) each_part cross join lateral (
      select l.* from (
        select k.kind, f.* from kinds k cross join lateral (
          select m.{key} as key, m.loan_id from listing_entry m
           where (m.{column}, m.{key}, m.loan_id) > (k.kind, {start}, $13::bigint)
             and m.{column} <= k.kind and m.{key} <= $16::bigint and ${stands} and ${fits}
           order by m.{column}, m.{key}, m.loan_id limit 1
        ) f where k.part = each_part.part order by f.key, f.loan_id limit $14
      ) f cross join lateral (
        select m.{key} as key, m.loan_id from listing_entry m
         where (m.{column}, m.{key}, m.loan_id) >= (f.kind, f.key, f.loan_id)
           and m.{column} <= f.kind and m.{key} <= $16::bigint and ${stands} and ${fits}
         order by m.{column}, m.{key}, m.loan_id limit $14
      ) l order by l.key, l.loan_id limit $14
    ) found limit $14
  ) ${answer}
         true as "isWhole"
    from page`

/** By the kinds of loans that match. */
const kinds = `
  with kinds as materialized (
    select m.kind, {part} as part from listing_kind m
     where m.loans > 0 and ${typeFits} and ${gradeFits} and ${tenorFits}
       and ($4::int is null or m.band >= listing_band($4)) and ($5::int is null or m.band <= listing_band($5))
       and ($17::int = 0 or m.at_least[$17] > 0)
  ), ${pageOfKinds.replaceAll('{column}', 'kind')}`

/** By the steps of the ladder from the wanted amount on, in the same columns as the kinds. */
const steps = `
  with kinds as materialized (
    select step as kind, 0 as part from generate_series($17::int, ${ladder.length}) step
  ), ${pageOfKinds.replaceAll('{column}', 'step')}`

/**
 * The ways to find the loans of a page, each fast where the others are slow: in sort order, by a range of remainder or
 * interest, by kinds of loans, and by steps of the remainder.
 */
const ways = { order, left, interest, kinds, steps }
export type Way = keyof typeof ways

const inOrderOf = (sort: MarketplaceSort, text: string): string =>
  text
    .replaceAll('{key}', sortColumns[sort])
    .replaceAll('{start}', starts[sort] ?? '$12::bigint')
    .replaceAll('{part}', parts[sort] ?? '0')

/** The statement for each pair of a sort order and a way. */
export const pageStatements = Object.fromEntries(
  marketplaceSorts.map((sort) => {
    const named = Object.entries(ways).map(([way, text]) => [
      way,
      { name: `funding.marketplace.choose_${sort}_${way}`, text: inOrderOf(sort, text) },
    ])
    return [sort, Object.fromEntries(named)]
  }),
) as Record<MarketplaceSort, Record<Way, { name: string; text: string }>>
