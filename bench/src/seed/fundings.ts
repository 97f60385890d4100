import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import type { FundingRequest } from '../load/plan.ts'
import { type SeedLender, seedLenders } from './lenders.ts'
import { minimumFunding, type SeedLoan, seedLoans } from './loans.ts'

/**
 * The fixture of the funding bench: lenders with cash and sessions, many loans, and one hot loan that all lenders fund.
 */
export type FundingSeed = {
  lenders: SeedLender[]
  loans: SeedLoan[]
  hot: SeedLoan
  /** Number of rounds of requests sent so far; because of it a lender never requests the same amount twice. */
  waves: number
}

const cashOfEach = 20_000_000_000
const totalOfLoan = 100_000_000_000
const totalOfHot = 1_000_000_000_000_000

export async function seedFundings(context: Context, lenders: number, loans: number): Promise<FundingSeed> {
  const seed = {
    lenders: await seedLenders(context, lenders, cashOfEach),
    loans: await seedLoans(context, 'SPREAD', loans, totalOfLoan),
    waves: 0,
  }
  const [hot] = await seedLoans(context, 'HOT', 1, totalOfHot)
  if (!hot) throw new Error('the hot loan was not imported')
  return { ...seed, hot }
}

export type Aim = 'spread' | 'hot'

/**
 * New requests with the agreement that each needs: the lenders take turns, each with an amount that they have not
 * requested before, on a loan of their own or all on the hot one.
 */
export async function prepareRequests(
  context: Context,
  seed: FundingSeed,
  aim: Aim,
  count: number,
): Promise<FundingRequest[]> {
  const requests: FundingRequest[] = []
  for (let index = 0; index < count; index += 1) {
    const lender = index % seed.lenders.length
    const wave = seed.waves + Math.floor(index / seed.lenders.length)
    const loan = aim === 'hot' ? seed.hot : seed.loans[(lender + wave * 7) % seed.loans.length]
    if (!loan) throw new Error('there are no loans to fund')
    requests.push([lender, loan.loanId, minimumFunding + wave, loan.loanNumber])
  }
  seed.waves += Math.ceil(count / seed.lenders.length)
  for (let from = 0; from < count; from += 10_000) {
    await insertAgreements(context, seed, requests.slice(from, from + 10_000))
  }
  await context.db.query({ text: 'vacuum (analyze) agreement' })
  return requests
}

/** Inserts agreements as if the lenders had opened them; their texts are not needed for a funding. */
async function insertAgreements(
  context: Context,
  seed: FundingSeed,
  requests: FundingRequest[],
): Promise<void> {
  const lenders = requests.map(([lender]) => seed.lenders[lender])
  await run(
    context.db,
    'bench.agreements',
    `with made as (insert into agreement (id, lender_id, loan_id, amount, number, loan_number, signature_page, digi_sign_id,
                            snapshot, expected_interest)
     select id, lender_id, loan_id, amount, 'BENCH-' || id, loan_number, 4, digi_sign_id, '{}', 0
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
         as row (id, lender_id, loan_id, amount, loan_number, digi_sign_id) returning id, lender_id)
     insert into agreement_opening (agreement_id, kind, lender_id)
     select id, kind, lender_id from made cross join unnest(array['PP', 'PPFP']) as kind`,
    [
      requests.map(() => context.random.uuid()),
      lenders.map((lender) => lender?.lenderId),
      requests.map(([, loanId]) => loanId),
      requests.map(([, , amount]) => amount),
      requests.map(([, , , loanNumber]) => loanNumber),
      lenders.map((lender) => lender?.digiSignId),
    ],
  )
}
