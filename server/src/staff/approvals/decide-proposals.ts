import type { Assertion } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { decide, staffActor } from '../../platform/commands/decide.ts'
import { hashInput } from '../../platform/commands/idempotency.ts'
import { perform } from '../../platform/commands/perform.ts'
import { isLockTimeout, isRetryable } from '../../platform/db/failures.ts'
import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { StaffCaller } from '../../platform/http/requests.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import type { ConsoleTools } from '../../platform/registration.ts'
import { type Purpose, verifyAssertion } from '../passkeys/index.ts'
import { recordingRefusal } from '../people/index.ts'
import { passkeysToDecide } from '../sessions/index.ts'
import { asRefusal } from './command-refusal.ts'
import { findProposal, refuseProposal } from './proposals.ts'

/** What a person decides, as they read it: the numbers of proposals with the SHA-256 of their inputs. */
export type Deciding = {
  verdict: 'AGREE' | 'REFUSE'
  decisions: readonly { number: number; hash: string }[]
}

export type DecisionResult = {
  number: number
  state: 'DONE' | 'AGREED' | 'REFUSED' | 'FAILED'
  missing: number
  code: string | null
  message: string | null
}

/** What a passkey signs with the challenge of this decision: it holds for these proposals in this order, and no other. */
export const purposeOf = (
  { staffId }: StaffCaller,
  { verdict, decisions }: Deciding,
): Extract<Purpose, { purpose: 'DECISION' }> => ({
  purpose: 'DECISION',
  staffId,
  subject: hashInput({ verdict, decisions: decisions.map(({ number, hash }) => [number, hash]) }),
})

type Asked = Deciding & { reason: string; assertion: Assertion }

/**
 * Decides proposals with what a passkey has signed just now. Each is decided by itself, in a transaction of its own: one
 * that is refused keeps no other from being run.
 * @throws Refusal PASSKEY_…; then nothing was decided
 */
export async function decideProposals(
  context: Context,
  { findCommand }: ConsoleTools<Context>,
  staff: StaffCaller,
  { assertion, ...asked }: Asked,
  origin: Origin,
): Promise<{ results: DecisionResult[] }> {
  const purpose = purposeOf(staff, asked)
  const { id: passkey } = await recordingRefusal(context, purpose, origin, () =>
    verifyAssertion(context, assertion, purpose),
  )
  const results: DecisionResult[] = []
  for (const { number, hash } of asked.decisions) {
    const decideOne = async (): Promise<Omit<DecisionResult, 'number' | 'code' | 'message'>> => {
      const { staffId } = staff
      if (asked.verdict === 'REFUSE') {
        const input = { number, staffId, reason: asked.reason }
        await perform(context, refuseProposal, { actor: staffActor(staffId), input, ...origin })
        return { state: 'REFUSED', missing: 0 }
      }
      const sheet = await findProposal(context.db, number)
      if (sheet.hash !== hash) throw new Refusal('PROPOSAL_DIFFERS')
      const command = required(await findCommand(sheet.operation), 'PROPOSAL_DIFFERS')
      const decision = { staffId, proposal: number, input: sheet.input, ...origin }
      const decided = await decide(context, command, decision, (tx) => confirmDecider(tx, staff, passkey))
      return decided.state === 'DONE'
        ? { state: 'DONE', missing: 0 }
        : { state: 'AGREED', missing: decided.missing }
    }
    try {
      results.push({ number, code: null, message: null, ...(await decideOne()) })
    } catch (error) {
      const { code, message } = refusalOf(error)
      if (code === 'INTERNAL') context.log.error({ err: error, proposal: number }, 'a decision failed')
      results.push({ number, state: 'FAILED', missing: 0, code, message })
    }
  }
  return { results }
}

/**
 * Reads, under the lock on the staff, whether the person still has the session, the passkey that signed, and a second one.
 * @throws Refusal STAFF_SESSION_ENDED, PASSKEY_UNKNOWN, PASSKEYS_TOO_FEW
 */
async function confirmDecider(
  tx: Transaction,
  { staffId, sessionId }: StaffCaller,
  passkey: string,
): Promise<void> {
  const { live, known, passkeys } = await one<{ live: boolean; known: boolean; passkeys: number }>(
    tx,
    'staff.approvals.confirm_decider',
    `select exists (select from staff_session where id = $2 and ended_at is null and ends_at > app_clock()) as live,
            exists (select from staff_passkey where id = $3 and ended_at is null) as known,
            (select count(*) from staff_passkey where staff_id = $1 and ended_at is null) as passkeys`,
    [staffId, sessionId, passkey],
  )
  if (!live) throw new Refusal('STAFF_SESSION_ENDED')
  if (!known) throw new Refusal('PASSKEY_UNKNOWN')
  if (passkeys < passkeysToDecide) throw new Refusal('PASSKEYS_TOO_FEW')
}

function refusalOf(error: unknown): Refusal {
  const refusal = isRetryable(error) || isLockTimeout(error) ? error : asRefusal(error)
  if (refusal instanceof Refusal) return refusal
  return new Refusal(isRetryable(error) || isLockTimeout(error) ? 'OVERLOADED' : 'INTERNAL')
}
