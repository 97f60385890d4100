export type SmsSender = {
  /**
   * Sends a message. A gateway that supports references sends a message with a repeated reference only once.
   * @throws SmsUnavailable if the outcome is unknown, SmsRefused if the gateway refused the message.
   */
  send(message: SmsMessage): Promise<void>
  /**
   * Asks the gateway for its OPTIONS, which sends no message and so does not show whether the key is taken.
   * @throws SmsUnavailable
   */
  check(): Promise<void>
}

export type SmsMessage = {
  /** International number without a plus, e.g. 6281234567890. */
  to: string
  /** The text; it may contain a code and must not be logged. */
  text: string
  /** Our unique reference, at most 64 of A-Z a-z 0-9 - _. */
  reference: string
}

/** The gateway gave no usable answer in time. The outcome is unknown; the call may be repeated. */
export class SmsUnavailable extends Error {
  readonly retryable = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SmsUnavailable'
  }
}

/** The gateway refused the message. Repeating the call does not help. */
export class SmsRefused extends Error {
  readonly retryable = false
  /** Why the message was refused, e.g. `NOT_TAKEN` or `HTTP_400`; never a part of the SMS itself. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SmsRefused'
    this.code = code
  }
}
