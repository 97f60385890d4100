import { agree } from '../approvals/decision.ts'
import { staffBody } from '../approvals/staff.ts'
import { sumOf } from '../approvals/gate.ts'
import { type ActorKind, type ActorOf, type Origin, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import { assertPermitted, type Mutation, mutation, type MutationContext } from './command.ts'
import { hashInput } from './idempotency.ts'
import { perform } from './perform.ts'

/** Deciding a proposal: who decides, which, and the same input that was proposed. */
export type Decision<Input> = { staffId: number; proposal: number; input: Input }

/** The command has run, or so many others must agree first. */
export type Decided<Answer> = { state: 'DONE'; answer: Answer } | { state: 'AGREED'; missing: number }

/** A person of the staff in the audit trail. The command line takes no such name. */
export const staffActor = (staffId: number): ActorOf<'operator'> => ({
  kind: 'operator',
  name: `staff-${staffId}`,
})

/** The person of the staff who acts; undefined if it is none of the console. */
export const staffIdOf = ({ name }: ActorOf<'operator'>): number | undefined => {
  const [, id] = /^staff-(\d+)$/.exec(name) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Whether a name is one of those, which nobody else may have. */
export const isStaffActorName = (name: string): boolean => /^staff-\d+$/i.test(name)

/**
 * Agrees to a proposal. Deciding is doing: the last who must agree runs the command, in the transaction of their
 * decision. If the command refuses or fails, nothing was decided.
 * @param decision `staffId` is whom the caller has authenticated; nothing here proves it
 * @param confirm reads in the transaction, after the lock on the staff, whether that still holds, and throws if not
 * @throws Refusal of the gate (PROPOSAL_…, STAFF_RIGHT_MISSING) or of the command
 */
export function decide<Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  context: Context,
  command: Mutation<Context, Input, Answer, Kind>,
  { key, requestId, source, ...decision }: Decision<Input> & Origin & { key?: string },
  confirm: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Decided<Answer>> {
  const call = { actor: staffActor(decision.staffId), input: decision, key, requestId, source }
  return perform(context, decided(command, confirm), call)
}

/** The mutation that agrees to a proposal of this command, and runs it with the last agreement. */
const decided = <Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  command: Mutation<Context, Input, Answer, Kind>,
  confirm: (tx: Transaction) => Promise<void>,
) =>
  mutation<Context, Decision<Input>, Decided<Answer>>({
    operation: 'decideProposal',
    permit: ['operator'],
    withoutSecondPair: 'it is the decision of the second pair',
    security: true,
    ...(command.byKeys ? { byKeys: true } : {}),
    async run(tx, { staffId, proposal, input }, { context }) {
      const { operation } = command
      const { missing } = await agree(tx, staffBody, {
        ...{ proposal, person: staffId, operation },
        hash: hashInput(input),
        sum: sumOf(command, input),
      })
      await confirm(tx)
      const subject = `proposal:${proposal}`
      if (missing > 0)
        return { answer: { state: 'AGREED', missing }, subject, detail: { operation, missing } }
      const actor = { ...staffActor(staffId), authority: { proposal, file: null } }
      assertPermitted(command, actor)
      const done = await command.run(tx, input, { context, actor })
      await recordAudit(tx, {
        id: context.random.uuid(),
        actor,
        operation,
        outcome: 'done',
        subject: done.subject,
        detail: done.detail,
      })
      return { answer: { state: 'DONE', answer: done.answer }, subject, detail: { operation } }
    },
  })
