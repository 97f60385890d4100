import { fundedOffers } from '../funded-offers.ts'

// SQL conditions on a row `m` of the list, one per filter; $1 to $11 are those of `parametersOf`.

export const typeFits = '($3::bigint[] is null or m.loan_type_id = any($3))'
export const gradeFits = '($9::text[] is null or m.grade = any($9))'
export const tenorFits = `(($2::int is null or m.tenor = $2) and ($6::int is null or m.tenor >= $6)
      and ($7::int is null or m.tenor <= $7) and ($8::int is null or m.period = $8))`
export const interestFits =
  '(($4::int is null or m.interest >= $4) and ($5::int is null or m.interest <= $5))'
export const leftFits = '($10::bigint is null or m.remaining >= $10)'
export const ownerFits = `(not $11::boolean or m.loan_id not in (${fundedOffers}))`
