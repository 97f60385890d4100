import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { type Mail, MailRefused } from '../../outside/mail/port.ts'
import { rightsOf } from '../../platform/approvals/rights.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { endInvitations, invitationJob, storeInvitation } from './invite.ts'
import { listStaff } from './staff.ts'

/** The address of the page that registers a first passkey. The token is in the fragment, which no server logs. */
export const invitationLink = (config: Context['config'], token: string): string =>
  `${consoleOrigin(config)}/console/invitation#${token}`

/**
 * Sends the link of an invitation. Each try makes a new token: one that was sent twice would be in two letters, of which
 * only the later holds. It ends where the person was suspended meanwhile.
 */
export const jobs = (context: Context): JobHandlers => ({
  [invitationJob]: async ({ id, payload }) => {
    const { staffId } = payload as { staffId: number }
    const { config, db, mail, log, random } = context
    if (!mail) {
      log.error({ staff: staffId }, 'an invitation could not be sent: there is no mail server (SMTP_URL)')
      return
    }
    const person = (await listStaff(db)).find((one) => one.id === staffId)
    if (!person) return
    const token = random.token()
    const isAsked = await inTransaction(db, { repeatable: true }, async (tx) => {
      if ((await rightsOf(tx, staffId)).length === 0) return false
      await endInvitations(tx, staffId)
      await storeInvitation(tx, staffId, token)
      return true
    })
    if (!isAsked) return
    try {
      await mail.send({
        to: person.email,
        toName: person.name,
        fromName: oneLine(config.OPERATOR_NAME),
        messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
        unsubscribeUrl: null,
        date: context.clock.now(),
        ...letterOf(invitationLink(config, token)),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error(
        { code: error.code, staff: staffId },
        'the mail server refused the address of a person of the staff',
      )
    }
  },
})

function letterOf(link: string): Pick<Mail, 'subject' | 'text' | 'html'> {
  const words = [
    'Anda diundang ke konsol. Buka tautan ini di perangkat Anda sendiri dan daftarkan passkey pertama Anda.',
    'Tautan berlaku sekali, selama 30 menit. Passkey Anda sebelumnya tidak berlaku lagi.',
  ]
  return {
    subject: 'Undangan ke konsol',
    text: `${[...words, link].join('\n')}\n`,
    html: [
      ...words.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ].join('\n'),
  }
}
