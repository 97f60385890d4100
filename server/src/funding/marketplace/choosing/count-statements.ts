import { highestRatePpm } from '@pematang/contract/loans/terms'
import { fundedOffers } from '../funded-offers.ts'
import { ladder } from './ladder.ts'
import { gradeFits, interestFits, leftFits, tenorFits, typeFits } from './fits.ts'

// Only constants are concatenated into these statements. $1 to $11 are those of `parametersOf`. Statements by kind also
// use the position of the wanted amount on the ladder ($12; 0: below all) and its fraction of the way to the next
// amount ($13).

/**
 * How many recently changed loans are corrected for individually; if there are more, the stored counts will include
 * them soon.
 */
const mostTouched = 2_000
/** The maximum number of loans of a range that are counted individually. */
const mostInRange = 10_000
const forever = '9007199254740991'

/**
 * SQL for loans that changed after they were counted, loans that the lender has funded, and single loans in the format
 * of the counts by kind.
 */
const beside = `
  touched as materialized (select distinct loan_id from (select loan_id from listing_touch limit ${mostTouched}) one),
  mine as materialized (${fundedOffers})`

const alone = (is: 'all' | 'mine', sign: 1 | -1): string => `
  select ${is === 'mine'} as is_mine, m.loan_type_id, m.grade, m.period, m.tenor, listing_band(m.interest) as band,
         ${interestFits}::int::float8 as interest_share, (${sign} * (${leftFits})::int)::float8 as loans,
         array(select ${sign} * step from unnest(listing_left(m.remaining)) step)::bigint[] as at_least`

/** SQL for the share of an interest band that the filter covers; each whole percent is its own band. */
const interestShare = `(case when m.band % 2 = 0
    then (m.band * 5000 between coalesce($4::int, 0) and coalesce($5::int, ${highestRatePpm}))::int::float8
    else greatest(0, least(coalesce($5::int, ${highestRatePpm}), m.band / 2 * 10000 + 10000)
                     - greatest(coalesce($4::int, 0), m.band / 2 * 10000)) / 10000.0::float8 end)`

/** SQL for the number of loans of a kind with the wanted remainder, interpolated between two amounts of the ladder. */
const loansWithLeft = `(case when $10::bigint is null then m.loans else
    (case when $12::int = 0 then m.loans else m.at_least[$12::int] end) * (1 - $13::float8)
    + coalesce(m.at_least[$12::int + 1], 0) * $13::float8 end)::float8`

const mineAlone = `${alone('mine', 1)} from listing_truth m where m.counted and m.loan_id in (select loan_id from mine)`
const touchedAlone = `${alone('all', 1)} from listing_truth m where m.counted and m.loan_id in (select loan_id from touched)`

/** SQL for the stored counts of open loans by kind. */
const byKinds = `
  with ${beside}, pieces as materialized (
    select false as is_mine, m.loan_type_id, m.grade, m.period, m.tenor, m.band, ${interestShare} as interest_share,
           ${loansWithLeft} as loans, m.at_least
      from listing_kind m where m.loans > 0
     union all
    ${alone('all', -1)} from listing_entry m
     where m.until = ${forever} and m.counted and m.loan_id in (select loan_id from touched)
     union all ${touchedAlone} union all ${mineAlone}
  )`

/** SQL for the open loans of a range, if it has few. */
const byRange = (range: string): string => `
  with ${beside}, near as materialized (
    select * from listing_entry m where ${range} and m.until = ${forever} limit ${mostInRange} + 1
  ), pieces as materialized (
    ${alone('all', 1)} from near m where m.counted and m.loan_id not in (select loan_id from touched)
     union all ${touchedAlone} union all ${mineAlone}
  )`

const kinds = `, kinds as materialized (
    select m.*, ${typeFits} as type_fits, ${gradeFits} as grade_fits, ${tenorFits} as tenor_fits,
           case when not m.is_mine then 1 when $11::boolean then -1 else 0 end as weight
      from pieces m
  )`

const fits = (...but: string[]): string =>
  ['type_fits', 'grade_fits', 'tenor_fits'].filter((fit) => !but.includes(fit)).join(' and ')

const sum = (but = '', what = 'loans * interest_share'): string =>
  `coalesce(round(sum(${what} * weight) filter (where ${fits(but)})), 0)::bigint as loans`

const countsOf = (isWhole: string): string => `${kinds}
  select 'type' as dimension, loan_type_id::text as value, 0 as period, ${sum('type_fits')} from kinds group by loan_type_id
   union all
  select 'grade', grade, 0, ${sum('grade_fits')} from kinds group by grade
   union all
  select 'tenor', tenor::text, period, ${sum('tenor_fits')} from kinds group by tenor, period
   union all
  select 'interest', (band / 2)::text, 0, ${sum('', 'loans')} from kinds group by band / 2
   union all
  select 'left', step.rupiah::text, 0, ${sum('', 'at_least[step.place] * interest_share')}
    from (select * from kinds where ${fits()} and interest_share > 0) kinds
   right join unnest(array[${ladder.join(', ')}]) with ordinality as step (rupiah, place) on true group by step.rupiah
   union all
  select 'total', is_mine::text, 0, coalesce(round(sum(loans * interest_share) filter (where ${fits()})), 0)::bigint
    from kinds group by is_mine
   union all
  select 'whole', ''::text, 0, (${isWhole})::int::bigint`

const totalOf = (isWhole: string): string => `${kinds}
  select ${sum()}, (${isWhole}) as "isWhole", (select coalesce(sum(loans), 0)::bigint from listing_kind) as open
    from kinds`

const hasAll = `select count(*) <= ${mostInRange} from near`
const nearLeft = byRange('m.remaining >= $10::bigint')
const nearInterest = byRange(
  `m.by_interest between -coalesce($5::int, ${highestRatePpm}) and -coalesce($4::int, 0)`,
)

/** The statements that count the options of each filter. `whole` says whether all loans of a range were counted. */
export const countsStatements = {
  kinds: { name: 'funding.marketplace.counts_kinds', text: byKinds + countsOf('true') },
  left: { name: 'funding.marketplace.counts_left', text: nearLeft + countsOf(hasAll) },
  interest: { name: 'funding.marketplace.counts_interest', text: nearInterest + countsOf(hasAll) },
}

/** The statements that count the loans that match all filters together. */
export const totalStatements = {
  kinds: { name: 'funding.marketplace.total_kinds', text: byKinds + totalOf('true') },
  left: { name: 'funding.marketplace.total_left', text: nearLeft + totalOf(hasAll) },
  interest: { name: 'funding.marketplace.total_interest', text: nearInterest + totalOf(hasAll) },
}
