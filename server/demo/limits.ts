import type { Context } from '../src/context.ts'
import {
  classVersions,
  factsVersions,
  limitsOnDay,
  listRules,
  setLimits,
  storeLenderClass,
  storeLenderIdentity,
} from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { people } from './people.ts'

/** Large enough that the demo's lenders can fund a bulk product, although the demo platform has only six lenders. */
const baseOutstanding = 400_000_000_000

/**
 * Gives the lenders of the demo their classes and identities and puts the limits of the law in force, only once: an operator's changes
 * are kept.
 */
export async function setLimitsOfDemo(
  context: Context,
  actor: ActorOf<'operator'>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, yearlyIncome } of people) {
    const lenderId = ids.get(phone)
    if (lenderId === undefined) continue
    if ((await factsVersions(context.db, lenderId, 1)).length === 0)
      await perform(context, storeLenderIdentity, {
        actor,
        input: {
          ...{ lenderId, checkedOn: '2026-01-15', checkReference: 'demo data' },
          birthDate: yearlyIncome === null ? null : '1988-04-21',
        },
      })
    if ((await classVersions(context.db, lenderId, 1)).length > 0) continue
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
      asksIdentity: law.asksIdentity,
      holdsFrom: null,
      beyondLaw: true,
      reason: 'demo data: the limits of the law, with a base for a small platform',
    },
  })
}
