import type { RevealableField } from '@pematang/contract/staff/objects'
import type { Context } from '../../context.ts'
import { type Origin, auditAlone } from '../../platform/audit/audit.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { maybe } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'

type Personal = Record<RevealableField, string | null>

/**
 * One field of a lender that pages mask. Who saw which and why is in the audit trail before it is answered.
 * @throws Refusal NOT_FOUND
 */
export async function reveal(
  { db, random }: Context,
  { lenderId, field, reason }: { lenderId: number; field: RevealableField; reason: string },
  { staffId, ...origin }: Origin & { staffId: number },
): Promise<{ value: string | null }> {
  const found = await maybe<Personal>(
    db,
    'reports.console.reveal',
    `select l.phone as "PHONE", l.email as "EMAIL", i.company_email as "COMPANY_EMAIL", i.pic_phone as "PIC_PHONE",
            b.account_number as "ACCOUNT_NUMBER"
       from lender l left join lender_institution i on i.lender_id = l.id
       left join lender_bank_account b on b.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  const personal = required(found, 'NOT_FOUND')
  await auditAlone(db, {
    ...{ id: random.uuid(), actor: staffActor(staffId), outcome: 'done', ...origin },
    ...{ operation: 'revealField', subject: `lender:${lenderId}`, detail: { field, reason } },
  })
  return { value: personal[field] }
}
