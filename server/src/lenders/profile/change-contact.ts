import { revokeAccess, endSessionById } from '../auth/index.ts'
import type { Context } from '../../context.ts'
import { notifyLender, tellFormer } from '../notifications/index.ts'
import { run } from '../../platform/db/database.ts'
import { Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { mutation } from '../../platform/commands/command.ts'
import { isPhoneTaken, phoneTaken } from './find-lenders.ts'
import { lockLender } from './lender-settings.ts'
import { searchedEmail } from './search-lenders.ts'

type ChangeContact = { lenderId: number; phone?: string; email?: string; reason: string }
export type ContactChanged = { phone: boolean; email: boolean; sessionsEnded: number }

/**
 * Changes a lender's phone number or e-mail address, ends all sessions and invalidates codes sent to the old number.
 * The lender is notified, also at the former number or address. The audit trail records which one changed, without the
 * values.
 * @throws ColumnFault if the number is registered already, Error if the account is closed
 */
export const changeContact = mutation<Context, ChangeContact, ContactChanged>({
  operation: 'changeContact',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, phone, email, reason }, { context }) {
    const before = await lockLender(tx, lenderId)
    if (before.state === 'CLOSED') throw new Error(`Akun Pemberi Dana ${lenderId} sudah ditutup.`)
    const changed = {
      phone: phone !== undefined && phone !== before.phone,
      email: email !== undefined && email !== before.email,
    }
    const subject = `lender:${lenderId}`
    if (!changed.phone && !changed.email) return { answer: { ...changed, sessionsEnded: 0 }, subject }
    if (phone !== undefined && changed.phone && (await isPhoneTaken(tx, phone))) throw phoneTaken(phone)
    await run(
      tx,
      'lenders.profile.change_contact',
      `update lender set phone = coalesce($2, phone), phone_search = coalesce($3, phone_search), email = coalesce($4, email),
              email_search = coalesce($5, email_search)
        where id = $1`,
      [
        lenderId,
        phone === undefined ? null : new Sealed(phone),
        phone === undefined ? null : new SearchKey(phone),
        email === undefined ? null : new Sealed(email),
        email === undefined ? null : searchedEmail(email),
      ],
    )
    const sessionsEnded = await revokeAccess(tx, lenderId)
    const notice = { lenderId, id: context.random.uuid(), kind: 'CONTACT_CHANGED' } as const
    await notifyLender(tx, notice, notice.kind, changed)
    await tellFormer(tx, context, notice, { email: email ?? before.email, phone: phone ?? before.phone })
    return { answer: { ...changed, sessionsEnded }, subject, detail: { ...changed, reason, sessionsEnded } }
  },
})

/**
 * Ends all sessions of a lender, e.g. after a phone was lost, or only the one with the given id.
 * @throws Error if the lender has no live session with this id
 */
export const endLenderSessions = mutation<
  Context,
  { lenderId: number; reason: string; session?: string },
  { sessionsEnded: number }
>({
  operation: 'endSessions',
  permit: ['operator'],
  withoutSecondPair: 'it takes access away',
  security: true,
  async run(tx, { lenderId, reason, session }) {
    await lockLender(tx, lenderId)
    if (session !== undefined && !(await endSessionById(tx, lenderId, session)))
      throw new Error(`Pemberi Dana ${lenderId} tidak memiliki sesi ${session} yang masih hidup.`)
    const sessionsEnded = session === undefined ? await revokeAccess(tx, lenderId) : 1
    return {
      answer: { sessionsEnded },
      subject: `lender:${lenderId}`,
      detail: { sessionsEnded, reason, ...(session === undefined ? {} : { session }) },
    }
  },
})
