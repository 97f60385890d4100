import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { businessToday } from '../../books/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { beyondLaw, legalLimits, type NewLimitRule } from './law.ts'
import { insertRule, type KeptRule, listRules, lockRules } from './rule-store.ts'

/** `beyondLaw` confirms that limits may be looser than the law. */
export type SetLimits = Omit<NewLimitRule, 'holdsFrom'> & {
  /** The first business day of the limits, today or later; null for today. */
  holdsFrom: string | null
  beyondLaw: boolean
}

export type LimitsSet = {
  version: number
  holdsFrom: string
  /** The points in which the version is looser than the law. */
  beyondLaw: string[]
  /** Stored versions with a later date, which will replace this one. */
  replacedBy: { version: number; holdsFrom: string }[]
}

/**
 * Stores a new version of the limits, which applies until one with a later date. Earlier versions are kept, because
 * fundings refer to them.
 * @throws for unconfirmed limits looser than the law, for a date in the past, and for a share of supervised lenders
 *   without one of all lenders
 */
export const setLimits = mutation<Context, SetLimits, LimitsSet>({
  operation: 'setLimits',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { beyondLaw: confirmed, ...wanted }) {
    const today = await businessToday(tx)
    const rule: NewLimitRule = { ...wanted, holdsFrom: wanted.holdsFrom ?? today }
    if (rule.holdsFrom < today)
      throw new Error(
        `Batas berlaku sejak hari ini, ${today}, atau sesudahnya: yang diputuskan sebelumnya diputuskan tanpa batas itu.`,
      )
    if ((rule.lenderSharePpm === null) !== (rule.supervisedSharePpm === null))
      throw new Error(
        'Bagian tiap Pemberi Dana dan bagian yang diawasi OJK berlaku bersama-sama atau tidak sama sekali.',
      )
    const beyond = beyondLaw(rule, rule.holdsFrom)
    if (beyond.length > 0 && !confirmed)
      throw new Error(
        `Batas ini melampaui peraturan: ${beyond.join('; ')}. Sebutkan --yes bila memang demikian.`,
      )
    await lockRules(tx)
    const version = await insertRule(tx, rule)
    const replacedBy = (await listRules(tx))
      .filter(({ holdsFrom }) => holdsFrom > rule.holdsFrom)
      .map((later) => ({ version: later.version, holdsFrom: later.holdsFrom }))
    return {
      answer: { version, holdsFrom: rule.holdsFrom, beyondLaw: beyond, replacedBy },
      subject: `limits:${version}`,
      detail: { ...rule },
    }
  },
})

/** Puts the limits of the law in force if no version was ever stored, so that production never runs without limits. */
export const adoptLegalLimits = mutation<Context, null, { adopted: number }>({
  operation: 'adoptLegalLimits',
  permit: ['system'],
  async run(tx) {
    await lockRules(tx)
    if ((await listRules(tx)).length > 0) return { answer: { adopted: 0 } }
    for (const rule of legalLimits) await insertRule(tx, rule)
    return { answer: { adopted: legalLimits.length }, subject: 'limits:law', detail: { legalLimits } }
  },
})

/** The values that a new version starts from: those that apply on the day, otherwise those of the law. */
export async function limitsOnDay(
  db: Queryable,
  day: string | null,
): Promise<Omit<NewLimitRule, 'holdsFrom'>> {
  const on = day ?? (await businessToday(db))
  const kept: readonly (KeptRule | NewLimitRule)[] = await listRules(db)
  const found =
    kept.findLast(({ holdsFrom }) => holdsFrom <= on) ??
    legalLimits.findLast(({ holdsFrom }) => holdsFrom <= on)
  if (!found) throw new Error(`Tidak ada batas menurut peraturan yang berlaku pada ${on}.`)
  return found
}
