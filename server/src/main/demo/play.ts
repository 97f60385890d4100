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
export type Played = { loans: number; steps: number; refused: { loanNumber: string; reason: string }[] }

/** Steps of one kind that are on their way at once: they lock the same lenders' cash. */
const atOnce = 4

/** Refusals that tell that a step was done before. */
const doneBefore = new Set(['LOAN_DISBURSED', 'WRITTEN_OFF_BEFORE'])

/**
 * Lets loans live through the operator's verbs: they are imported, taken over, paid out, and go through their steps, the
 * first of all of them together, then the second. Played again it changes nothing, so that a stop half-way is made good.
 */
export async function play(context: Context, actor: Actor, lives: readonly LoanLife[]): Promise<Played> {
  const played: Played = { loans: lives.length, steps: 0, refused: [] }
  const refuse = (loanNumber: string, reason: string) => void played.refused.push({ loanNumber, reason })
  const imported = await perform(context, importLoans, {
    actor,
    input: lives.map(({ loan }, line) => ({ line, loan })),
  })
  for (const { line, reason } of imported.refused) refuse(lives[line]?.loan.loanNumber ?? '', reason)
  const taken = await takeOverMany(
    context,
    actor,
    lives.map(({ loan, parts }) => ({ loanNumber: loan.loanNumber, parts })),
  )
  for (const [place, outcome] of taken.entries())
    if ('error' in outcome) refuse(lives[place]?.loan.loanNumber ?? '', reasonOf(outcome.error))
  const begun = lives.flatMap(({ loan: { loanNumber }, disbursedOn }) =>
    disbursedOn === null ? [] : [{ loanNumber, disbursedOn }],
  )
  const paidOut = await disburseMany(context, actor, begun)
  for (const [place, outcome] of paidOut.entries())
    if ('error' in outcome && !isDone(outcome.error))
      refuse(begun[place]?.loanNumber ?? '', reasonOf(outcome.error))
  const longest = Math.max(0, ...lives.map(({ steps }) => steps.length))
  for (let round = 0; round < longest; round += 1) {
    const steps = lives.flatMap((life) => life.steps[round] ?? [])
    await playRound(context, actor, steps, refuse)
    played.steps += steps.length
  }
  return played
}

type Refuse = (loanNumber: string, reason: string) => void

/** Steps of different loans. */
async function playRound(
  context: Context,
  actor: Actor,
  steps: readonly Step[],
  refuse: Refuse,
): Promise<void> {
  const payments = steps.flatMap((step) => (step.kind === 'pay' ? [step.payment] : []))
  const outcomes = await recordRepayments(context, actor, payments)
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
