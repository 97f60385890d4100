import * as fc from 'fast-check'
import type { Context } from '../src/context.ts'
import { type FundLoan, type FundedLoan, fundLoan } from '../src/funding/testing.ts'
import type { KeyedCall } from '../src/platform/commands/command.ts'
import { performBatch } from '../src/platform/commands/perform-batch.ts'
import { many } from '../src/platform/db/database.ts'
import { type Outcome, Refusal } from '../src/platform/refusal.ts'
import { aCrowd, theirAgreements } from './crowd.ts'
import { aLoan } from './people.ts'

/** A request by its place in the scenario: lender 0 to 2, loan 0 to 3, where loan 3 does not exist. */
export type FundingRequest = {
  lender: number
  loan: number
  amount: number
  loanNumber: 'none' | 'right' | 'wrong'
  /** Requests of one lender with the same key are replays, or misuse the key with another input. */
  key: number
  /** Whether an agreement was shown for it. */
  shown: boolean
}

export type Scenario = {
  cash: number[]
  /** `nearly`: only the minimum is left. `later`: not offered yet. */
  loans: { total: number; minimum: number; state: 'open' | 'nearly' | 'later' }[]
  requests: FundingRequest[]
}

const minimum = 100_000

/**
 * Amounts at the boundaries of the rules: the minimum, what remains after it, what is left of a loan, and a lender's
 * cash.
 */
const amount = fc.oneof(
  fc.constantFrom(minimum - 1, minimum, minimum + 1, 2 * minimum, 3 * minimum),
  fc.constantFrom(4 * minimum - 1, 4 * minimum, 4 * minimum + 1, 5 * minimum, 5 * minimum + 1),
)

