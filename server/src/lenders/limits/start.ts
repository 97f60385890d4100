import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { beyondLaw, describeLimits } from './law.ts'
import { findRuleInForce } from './rule-store.ts'
import { adoptLegalLimits } from './set-limits.ts'
import { unidentifiedLenders } from './unidentified.ts'

/**
 * Logs at the start which limits are in force, and warns about those looser than the law. In production a database
 * without any version gets the limits of the law, so that they are never missing by oversight.
 */
export async function startWithLimits(context: Context): Promise<void> {
  const { config, log } = context
  if (!isProduction(config)) return logLimits(context)
  const { adopted } = await perform(context, adoptLegalLimits, { actor: { kind: 'system' }, input: null })
  if (adopted > 0)
    log.warn('no limits of what lenders may place were kept: those of the law are in force now')
  await logLimits(context)
}

async function logLimits({ db, log, config }: Context): Promise<void> {
  const rule = await findRuleInForce(db)
  if (!rule) {
    if (isProduction(config)) log.warn('no limit of what lenders may place is in force today')
    return
  }
  log.info(`limits of what lenders may place, version ${rule.version}: ${describeLimits(rule).join('; ')}`)
  const { today, outstanding, unclassified } = await one<{
    today: string
    outstanding: number
    unclassified: boolean
  }>(
    db,
    'lenders.limits.at_start',
    `select business_day(app_now()) as today, platform_outstanding() as outstanding,
            exists (select from lender where class_version is null and state = 'ACTIVE' and not is_member) as unclassified`,
  )
  // Outside production this is logged as information, not as a warning.
  const say = isProduction(config) ? log.warn.bind(log) : log.info.bind(log)
  for (const clause of beyondLaw(rule, today)) say(`limits beyond the law: ${clause}`)
  if (rule.lenderSharePpm !== null && outstanding === 0 && rule.baseOutstanding === 0)
    say('nothing is outstanding, so nobody may fund a share of it: name a base with `limits set --base`')
  if (unclassified)
    say('lenders without a class may not fund where a limit depends on it: `lenders class import`')
  const { count, from } = await unidentifiedLenders(db)
  if (count > 0)
    say(
      `${count} lenders may not fund from ${from} on, without age or marriage or identity check: \`lenders identity set\``,
    )
}
