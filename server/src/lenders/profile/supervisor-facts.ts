import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { changeFacts, type SupervisorFacts } from './facts-store.ts'
import { lockLender } from './lender-settings.ts'

/**
 * Stores a new version of what a supervisor counts a lender by, or nothing if it is unchanged. A fact that is left out
 * (undefined) stays as it was, and null removes it. Reports of months that were closed before keep the former version.
 * The age is that of the birth date (`storeLenderIdentity`).
 * @throws ColumnFault if the facts contradict the lender
 */
export const storeSupervisorFacts = mutation<
  Context,
  { lenderId: number } & { [F in keyof SupervisorFacts]?: SupervisorFacts[F] | undefined },
  { version: number; changed: boolean }
>({
  operation: 'storeSupervisorFacts',
  permit: ['operator'],
  withoutSecondPair: 'only reports count by it',
  async run(tx, { lenderId, sex, province }) {
    const { userTypeId } = await lockLender(tx, lenderId)
    const answer = await changeFacts(tx, lenderId, { sex, province }, (facts) => {
      if (userTypeId === 3 && facts.sex !== null) throw new ColumnFault('sex', 'perusahaan tidak memilikinya')
    })
    // The trail names what changed and not the person's data.
    return { answer, subject: `lender:${lenderId}`, detail: answer }
  },
})
