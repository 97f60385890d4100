import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { runAllJobs } from './drain.ts'
import { aMandate, type Ceilings } from './mandates.ts'
import { aLender, aLoan, passwordGiven } from './people.ts'
import type { Context } from '../src/context.ts'
import { documentJobs } from '../src/documents/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many } from '../src/platform/db/database.ts'
import {
  type Held,
  autoFundingJobs,
  createStrategy,
  holdRound,
  runRound,
  signingJobs,
} from '../src/funding/testing.ts'

/** Terms of a strategy that takes Rp300,000 of every loan. */
export const usualTerms: StrategyTerms = {
  name: 'Semua pinjaman',
  filters: {},
  perLoan: { kind: 'FIXED', amount: 300_000 },
  mostPerBorrower: null,
  cashToKeep: 0,
  budget: 50_000_000,
  reinvest: true,
}

export type Investor = { lenderId: number; strategyId: string }

export async function anInvestor(
  context: Context,
  {
    cash = 5_000_000,
    mandate = {},
    ...terms
  }: Partial<StrategyTerms> & { cash?: number; mandate?: Partial<Ceilings> | null } = {},
): Promise<Investor> {
  const { lenderId } = await aLender(context, { cash })
  if (mandate) await aMandate(context, lenderId, mandate)
  const { strategyId } = await perform(context, createStrategy, {
    actor: { kind: 'lender', lenderId, ...(await passwordGiven(context, lenderId)) },
    input: { ...usualTerms, ...terms },
  })
  return { lenderId, strategyId }
}

/** Runs a round that must allocate something. */
export async function aRound(context: Context): Promise<Extract<Held, { held: true }>> {
  const held = await holdRound(context)
  if (!held.held) throw new Error(`no round was held: ${held.because}`)
  return held
}

/** A round with one funding, which awaits its signature. */
export async function anOrderedRound(context: Context): Promise<void> {
  await anInvestor(context, { filters: { grade: 'Putaran' } })
  await aLoan(context, { grade: 'Putaran' })
  const { roundId } = await aRound(context)
  // On a slow machine the first documents take longer than one job run, so it is repeated.
  while (await runRound(context, { roundId })) continue
}

/** Runs the jobs of rounds, signatures and documents until none is due. */
export const drain = (context: Context): Promise<number> =>
  runAllJobs(context, { ...autoFundingJobs(context), ...signingJobs(context), ...documentJobs(context) })

/** The fundings of lenders, by their lender: amount and state. */
export const fundingsOf = (context: Context, lenderIds: readonly number[]) =>
  many<{ lenderId: number; loanId: number; amount: number; state: string; endReason: string | null }>(
    context.db,
    'test.auto_fundings',
    `select lender_id as "lenderId", loan_id as "loanId", amount, state, end_reason as "endReason" from funding
      where lender_id = any($1) order by array_position($1, lender_id), id`,
    [lenderIds],
  )
