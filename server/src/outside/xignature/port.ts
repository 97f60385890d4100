/**
 * The interface of a provider that signs by hash on its own servers, without a page and without seeing the documents.
 */
export type XignatureProvider = {
  /**
   * Signs digests for one signer. Repeating a reference signs again, which is harmless.
   * @throws EsignUnavailable if it does not answer, EsignRefused if it refuses
   */
  sign(input: XignatureRequest): Promise<XignatureAnswer>
}

export type XignatureRequest = {
  reference: string
  /** The signer: their token at the provider, and the name for the certificate. */
  signer: { token: string; name: string }
  /** SHA-256 of each document as it is covered by its signature, hexadecimal. */
  digests: { name: string; sha256: string }[]
}

export type XignatureAnswer = {
  signedAt: Date
  /** Detached CMS signatures (RFC 5652), DER, in the order of the digests. */
  signatures: Buffer[]
}
