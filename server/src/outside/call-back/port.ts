/** Calls the systems of lenders at addresses that they chose, which nobody here trusts. */
export type CallBackSender = {
  /**
   * Sends one POST. What goes wrong is a result: it is noted for the lender, and tried again.
   * @param url from `checkAddress`
   */
  send(url: string, message: CallBackMessage): Promise<CallBackResult>
  /** Closes the connections that are kept for the next message. */
  close(): void
}

export type CallBackMessage = { headers: Readonly<Record<string, string>>; body: string }

/**
 * Why no usable answer came: the address leads to a network that is not called, its name is not known, its certificate is
 * not right, it answered too late, more than 64 kB or no HTTP, redirected, or the connection failed.
 */
export const callBackFaults = [
  'ADDRESS_REFUSED',
  'NAME_UNKNOWN',
  'CERTIFICATE',
  'TIMEOUT',
  'ANSWER_TOO_LONG',
  'ANSWER_INVALID',
  'REDIRECT',
  'CONNECTION',
] as const
export type CallBackFault = (typeof callBackFaults)[number]

/** `status` is that of the answer, where one began. */
export type CallBackResult = { status: number | null; fault: CallBackFault | null }
