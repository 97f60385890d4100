/** What the app asks of a provider that signs on its own servers, by hash: it has no page, and never sees the documents. */
export type XignatureProvider = {
  /**
   * Signs digests for one signer. Asked again with the same reference it signs again: nothing is kept there that two
   * signatures could spoil.
   * @throws EsignUnavailable where it is away, EsignRefused where it says no
   */
  sign(input: XignatureRequest): Promise<XignatureAnswer>
}

export type XignatureRequest = {
  /** Our own name of what is signed. */
  reference: string
  /** By whom: the token under which the provider knows the signer, and the name for the certificate. */
  signer: { token: string; name: string }
  /** SHA-256 of each document as it is covered by its signature, hexadecimal. */
  digests: { name: string; sha256: string }[]
}

export type XignatureAnswer = {
  signedAt: Date
  /** Detached CMS signatures (RFC 5652), DER, in the order of the digests. */
  signatures: Buffer[]
}
