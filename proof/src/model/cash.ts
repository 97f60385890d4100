import type { Rupiah } from './arithmetic.ts'
import type { Counts } from './counts.ts'
import type { Day } from './days.ts'

const added = ['toppedUp', 'refunded', 'principal', 'interest', 'penalty'] as const
const taken = ['lent', 'tax', 'withdrawn', 'fees'] as const
const kinds = [...added, ...taken] as const

/** The movements of a lender's cash by kind, as a statement of account sums them up; `taken` kinds reduce the cash. */
export type Moved = Record<(typeof kinds)[number], Rupiah>

export type CashOpening = { amount: Rupiah; asOf: Day; isTakenBack: boolean }

/** A cash account: the balance, and the part of it that is held for a signature or a bank. */
type CashAccount = { balance: Rupiah; held: Rupiah }

export type Method = 1 | 2

export type Lender = CashAccount & {
  /** For what comes and goes through the second bank, where it was opened. */
  additional: CashAccount | null
  taxPpm: number
  /** The most that they may have lent, by their income. */
  limit: Rupiah
  /** What was taken over of it from a former system, by the bank where it is. */
  openings: Partial<Record<Method, CashOpening>>
  /** What has moved since the end of the last month. */
  moved: Moved
  history: Counts
  /** Fundings by status that the model has forgotten because nothing can change them any more. */
  ended: Counts
  /** Notices since the last jump of the clock, by kind. */
  notices: Counts
}

export const accountOf = (lender: Lender, method: Method): CashAccount =>
  method === 2 ? (lender.additional ?? lender) : lender

export const methodOf = (number: string): Method => (number.startsWith('98800') ? 1 : 2)

export const nothingMoved = (): Moved =>
  Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<(typeof kinds)[number], Rupiah>

export const newLender = ({
  taxPpm,
  limit,
  hasAdditional,
}: Pick<Lender, 'taxPpm' | 'limit'> & { hasAdditional: boolean }): Lender => ({
  ...{ balance: 0, held: 0, taxPpm, limit },
  additional: hasAdditional ? { balance: 0, held: 0 } : null,
  ...{ moved: nothingMoved(), openings: {} },
  ...{ history: {}, ended: {}, notices: {} },
})

export const changeOf = (moved: Moved): Rupiah =>
  added.reduce((sum, kind) => sum + moved[kind], 0) - taken.reduce((sum, kind) => sum + moved[kind], 0)

/**
 * Moves cash of a lender.
 * @param times -1 takes the movements back
 * @param method the bank through which it moves
 */
export function move(lender: Lender, amounts: Partial<Moved>, times: 1 | -1 = 1, method: Method = 1): void {
  const moved = { ...nothingMoved(), ...amounts }
  accountOf(lender, method).balance += times * changeOf(moved)
  for (const kind of kinds) lender.moved[kind] += times * moved[kind]
}

/** Whether two sums are the same in each kind. */
export const isSame = (one: Moved, other: Moved): boolean => kinds.every((kind) => one[kind] === other[kind])
