import type { BusinessDate } from '@pematang/contract/format/business-date'

/** What is known of a lender's age, marriage and identity check on a business day. */
export type LenderIdentity = {
  /** A company has no age. */
  isPerson: boolean
  birthDate: BusinessDate | null
  married: boolean
  checkedOn: BusinessDate | null
  day: BusinessDate
}

/** Why a lender may not fund although a rule asks for their identity. */
export type IdentityFault = 'AGE_MISSING' | 'AGE_TOO_LOW' | 'IDENTITY_UNCHECKED'

/** The age from which a person may lend; before it if married (SEOJK 19/SEOJK.06/2025). */
const leastAge = 18

/** Whether a person born on a day has this age on another; who was born on 29 February has it on 1 March. */
export const hasAge = (birthDate: BusinessDate, years: number, day: BusinessDate): boolean =>
  // Compared as text, so that 29 February of a year that has none comes before 1 March.
  `${Number(birthDate.slice(0, 4)) + years}${birthDate.slice(4)}` <= day

/** All that is missing of a lender's identity; empty where no rule asks for it. */
export function identityFaults(identity: LenderIdentity | null): IdentityFault[] {
  if (identity === null) return []
  const age = ageFault(identity)
  return [...(age ? [age] : []), ...(identity.checkedOn === null ? ['IDENTITY_UNCHECKED' as const] : [])]
}

function ageFault({ isPerson, birthDate, married, day }: LenderIdentity): IdentityFault | null {
  if (!isPerson || married) return null
  if (birthDate === null) return 'AGE_MISSING'
  return hasAge(birthDate, leastAge, day) ? null : 'AGE_TOO_LOW'
}
