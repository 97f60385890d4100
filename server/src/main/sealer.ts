import type { Context } from '../context.ts'
import { anchorHead, anchoringOf } from '../platform/audit/anchoring.ts'
import { type Reach, sealWithin } from '../platform/audit/seal.ts'
import { isUniqueViolation } from '../platform/db/failures.ts'
import { named } from '../platform/fail-points.ts'
import { logFailure } from '../platform/log/log-failure.ts'

const secondsBetweenFullSeals = 3600
const secondsBetweenLateSeals = 60
const secondsBetweenAnchorChecks = 60

/**
 * Starts sealing: new audit rows every second, those of long transactions once a minute, all that are unsealed once an
 * hour; the head is signed once a day.
 */
export function startSealer(context: Context) {
  let sealing = true
  const work = (async () => {
    for (let pass = 0; sealing; pass += 1) {
      try {
        await named(context, 'task seal', () => seal(context, pass))
      } catch (error) {
        // Another worker has sealed the same rows first, which does no harm.
        if (!isUniqueViolation(error))
          logFailure(context.log, 'sealing the audit trail failed', { err: error })
      }
      await context.clock.sleep(1000)
    }
  })()
  return {
    stop(): Promise<void> {
      sealing = false
      return work
    },
  }
}

async function seal(context: Context, pass: number): Promise<void> {
  const { db, auditKeys: keys } = context
  await sealWithin(db, reachOf(pass), keys)
  if (pass % secondsBetweenAnchorChecks === 0) await anchorHead(anchoringOf(context))
}

function reachOf(pass: number): Reach {
  if (pass % secondsBetweenFullSeals === 0) return 'ALL'
  return pass % secondsBetweenLateSeals === 0 ? 'LATE' : 'NEWEST'
}
