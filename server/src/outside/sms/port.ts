/** What the app asks of an SMS gateway, whoever it is. */
export type SmsSender = {
  /**
   * Hands over one message. Repeating it with the same reference asks for the same message, so that a gateway that
   * knows references sends it once.
   * @throws SmsUnavailable where nothing is known, SmsRefused where the gateway said no.
   */
  send(message: SmsMessage): Promise<void>
}

export type SmsMessage = {
  /** International number without a plus, e.g. 6281234567890. */
  to: string
  /** What the person reads; it may hold a code, so it belongs in no log. */
  text: string
  /** Our own name of the message, at most 64 of A-Z a-z 0-9 - _; unique per message. */
  reference: string
}

/** The gateway did not answer, or not in time, or not sensibly. Nothing is known; the call may be repeated. */
export class SmsUnavailable extends Error {
  readonly retryable = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SmsUnavailable'
  }
}

/** The gateway understood and said no. Repeating the same call does not help. */
export class SmsRefused extends Error {
  readonly retryable = false
  /** The gateway's own code, where it gave one. Never the text of the message. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SmsRefused'
    this.code = code
  }
}
