import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts'

export type InboxMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: { name: string; value: string }[]
}

export type MailSandbox = SandboxProcess & {
  smtpUrl: string
  /** The settings with which an app sends its messages to the sandbox. */
  settings: { SMTP_URL: string; SMS_URL: string; SMS_API_KEY: string }
  /** The e-mails that arrived at an address, the oldest first. */
  inbox(to: string): Promise<InboxMail[]>
  /** The texts that arrived at a number, the oldest first. */
  texts(phone: string): Promise<string[]>
}

const smsKey = 'key of the mail tests'

export async function startMailSandbox(
  settings: Record<string, string> = {},
  dataFolder?: string,
): Promise<MailSandbox> {
  const sandbox = await startSandbox(
    { SANDBOX_SMS_KEY: smsKey, SANDBOX_MAIL_SLOW_MS: '1500', ...settings },
    dataFolder,
  )
  const ask = async <T>(path: string) => (await (await fetch(`${sandbox.baseUrl}${path}`)).json()) as T
  const { smtp } = await ask<{ smtp: string }>('/mail/inbox.json')
  const listOf = async <T>(path: string, to: string) =>
    (await ask<{ messages: T[] }>(`${path}?to=${encodeURIComponent(to)}`)).messages.toReversed()
  return {
    ...sandbox,
    smtpUrl: smtp,
    settings: { SMTP_URL: smtp, SMS_URL: `${sandbox.baseUrl}/sms/v1/messages`, SMS_API_KEY: smsKey },
    inbox: (to) => listOf<InboxMail>('/mail/inbox.json', to),
    texts: async (phone) =>
      (await listOf<{ text: string }>('/sms/inbox.json', phone)).map(({ text }) => text),
  }
}
