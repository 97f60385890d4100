import type { Context } from '../src/context.ts'
import { type OfferRule, addLoanType } from '../src/loans/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { setOfferRule } from '../src/loans/index.ts'

const operator = { kind: 'operator', name: 'test' } as const
let types = 0

/**
 * Creates a loan type with this rule for the end of its offers; omitted parts are those of a new type.
 * @returns its name
 */
export async function aTypeWithRule(context: Context, rule: Partial<OfferRule>): Promise<string> {
  types += 1
  const name = `Jenis ${types}`
  await perform(context, addLoanType, { actor: operator, input: { name } })
  const usual = { extendDays: 0, extendTimes: 0, payOutSharePpm: null, payOutDays: 30 }
  await perform(context, setOfferRule, { actor: operator, input: { name, rule: { ...usual, ...rule } } })
  return name
}
