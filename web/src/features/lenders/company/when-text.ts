import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { CompanyMember } from '@pematang/contract/lenders/company/endpoints'
import { serverNow } from '../../../api/server-time.ts'

/** Until when the invitation of a member works, or when they were last here. */
export function whenText({
  invitedUntil,
  lastUsed,
}: Pick<CompanyMember, 'invitedUntil' | 'lastUsed'>): string {
  if (invitedUntil === null)
    return lastUsed === null ? 'Belum pernah masuk' : `Terakhir masuk ${formatDateTimeLong(lastUsed)}`
  const isOver = Date.parse(invitedUntil) <= serverNow()
  return `Undangan ${isOver ? 'berakhir' : 'berlaku sampai'} ${formatDateTimeLong(invitedUntil)}`
}
