import type { Config } from '../../platform/settings/config.ts'
import type { MailSender } from './port.ts'
import { smtpMail } from './smtp-adapter.ts'

/** The configured mail server; null if none is configured. */
export function createMailSender(config: Config): MailSender | null {
  if (config.SMTP_URL === null) return null
  return smtpMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    timeoutMs: config.SMTP_TIMEOUT_MS,
    requireTls: config.NODE_ENV === 'production',
  })
}
