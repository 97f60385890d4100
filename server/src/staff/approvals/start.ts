import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { adoptStartingRules } from './rules.ts'

/**
 * In production every command that can need a second pair gets a rule, from the second person who may decide on: at the
 * start of a process, and when a person was added or got other rights. Elsewhere only rules that somebody has set are in force.
 */
export async function startWithRules(context: Context): Promise<void> {
  if (!isProduction(context.config)) return
  const call = { actor: { kind: 'system' }, input: null } as const
  const { adopted } = await perform(context, adoptStartingRules, call)
  if (adopted > 0) context.log.warn(`a second pair of eyes is asked for at ${adopted} operations from now on`)
}
