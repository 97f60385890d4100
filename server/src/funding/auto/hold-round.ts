import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Allocation, allocateStepwise } from './allocation/allocate.ts'
import type { RoundInput } from './allocation/input.ts'
import { readRoundInput } from './read-input.ts'
import { type Held, type NewRound, storeRound } from './store-round.ts'

/**
 * Runs a round: reads its input, allocates, and stores input and decisions in one transaction, from which the fundings
 * are ordered. A process killed earlier leaves nothing. A round without an allocation is not stored again for the same
 * input.
 */
export async function holdRound(context: Context): Promise<Held> {
  const round = await prepareRound(context)
  if ('because' in round) return { held: false, because: round.because }
  return perform(context, storeRound, { actor: { kind: 'system' }, input: round })
}

/**
 * Prepares a round without writing anything.
 * @returns the round, or the reason why there is none
 */
export async function prepareRound(
  context: Context,
): Promise<NewRound | { because: 'ROUND_OPEN' | 'NOTHING_NEW' }> {
  const { db } = context
  const { isOpen, after, before } = await one<{ isOpen: boolean; after: number; before: Buffer | null }>(
    db,
    'funding.auto.look',
    `select exists (select from auto_round where ended_at is null) as "isOpen",
            coalesce((select max(number) from auto_round), 0) as after, input_sha256 as before from auto_look`,
  )
  if (isOpen) return { because: 'ROUND_OPEN' }
  const { input, unasked, decidedAt } = await readRoundInput(context)
  const text = JSON.stringify(input)
  const inputSha256 = sha256(text)
  const allocation = await allocateInTurns(input)
  if (allocation.given.length === 0 && before?.equals(inputSha256)) return { because: 'NOTHING_NEW' }
  return {
    after,
    decidedAt,
    input: await promisify(gzip)(text),
    inputSha256,
    resultSha256: resultOf(allocation),
    loans: input.loans,
    allocation,
    unasked,
  }
}

/** The longest time in milliseconds that an allocation blocks the event loop. */
const turn = 50

/** Allocates in steps, yielding to the event loop in between. */
export async function allocateInTurns(input: RoundInput): Promise<Allocation> {
  const steps = allocateStepwise(input)
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < turn) continue
    await setImmediate()
    began = performance.now()
  }
}

/** The hash of the result of an allocation, to compare two runs. */
export const resultOf = ({ given }: Pick<Allocation, 'given'>): Buffer =>
  sha256(
    JSON.stringify(
      given.map((decided) => [
        decided.lenderId,
        decided.strategyId,
        decided.version,
        decided.loanId,
        decided.wanted,
        decided.amount,
        decided.place,
        decided.lineLength,
      ]),
    ),
  )

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/**
 * Reads the stored input of a round.
 * @throws if it does not match its hash
 */
export async function readKeptInput({
  input,
  inputSha256,
}: {
  input: Buffer
  inputSha256: Buffer
}): Promise<RoundInput> {
  const text = await promisify(gunzip)(input)
  if (!sha256(text).equals(inputSha256))
    throw new Error('the inputs of the round are not those that were kept')
  return JSON.parse(text.toString('utf8')) as RoundInput
}
