/** The interface of a mail server. */
export type MailSender = {
  /**
   * Hands a message to the mail server, which then has the duty to deliver it.
   * @throws MailUnavailable if the server certainly did not take it, MailUnknown if it may have, MailRefused if it
   *   refused it for good
   */
  send(mail: Mail): Promise<void>
  close(): void
}

export type Mail = {
  /** One address. */
  to: string
  /** Names are shown beside addresses; line breaks and the like are removed. */
  toName: string
  fromName: string
  subject: string
  text: string
  html: string
  /** Without the angle brackets; the same for each attempt to send the same message. */
  messageId: string
  date: Date
  /** The address for one-click unsubscription (RFC 8058); null for what cannot be turned off. */
  unsubscribeUrl: string | null
}

/** The mail server did not take the message: it was unreachable, or put it off. The call may be repeated. */
export class MailUnavailable extends Error {
  readonly code: string

  constructor(code: string) {
    super(`mail server: ${code}`)
    this.name = 'MailUnavailable'
    this.code = code
  }
}

/** The connection broke after the message was handed over, so the mail server may have taken it. */
export class MailUnknown extends Error {
  readonly code: string

  constructor(code: string) {
    super(`mail server: ${code} after the message was handed over`)
    this.name = 'MailUnknown'
    this.code = code
  }
}

/** The mail server refused the message or its address. Repeating the call does not help. */
export class MailRefused extends Error {
  readonly code: string

  constructor(code: string) {
    super(`mail server: refused, ${code}`)
    this.name = 'MailRefused'
    this.code = code
  }
}
