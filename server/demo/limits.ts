import type { Context } from '../src/context.ts'
import { classVersions, limitsOnDay, listRules, setLimits, storeLenderClass } from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { people } from './people.ts'

/** Large enough that the demo's lenders can fund a bulk product, although the demo platform has only six lenders. */
const baseOutstanding = 400_000_000_000

/**
 * Gives the lenders of the demo their classes and puts the limits of the law in force, only once: an operator's changes
 * are kept.
 */
export async function setLimitsOfDemo(
  context: Context,
  actor: ActorOf<'operator'>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, yearlyIncome } of people) {
    const lenderId = ids.get(phone)
    if (lenderId === undefined || (await classVersions(context.db, lenderId, 1)).length > 0) continue
    await perform(context, storeLenderClass, {
      actor,
      input: {
        lenderId,
        kind: yearlyIncome === null ? 'COMPANY' : 'INDIVIDUAL',
        yearlyIncome,
        supervised: false,
        since: null,
        evidence: 'demo data',
        validUntil: null,
      },
    })
  }
  if ((await listRules(context.db)).length > 0) return
  const law = await limitsOnDay(context.db, null)
  await perform(context, setLimits, {
    actor,
    input: {
      incomeBorder: law.incomeBorder,
      professionalIncomePpm: law.professionalIncomePpm,
      nonProfessionalIncomePpm: law.nonProfessionalIncomePpm,
      lenderSharePpm: law.lenderSharePpm,
      supervisedSharePpm: law.supervisedSharePpm,
      nonProfessionalSharePpm: law.nonProfessionalSharePpm,
      baseOutstanding,
      holdsFrom: null,
      beyondLaw: true,
      reason: 'demo data: the limits of the law, with a base for a small platform',
    },
  })
}
