import type { Context } from '../src/context.ts'
import {
  type LoanRow,
  type TakenPart,
  disburseMany,
  importLoans,
  recordRepayments,
  restructureLoan,
  settleEarly,
  takeOverMany,
  writeOffLoan,
} from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Step } from './life.ts'

/** A loan with its later events; `disbursedOn` is null while it waits for disbursement. */
export type LoanLife = {
  loan: LoanRow
  parts: readonly TakenPart[]
  disbursedOn: BusinessDate | null
  steps: readonly Step[]
}

/** The number of loans and steps, and the refusals with their reasons. */
export type Played = { loans: number; steps: number; refused: Refused[] }
export type Refused = { loanNumber: string; reason: string }

/** The operator who performs the steps, and a callback for refusals. */
export type Player = {
  context: Context
  actor: ActorOf<'operator'>
  refuse: (loanNumber: string, reason: string) => void
}

/** Concurrent steps of one kind. They are few because they lock the cash of the same lenders. */
const atOnce = 4

/** Refusals which show that a step was done before. */
const doneBefore = new Set(['LOAN_DISBURSED', 'WRITTEN_OFF_BEFORE'])

/**
 * Performs the events of loans by the operator's commands: they are imported, taken over, paid out, and go through
 * their steps, the first steps of all loans together, then the second ones. Repeating it changes nothing, so an
 * interrupted run can be completed.
 */
export async function play(
  context: Context,
  actor: ActorOf<'operator'>,
  lives: readonly LoanLife[],
): Promise<Played> {
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

/** Imports the loans as drafts. */
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

/** Pays out the loans that were not paid out yet. */
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
 * Performs the steps of different loans, the first of each together, then the second.
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

/** Performs one step of each of several loans. */
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
          await whileBusy(context, () => playStep(context, actor, step))
        } catch (error) {
          if (!isDone(error)) refuse(loanOf(step), reasonOf(error))
        }
      }),
    )
  }
}

/** Tries of a step that waits too long for the locks of the others, as on a slow or busy machine. */
const mostTries = 20

/** Tries again what is refused as OVERLOADED. */
export async function whileBusy<Answer>({ clock }: Context, step: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step()
    } catch (error) {
      if (tries === mostTries || !(error instanceof Refusal) || error.code !== 'OVERLOADED') throw error
      await clock.sleep(1_000)
    }
  }
}

async function playStep(context: Context, actor: ActorOf<'operator'>, step: Step): Promise<void> {
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

/** Whether this restructuring was recorded: the command would accept it again and again. */
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

/**
 * The code of a refusal.
 * @throws any other error, and OVERLOADED
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
  return error.code
}
