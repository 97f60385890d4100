import type { Context } from '../src/context.ts'
import { readLimitFacts, setLimits, storeLenderClass, storeLenderIdentity } from '../src/lenders/index.ts'
import { type SetLimits, roomOf } from '../src/lenders/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { aLender } from './people.ts'

const actor = { kind: 'operator', name: 'test' } as const

/** The limits of the law without the share of non-professional lenders, with a base amount that no test exceeds. */
export const limitsInForce = (context: Context, limits: Partial<SetLimits> = {}) =>
  perform(context, setLimits, {
    actor,
    input: {
      holdsFrom: null,
      beyondLaw: true,
      reason: 'test',
      incomeBorder: 500_000_000,
      professionalIncomePpm: 200_000,
      nonProfessionalIncomePpm: 100_000,
      lenderSharePpm: 250_000,
      supervisedSharePpm: 750_000,
      nonProfessionalSharePpm: null,
      baseOutstanding: 1_000_000_000_000,
      asksIdentity: false,
      ...limits,
    },
  })

type NewClass = Parameters<typeof storeLenderClass.run>[1]

/** The class of a lender, with evidence that does not expire. */
export const aClass = (
  context: Context,
  lenderId: number,
  wanted: Pick<NewClass, 'kind' | 'yearlyIncome'> & Partial<NewClass>,
) =>
  perform(context, storeLenderClass, {
    actor,
    input: { lenderId, supervised: false, since: null, evidence: 'test', validUntil: null, ...wanted },
  })

/** The identity of a lender who is of age and checked; without a birth date for a company. */
export const anIdentity = (context: Context, lenderId: number, birthDate: string | null = '1988-04-21') =>
  perform(context, storeLenderIdentity, {
    actor,
    input: { lenderId, birthDate, checkedOn: '2026-01-15', checkReference: 'test' },
  })

/** Limits by income alone, so that no test depends on outstanding loans of other tests. */
export const incomeAlone = { lenderSharePpm: null, supervisedSharePpm: null }

/** An individual with this income in rupiah a year, and a hundred million in cash. */
export async function anIndividual(context: Context, yearlyIncome: number): Promise<number> {
  const { lenderId } = await aLender(context, { cash: 100_000_000 })
  await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome })
  return lenderId
}

export const roomNow = async (context: Context, lenderId: number): Promise<number | null> =>
  roomOf(context, await readLimitFacts(context, lenderId))

/** The refusal with which this work ends. @throws when it ends otherwise */
export const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw new Error('it was not refused', { cause: error })
}
