import type { Context } from '../../context.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { factReader, type LimitColumns, type LimitFacts, readLimitFacts } from './facts.ts'
import { type IdentityFault, identityFaults } from './identity.ts'
import { PlatformOutstanding } from './platform-outstanding.ts'
import {
  type ClassFault,
  classFault,
  isProfessional,
  type Limit,
  type LimitCode,
  type LimitRule,
  limitsOf,
  tightest,
} from './rule.ts'

/** The limits and figures that decided a funding, stored with it; amounts in whole rupiah before the funding. */
export type LimitRecord = {
  limitVersion: number
  classVersion: number | null
  lenderOutstanding: number | null
  platformOutstanding: number | null
  nonProfessionalOutstanding: number | null
  decidedAt: string
}

/** The columns of a record, in the tables of fundings and of bulk fundings. */
export const limitRecordColumns = {
  limitVersion: 'integer',
  classVersion: 'integer',
  lenderOutstanding: 'bigint',
  platformOutstanding: 'bigint',
  nonProfessionalOutstanding: 'bigint',
  decidedAt: 'timestamptz',
} as const

type Limited = { limits: LimitRecord | null }
/** The values of the columns of what has a record, or has none. */
export const limitReaders = {
  limitVersion: ({ limits }: Limited) => limits?.limitVersion,
  classVersion: ({ limits }: Limited) => limits?.classVersion,
  lenderOutstanding: ({ limits }: Limited) => limits?.lenderOutstanding,
  platformOutstanding: ({ limits }: Limited) => limits?.platformOutstanding,
  nonProfessionalOutstanding: ({ limits }: Limited) => limits?.nonProfessionalOutstanding,
  decidedAt: ({ limits }: Limited) => limits?.decidedAt,
}

/** The platform's figures cached in this process, by database. */
const known = new WeakMap<Database, PlatformOutstanding>()

function platformOf({ db }: Pick<Context, 'db'>): PlatformOutstanding {
  const platform = known.get(db) ?? new PlatformOutstanding()
  known.set(db, platform)
  return platform
}

/** Decides about fundings one after the other; each decision includes the ones accepted before it. */
export type LimitCheck = {
  /**
   * @param before whole rupiah accepted for the same lender since their columns were read
   * @returns the record to store with the funding, null if no limits are in force, or the refusal with the amount that
   *   may still be placed
   */
  decide(columns: LimitColumns, amount: number, before?: number): LimitRecord | null | Refusal
}

/**
 * Prepares the decision about these lenders. If a limit depends on the platform's outstanding sum, that figure is read
 * too; it is at most a second old.
 * @param asked the columns of one statement, so that all have the same version of the limits and the same time
 */
export async function checkLimits(
  context: Pick<Context, 'db' | 'clock'>,
  tx: Queryable,
  asked: readonly LimitColumns[],
): Promise<LimitCheck> {
  const read = await factReader(context.db, tx, asked)
  const rule = asked[0] && read(asked[0])?.rule
  const needed = rule !== undefined && needsPlatform(rule)
  const platform = platformOf(context)
  if (needed) await platform.read(tx, context, rule)
  return {
    decide(columns, amount, before = 0) {
      const facts = read(columns)
      if (facts === null) return null
      const { rule: applied, lenderClass } = facts
      const lender = facts.outstanding === null ? null : facts.outstanding + before
      const outstanding = { lender, ...(needed ? platform.figures : noFigures) }
      const refusal = faultRefusal(facts) ?? limitRefusal(limitsOf(applied, lenderClass, outstanding), amount)
      if (refusal) return refusal
      const isLimitedTogether =
        applied.nonProfessionalSharePpm !== null && lenderClass && !isProfessional(lenderClass, applied)
      if (isLimitedTogether) platform.add(context, amount)
      return {
        limitVersion: applied.version,
        classVersion: lenderClass?.version ?? null,
        lenderOutstanding: lender,
        platformOutstanding: outstanding.platform,
        nonProfessionalOutstanding: isLimitedTogether ? outstanding.nonProfessional : null,
        decidedAt: facts.decidedAt,
      }
    },
  }
}

const noFigures = { platform: null, nonProfessional: null }

/** Why a lender may not fund at all while a rule is in force. */
export type LenderFault = ClassFault | IdentityFault

/** All that is missing of a lender under the limits, the class first. */
export function lenderFaults({ rule, lenderClass, identity }: LimitFacts): LenderFault[] {
  const fault = classFault(rule, lenderClass)
  return [...(fault ? [fault] : []), ...identityFaults(identity)]
}

/**
 * What a lender may place now: nothing if something is missing of them or has expired, otherwise what the tightest limit
 * leaves (null without a limit).
 */
export type Allowance =
  | { fault: LenderFault; tightest: null }
  | { fault: null; tightest: { code: LimitCode; room: number } | null }

/**
 * What a lender may place now, by figures that are at most a second old. Only the funding itself is decided under the
 * lock.
 */
export async function allowanceOf(
  context: Pick<Context, 'db' | 'clock'>,
  facts: LimitFacts | null,
): Promise<Allowance> {
  const [fault] = facts ? lenderFaults(facts) : []
  if (fault) return { fault, tightest: null }
  return { fault: null, tightest: facts && tightest(await limitsNow(context, facts)) }
}

/**
 * How much a lender may still place under the limits, in whole rupiah. Null if no limit applies to them, or if it
 * cannot be computed because something is missing of them.
 */
export const roomOf = async (
  context: Pick<Context, 'db' | 'clock'>,
  facts: LimitFacts | null,
): Promise<number | null> => (await allowanceOf(context, facts)).tightest?.room ?? null

/**
 * Refuses early a funding that the limits do not allow now; the funding itself is decided under the lock.
 * @throws Refusal a `LenderFault`, or that of the limit with the remaining amount
 */
export async function refuseAboveLimits(
  context: Pick<Context, 'db' | 'clock'>,
  lenderId: number,
  amount: number,
): Promise<void> {
  const { fault, tightest: limit } = await allowanceOf(context, await readLimitFacts(context, lenderId))
  if (fault) throw new Refusal(fault)
  if (limit && amount > limit.room) throw new Refusal(limit.code, { amount: limit.room })
}

/** The limits of a lender with the outstanding sums, which are at most a second old. */
export async function limitsNow(context: Pick<Context, 'db' | 'clock'>, facts: LimitFacts): Promise<Limit[]> {
  const platform = platformOf(context)
  if (needsPlatform(facts.rule)) await platform.read(context.db, context, facts.rule)
  const outstanding = { lender: facts.outstanding, ...platform.figures }
  return limitsOf(facts.rule, facts.lenderClass, outstanding)
}

const needsPlatform = (rule: LimitRule): boolean =>
  rule.lenderSharePpm !== null || rule.nonProfessionalSharePpm !== null

function faultRefusal(facts: LimitFacts): Refusal | null {
  const [fault] = lenderFaults(facts)
  return fault ? new Refusal(fault) : null
}

function limitRefusal(limits: readonly Limit[], amount: number): Refusal | null {
  const limit = tightest(limits)
  return limit && amount > limit.room ? new Refusal(limit.code, { amount: limit.room }) : null
}
