export type MailSender = {
  /**
   * Hands a message to the mail server, which is then responsible for its delivery.
   * @throws MailUnavailable if the server certainly did not accept it, MailUnknown if it may have, MailRefused if it
   *   refused it permanently
   */
  send(mail: Mail): Promise<void>
  /**
   * Greets the server, with TLS and login as for a message, and sends none.
   * @throws MailUnavailable
   */
  check(): Promise<void>
  close(): void
}

export type Mail = {
  /** The address of the recipient; exactly one. */
  to: string
  /** Display names beside the addresses; line breaks and other control characters are removed. */
  toName: string
  fromName: string
  subject: string
  text: string
  html: string
  /** The Message-ID without angle brackets; equal for each attempt to send the same message. */
  messageId: string
  date: Date
  /** The URL for one-click unsubscription (RFC 8058); null for mandatory messages. */
  unsubscribeUrl: string | null
}

/** The mail server did not accept the message: it was unreachable, or deferred it. The call may be repeated. */
export class MailUnavailable extends Error {
  readonly code: string

  constructor(code: string) {
    super(`mail server: ${code}`)
    this.name = 'MailUnavailable'
    this.code = code
  }
}

/** The connection broke after the message was handed over, so the mail server may have accepted it. */
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