/** Scenarios with at most this many requests. */
export const scenarios = (most: number): fc.Arbitrary<Scenario> =>
  fc.record({
    cash: fc.array(fc.constantFrom(0, minimum, 5 * minimum, 7 * minimum, 100 * minimum), {
      minLength: 3,
      maxLength: 3,
    }),
    loans: fc.array(
      fc.record({
        total: fc.constantFrom(2 * minimum, 5 * minimum, 5 * minimum + 1, 20 * minimum),
        minimum: fc.constantFrom(minimum, 2 * minimum),
        state: fc.oneof(
          { weight: 5, arbitrary: fc.constant('open' as const) },
          { weight: 2, arbitrary: fc.constant('nearly' as const) },
          { weight: 1, arbitrary: fc.constant('later' as const) },
        ),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    requests: requests(most),
  })

/** Requests, some of them repeated at another place, as by a browser that has received no response. */
const requests = (most: number): fc.Arbitrary<FundingRequest[]> =>
  fc
    .tuple(
      fc.array(
        fc.record({
          lender: fc.nat(2),
          loan: fc.oneof({ weight: 12, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.constant(3) }),
          amount,
          loanNumber: fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom('none' as const, 'right' as const) },
            { weight: 1, arbitrary: fc.constant('wrong' as const) },
          ),
          key: fc.nat(2 * most),
          shown: fc.oneof(
            { weight: 5, arbitrary: fc.constant(true) },
            { weight: 1, arbitrary: fc.constant(false) },
          ),
        }),
        { minLength: 1, maxLength: most - 3 },
      ),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
    )
    .map(([asked, again]) => {
      const all: FundingRequest[] = [...asked]
      for (const [which, where] of again) {
        const request = all[which % all.length]
        if (request) all.splice(where % (all.length + 1), 0, { ...request, shown: false })
      }
      return all
    })

/** The rows of one scenario, separate from those of every other. */
export type Stage = {
  lenders: number[]
  loans: { loanId: number; loanNumber: string }[]
  calls: KeyedCall<FundLoan, 'lender'>[]
}

export async function aStage(context: Context, scenario: Scenario): Promise<Stage> {
  const [filler = 0, ...lenders] = await aCrowd(context, [100 * minimum, ...scenario.cash])
  const loans: Stage['loans'] = []
  for (const { total, minimum: least, state } of scenario.loans) {
    const later = { offerFrom: '2999-01-01', offerUntil: '2999-02-01' }
    const loan = await aLoan(context, {
      totalLoan: total,
      minimumFunding: least,
      ...(state === 'later' ? later : {}),
    })
    loans.push(loan)
    if (state !== 'nearly' || total === least) continue
    await theirAgreements(context, [{ lenderId: filler, ...loan, amount: total - least }])
    const [filled] = await performBatch(context, fundLoan, [
      {
        actor: { kind: 'lender', lenderId: filler },
        input: { loanId: loan.loanId, amount: total - least },
        key: context.random.uuid(),
      },
    ])
    if (!filled || 'error' in filled)
      throw new Error('the loan could not be filled', { cause: filled?.error })
  }
  const loanOf = (place: number) => loans[place] ?? { loanId: 404, loanNumber: 'T-NONE' }
  const shown = scenario.requests.filter((request) => request.shown)
  await theirAgreements(
    context,
    shown.map((request) => ({
      lenderId: lenders[request.lender] ?? 0,
      ...loanOf(request.loan),
      amount: request.amount,
    })),
  )
  const calls = scenario.requests.map((request): KeyedCall<FundLoan, 'lender'> => {
    const { loanId, loanNumber } = loanOf(request.loan)
    const named = { none: {}, right: { loanNumber }, wrong: { loanNumber: 'T-OTHER' } }[request.loanNumber]
    return {
      actor: { kind: 'lender', lenderId: lenders[request.lender] ?? 0 },
      input: { loanId, amount: request.amount, ...named },
      key: `the-key-${request.key}`,
    }
  })
  return { lenders, loans, calls }
}

/** Outcomes as text that is comparable between two runs: a token is replaced by the order of its first appearance. */
export function endsOf(outcomes: readonly Outcome<FundedLoan>[]): string[] {
  const tokens: string[] = []
  return outcomes.map((outcome) => {
    if ('answer' in outcome) {
      if (!tokens.includes(outcome.answer.docToken)) tokens.push(outcome.answer.docToken)
      return `ok, token ${tokens.indexOf(outcome.answer.docToken)}, page ${outcome.answer.signCoordinatePage}`
    }
    if (!(outcome.error instanceof Refusal)) return String(outcome.error)
    return [outcome.error.code, outcome.error.params.amount].filter((part) => part !== undefined).join(' ')
  })
}

/** All rows that the requests of a scenario left in the database, with places instead of random ids. */
export async function remainsOf(
  { db }: Context,
  { lenders, loans }: Stage,
): Promise<Record<string, unknown[]>> {
  const loanIds = loans.map(({ loanId }) => loanId)
  const ask = (name: string, text: string) => many(db, `test.remains_${name}`, text, [lenders, loanIds])
  const lender = 'array_position($1::bigint[], lender_id) as lender'
  const loan = 'array_position($2::bigint[], loan_id) as loan'
  return {
    cash: await ask(
      'cash',
      `select array_position($1::bigint[], owner_id) as lender, balance, held, seq from account
        where kind = 'LENDER_CASH' and owner_id = any($1) and $2::bigint[] is not null order by 1`,
    ),
    positions: await ask(
      'positions',
      `select ${loan}, status, funded, reserved from loan_position where loan_id = any($2) and $1::bigint[] is not null order by 1`,
    ),
    fundings: await ask(
      'fundings',
      `select ${lender}, ${loan}, f.amount, f.state, h.amount as held, h.state as hold, j.kind as job
         from funding f left join hold h on h.id = f.id
         left join job j on j.payload ->> 'fundingId' = f.id::text
        where f.lender_id = any($1) and $2::bigint[] is not null order by 1, 2, 3`,
    ),
    audit: await ask(
      'audit',
      `select array_position($1::bigint[], substring(actor from 8)::bigint) as lender, outcome, count(*) as times,
              coalesce(detail ->> 'amount', '') as amount from audit_event
        where operation = 'fundLoan' and substring(actor from 8)::bigint = any($1) and $2::bigint[] is not null
        group by 1, 2, 4 order by 1, 2, 4`,
    ),
    keys: await ask(
      'keys',
      `select array_position($1::bigint[], substring(actor from 8)::bigint) as lender, key, answer ->> 'refusal' as refusal
         from idempotency where route = 'fundLoan' and substring(actor from 8)::bigint = any($1)
          and $2::bigint[] is not null order by 1, 2`,
    ),
  }
}

/** Splits the calls into batches of the given sizes, each at least 1; the last batch takes the rest. */
export function cut<T>(list: readonly T[], sizes: readonly number[]): T[][] {
  const parts: T[][] = []
  let from = 0
  for (const size of sizes) {
    if (from >= list.length) break
    parts.push(list.slice(from, from + Math.max(1, size)))
    from += Math.max(1, size)
  }
  if (from < list.length) parts.push(list.slice(from))
  return parts
}

export async function play(
  context: Context,
  batches: readonly KeyedCall<FundLoan, 'lender'>[][],
): Promise<Outcome<FundedLoan>[]> {
  const outcomes: Outcome<FundedLoan>[] = []
  for (const batch of batches) outcomes.push(...(await performBatch(context, fundLoan, batch)))
  return outcomes
}
