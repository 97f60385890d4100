import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { MailRefused, type MailSender } from '../../outside/mail/port.ts'
import { maybe } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { Invitation } from './notify.ts'
import { auditMessage, sendSms } from './send-sms.ts'

type Invited = { lenderId: number; name: string; phone: string; email: string; at: Date }

const operation = 'tellRegistered'

/**
 * Tells a lender who was registered how to set a password. Where no mail server is set up, or it refuses the address,
 * the invitation goes by SMS: a lender who hears nothing never logs in.
 */
export async function tellRegistered(context: Context, job: Job): Promise<undefined> {
  // A job of the version before names no way.
  const { lenderId, by = 'SMS' } = job.payload as { lenderId: number; by?: Invitation }
  const lender = await maybe<Invited>(
    context.db,
    'lenders.auth.invited',
    'select id as "lenderId", name, phone, email, app_now() as at from lender where id = $1',
    [lenderId],
  )
  if (!lender) return
  if (by === 'EMAIL' && context.mail !== null && (await isMailed(context, context.mail, lender, job.id)))
    return
  const text = wordsOf(context.config).join(' ')
  await sendSms(context, { operation, lenderId, phone: lender.phone, text, reference: job.id })
}

const wordsOf = ({ OPERATOR_NAME, APP_ORIGIN }: Context['config']): [string, string] => [
  `Akun ${OPERATOR_NAME} Anda sudah dibuat.`,
  `Buat kata sandi Anda dengan kode SMS: buka ${APP_ORIGIN}/lender/login lalu pilih Lupa Kata Sandi.`,
]

/** Hands the invitation to the mail server; false if it refuses it for good. Each attempt has the same Message-ID. */
async function isMailed(
  context: Context,
  mail: MailSender,
  { lenderId, name, email, at }: Invited,
  id: string,
): Promise<boolean> {
  const { config, log } = context
  const operator = oneLine(config.OPERATOR_NAME)
  const [title, how] = wordsOf(config)
  const paragraphs = [`Halo ${oneLine(name)},`, title, how]
  try {
    await mail.send({
      to: email,
      toName: name,
      fromName: operator,
      subject: `Akun Anda sudah dibuat - ${operator}`,
      text: paragraphs.join('\n\n'),
      html: `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>${escapeHtml(operator)}</title></head>
<body style="font-family:Helvetica,Arial,sans-serif;color:#1b2420">${paragraphs
        .map((words) => `<p>${escapeHtml(words)}</p>`)
        .join('\n')}</body></html>`,
      messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
      date: at,
      unsubscribeUrl: null,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ code: error.code, lender: lenderId }, 'the mail server refused an invitation; it goes by SMS')
    await auditMessage(context, { operation, lenderId }, 'MAIL_REFUSED')
    return false
  }
  await auditMessage(context, { operation, lenderId }, 'done')
  return true
}
