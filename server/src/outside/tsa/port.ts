/** The interface of a time-stamping authority (RFC 3161): DER request and response. */
export type TimestampAuthority = {
  /**
   * Sends a request.
   * @throws TimestampUnavailable if there is no valid answer
   */
  ask(request: Buffer): Promise<Buffer>
}

/** No valid answer from the authority. */
export class TimestampUnavailable extends Error {}
