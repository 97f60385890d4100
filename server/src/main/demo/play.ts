import type { Context } from '../../context.ts'
import { importLoans, type LoanRow } from '../../loans/index.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disburseMany, recordRepayments, settleEarly } from '../../servicing/index.ts'
import { restructureLoan, writeOffLoan } from '../../servicing/quality/index.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import { takeOverMany, type TakenPart } from '../../servicing/take-over/index.ts'
import type { Step } from './life.ts'

/** A loan from its funding on; `disbursedOn` is null while it waits. */
export type LoanLife = {
  loan: LoanRow
  parts: readonly TakenPart[]
  disbursedOn: BusinessDate | null
  steps: readonly Step[]
}

/** What was done, and why what was not done was refused. */
export type Played = { loans: number; steps: number; refused: Refused[] }
export type Refused = { loanNumber: string; reason: string }

/** Who does it, and what becomes of a refusal. */
export type Player = { context: Context; actor: Actor; refuse: (loanNumber: string, reason: string) => void }

/** Steps of one kind that are on their way at once: they lock the same lenders' cash. */
const atOnce = 4

/** Refusals that tell that a step was done before. */
const doneBefore = new Set(['LOAN_DISBURSED', 'WRITTEN_OFF_BEFORE'])

/**
 * Lets loans live through the operator's verbs: they are imported, taken over, paid out, and go through their steps, the
 * first of all of them together, then the second. Played again it changes nothing, so that a stop half-way is made good.
 */
export async function play(context: Context, actor: Actor, lives: readonly LoanLife[]): Promise<Played> {
  const refused: Refused[] = []
  const player = {
    context,
    actor,
    refuse: (loanNumber: string, reason: string) => void refused.push({ loanNumber, reason }),
  }
  await bringIn(player, lives)
  await takeOver(player, lives)
  await payOut(
    player,
    lives.flatMap(({ loan: { loanNumber }, disbursedOn }) =>
      disbursedOn === null ? [] : [{ loanNumber, disbursedOn }],
    ),
  )
  const steps = await playSteps(
    player,
    lives.map((life) => life.steps),
  )
  return { loans: lives.length, steps, refused }
}

/** Imports loans as drafts. */
export async function bringIn(
  { context, actor, refuse }: Player,
  lives: readonly Pick<LoanLife, 'loan'>[],
): Promise<void> {
  const imported = await perform(context, importLoans, {
    actor,
    input: lives.map(({ loan }, line) => ({ line, loan })),
  })
  for (const { line, reason } of imported.refused) refuse(lives[line]?.loan.loanNumber ?? '', reason)
}

/** Takes drafts over with their lenders' parts. */
export async function takeOver(
  { context, actor, refuse }: Player,
  lives: readonly Pick<LoanLife, 'loan' | 'parts'>[],
): Promise<void> {
  const taken = await takeOverMany(
    context,
    actor,
    lives.map(({ loan, parts }) => ({ loanNumber: loan.loanNumber, parts })),
  )
  for (const [place, outcome] of taken.entries())
    if ('error' in outcome) refuse(lives[place]?.loan.loanNumber ?? '', reasonOf(outcome.error))
}

/** Pays loans out that were not yet. */
export async function payOut(
  { context, actor, refuse }: Player,
  begun: readonly { loanNumber: string; disbursedOn: BusinessDate }[],
): Promise<void> {
  const paidOut = await disburseMany(context, actor, begun)
  for (const [place, outcome] of paidOut.entries())
    if ('error' in outcome && !isDone(outcome.error))
      refuse(begun[place]?.loanNumber ?? '', reasonOf(outcome.error))
}

/**
 * Goes through the steps of different loans, the first of each together, then the second.
 * @returns how many there were
 */
export async function playSteps(player: Player, ofLoans: readonly (readonly Step[])[]): Promise<number> {
  let played = 0
  const longest = Math.max(0, ...ofLoans.map((steps) => steps.length))
  for (let round = 0; round < longest; round += 1) {
    const steps = ofLoans.flatMap((of) => of[round] ?? [])
    await playRound(player, steps)
    played += steps.length
  }
  return played
}

/** Steps of different loans. */
async function playRound({ context, actor, refuse }: Player, steps: readonly Step[]): Promise<void> {
  const payments = steps.flatMap((step) => (step.kind === 'pay' ? [step.payment] : []))
  const outcomes = payments.length > 0 ? await recordRepayments(context, actor, payments) : []
  for (const [place, outcome] of outcomes.entries())
    if ('error' in outcome) refuse(payments[place]?.loanNumber ?? '', reasonOf(outcome.error))
  const others = steps.filter((step) => step.kind !== 'pay')
  for (let from = 0; from < others.length; from += atOnce) {
    await Promise.all(
      others.slice(from, from + atOnce).map(async (step) => {
        try {
          await playStep(context, actor, step)
        } catch (error) {
          if (!isDone(error)) refuse(loanOf(step), reasonOf(error))
        }
      }),
    )
  }
}

async function playStep(context: Context, actor: Actor, step: Step): Promise<void> {
  switch (step.kind) {
    case 'settle':
      await perform(context, settleEarly, { actor, input: step.payment })
      break
    case 'restructure':
      if (!(await isAgreed(context, step.terms.agreement.reference)))
        await perform(context, restructureLoan, { actor, input: step.terms })
      break
    case 'writeOff':
      await perform(context, writeOffLoan, { actor, input: step.input })
      break
    case 'pay':
      throw new Error('payments are taken in sets')
  }
}

/** New terms can be agreed on again and again; these have been. */
async function isAgreed({ db }: Context, reference: string): Promise<boolean> {
  const row = await one<{ agreed: boolean }>(
    db,
    'demo.agreed',
    'select exists (select from restructuring where agreement_reference = $1) as agreed',
    [reference],
  )
  return row.agreed
}

const loanOf = (step: Step): string =>
  step.kind === 'restructure'
    ? step.terms.loanNumber
    : step.kind === 'writeOff'
      ? step.input.loanNumber
      : step.payment.loanNumber

const isDone = (error: unknown): boolean => error instanceof Refusal && doneBefore.has(error.code)

/** @throws what is no refusal, and where the database is too busy. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
  return error.code
}
