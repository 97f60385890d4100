import { invitationHours } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { MailRefused, type MailSender } from '../../outside/mail/port.ts'
import { maybe, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { hashToken } from '../../platform/token.ts'
import { sendSms } from '../auth/index.ts'

type Invited = { memberId: number; phone: string; email: string; name: string; company: string; at: Date }

/**
 * Sends the link of an invitation. Each try makes a new token, of which only the last works; it is in no row but as its
 * hash. Where no mail server is set up, or it refuses the address, the link goes by SMS.
 */
export async function sendInvitation(context: Context, job: Job): Promise<undefined> {
  const { id, by } = job.payload as { id: string; by: 'SMS' | 'EMAIL' }
  const token = context.random.token()
  const stored = await inTransaction(context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'lenders.company.store_link',
      'update company_invitation set token_hash = $2 where id = $1 and ended_at is null and expires_at > app_now()',
      [id, hashToken(token)],
    ),
  )
  if (stored === 0) return
  const invited = await maybe<Invited>(
    context.db,
    'lenders.company.invited',
    `select m.id as "memberId", m.phone, m.email, m.name, coalesce(c.company_name, l.name) as company, app_now() as at
       from company_invitation i join lender m on m.id = i.member_id join lender l on l.id = m.company_id
       left join lender_institution c on c.lender_id = l.id where i.id = $1`,
    [id],
  )
  if (!invited) return
  const link = `${context.config.APP_ORIGIN}/lender/undangan#${token}`
  if (
    by === 'EMAIL' &&
    context.mail !== null &&
    (await isMailed(context, context.mail, { ...invited, link, id: job.id }))
  )
    return
  await sendSms(context, {
    operation: 'sendCompanyInvitation',
    lenderId: invited.memberId,
    phone: invited.phone,
    text: `Anda diundang sebagai anggota ${invited.company} di ${context.config.OPERATOR_NAME}. Buat kata sandi dalam ${invitationHours} jam: ${link}`,
    reference: `${job.id}-${job.attempts}`,
  })
}

async function isMailed(
  { config, log }: Context,
  mail: MailSender,
  { id, email, name, company, link, at, memberId }: Invited & { link: string; id: string },
): Promise<boolean> {
  const operator = oneLine(config.OPERATOR_NAME)
  const lines = [
    `Halo ${oneLine(name)},`,
    `Anda diundang sebagai anggota ${oneLine(company)} di ${operator}.`,
    `Buka tautan ini dan buat kata sandi Anda. Tautan berlaku sekali, selama ${invitationHours} jam.`,
  ]
  try {
    await mail.send({
      to: email,
      toName: name,
      fromName: operator,
      subject: `Undangan ke ${oneLine(company)} - ${operator}`,
      text: `${[...lines, link].join('\n\n')}\n`,
      html: [
        ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
        `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      ].join('\n'),
      messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
      date: at,
      unsubscribeUrl: null,
    })
    return true
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ code: error.code, member: memberId }, 'the mail server refused an invitation; it goes by SMS')
    return false
  }
}
