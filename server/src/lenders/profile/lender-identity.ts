import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { businessToday, lockOwners } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { hasAge } from '../limits/index.ts'
import { changeFacts, type IdentityFacts } from './facts-store.ts'
import { lockLender } from './lender-settings.ts'

/** No person is older, in years. */
const mostAge = 120

export type LenderIdentityInput = { lenderId: number } & {
  [F in keyof IdentityFacts]?: IdentityFacts[F] | undefined
}

/**
 * Stores a new version of a lender's birth date, marriage and identity check, or nothing if it is unchanged. A fact that
 * is left out (undefined) stays as it was, and null removes it. Locks the lender's cash, so that each concurrent funding
 * is decided either by the old or by the new facts. Earlier fundings are not affected. Neither the trail
 * nor a fault names the birth date.
 * @throws ColumnFault if the facts contradict themselves or the lender, and for a closed account
 */
export const storeLenderIdentity = mutation<
  Context,
  LenderIdentityInput,
  { version: number; changed: boolean }
>({
  operation: 'storeLenderIdentity',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, birthDate, married, checkedOn, checkReference }) {
    const { userTypeId, state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') throw new ColumnFault('phone', 'the account of the lender is closed')
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    const today = await businessToday(tx)
    const birthYear = typeof birthDate === 'string' ? Number(birthDate.slice(0, 4)) : birthDate
    const changes = { birthDate, birthYear, married, checkedOn, checkReference }
    const answer = await changeFacts(tx, lenderId, changes, (facts) => {
      const fault = faultOf(facts, { today, isCorporate: userTypeId === 3 })
      if (fault) throw fault
    })
    return { answer, subject: `lender:${lenderId}`, detail: { ...answer, checkedOn: checkedOn ?? null } }
  },
})

function faultOf(
  { birthDate, married, checkedOn, checkReference }: IdentityFacts,
  { today, isCorporate }: { today: BusinessDate; isCorporate: boolean },
): ColumnFault | null {
  if (isCorporate && birthDate !== null) return new ColumnFault('birth_date', 'a company has none')
  if (isCorporate && married !== null) return new ColumnFault('married', 'a company is not')
  if (birthDate !== null && birthDate > today) return new ColumnFault('birth_date', 'is after today')
  if (birthDate !== null && hasAge(birthDate, mostAge + 1, today))
    return new ColumnFault('birth_date', `is more than ${mostAge} years ago`)
  if ((checkedOn === null) !== (checkReference === null))
    return new ColumnFault(
      checkedOn === null ? 'checked_on' : 'check_reference',
      'the day of the check and its reference are kept together',
    )
  if (checkedOn !== null && checkedOn > today)
    return new ColumnFault('checked_on', `${checkedOn} is after today`)
  if (checkedOn !== null && birthDate !== null && checkedOn < birthDate)
    return new ColumnFault('checked_on', `${checkedOn} is before the birth`)
  return null
}
