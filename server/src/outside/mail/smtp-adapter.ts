import type { Transporter } from 'nodemailer'
import { oneLine } from './one-line.ts'
import { type Mail, MailRefused, type MailSender, MailUnavailable, MailUnknown } from './port.ts'

export type SmtpConfig = {
  /** smtp://… or smtps://…, including user and password. */
  url: string
  from: string
  timeoutMs: number
  /** Whether to refuse to send if the server offers no TLS. */
  requireTls: boolean
}

/** The parts of an error that are used. Its message is ignored, because it may contain an address. */
type Failure = { code?: string; responseCode?: number; permanent?: boolean; command?: string }

/** Commands whose refusal tells something of the server or of our settings, and nothing of the address. */
const ofTheServer = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM'])

/**
 * A mail server over SMTP. Errors contain only a code, because addresses and texts must not be logged. If it fails
 * between sending the whole message and the response, the outcome is unknown.
 */
export function smtpMail({ url, from, timeoutMs, requireTls }: SmtpConfig): MailSender {
  const handedOver = new Set<string>()
  let opened: Promise<Transporter> | undefined
  return {
    async send(mail) {
      const messageId = `<${oneLine(mail.messageId)}>`
      try {
        const transport = await open()
        await transport.sendMail({
          from: { name: oneLine(mail.fromName), address: from },
          to: { name: oneLine(mail.toName), address: mail.to },
          subject: oneLine(mail.subject),
          messageId,
          date: mail.date,
          text: mail.text,
          html: mail.html,
          headers: headersOf(mail),
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw failureOf(error as Failure, handedOver.has(messageId))
      } finally {
        handedOver.delete(messageId)
      }
    },
    async check() {
      try {
        await (await open()).verify()
      } catch (error) {
        // There is no message yet whose address this could name.
        throw new MailUnavailable(error instanceof Error ? error.message : 'FAILED')
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }

  /** The transport, loaded at the first message: a command starts without it. */
  function open(): Promise<Transporter> {
    opened ??= load()
    return opened
  }

  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      requireTLS: requireTls && new URL(url).protocol === 'smtp:',
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
    transport.use('stream', (message, next) => {
      const { messageId } = message.data
      message.message.processFunc((input) => input.once('end', () => handedOver.add(String(messageId))))
      next()
    })
    return transport
  }
}

/** Headers that suppress automatic replies (RFC 3834) and offer one-click unsubscription (RFC 8058). */
const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
})

function failureOf({ code, responseCode, permanent, command = '' }: Failure, wasHandedOver: boolean): Error {
  const name = responseCode === undefined ? (code ?? 'FAILED') : `SMTP_${responseCode}`
  // Wrong settings count as unavailable, because the message can be sent once they are corrected.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ECONFIG') return new MailUnavailable(name)
  if (ofTheServer.has(command)) return new MailUnavailable(name)
  if (responseCode !== undefined) return permanent ? new MailRefused(name) : new MailUnavailable(name)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailRefused(name)
  return wasHandedOver ? new MailUnknown(name) : new MailUnavailable(name)
}
