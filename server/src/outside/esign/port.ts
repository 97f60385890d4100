/** What the app asks of an e-signature provider, whoever it is. */
export type EsignProvider = {
  /**
   * Hands over a set of PDFs to be signed in one action. Repeating it with the same reference and content answers
   * the same docToken, so a lost answer is asked for again with the same call.
   */
  upload(input: EsignUpload): Promise<{ docToken: string }>
  /** Opens the signing page for the signer of the document. Refused with OTHER_SIGNER for anyone else. */
  openSession(input: EsignSessionRequest): Promise<EsignSession>
  /** What the provider knows now; the word that counts when a callback is missing. */
  status(docToken: string): Promise<EsignDocument>
  /** Cancels a pending document. Answers the status that holds afterwards: `signed` when it came too late. */
  cancel(docToken: string): Promise<EsignStatus>
  /** The bytes of one signed file. Refused with NOT_SIGNED before. */
  fetchSigned(docToken: string, name: string): Promise<Uint8Array>
}

export type EsignStatus = 'pending' | 'signed' | 'rejected' | 'cancelled'

export type EsignUpload = {
  /** Our own name of the set; unique per set. */
  reference: string
  callbackUrl: string
  signer: { id: string; name: string }
  /** The first is the main document. `page` is 1-based and where the stamp goes. File names: A-Z a-z 0-9 . _ - space. */
  documents: { name: string; content: Uint8Array; page: number }[]
}

export type EsignSessionRequest = {
  docToken: string
  signerId: string
  /** Page of the main document, 1-based. */
  page: number
  /** Lower-left corner of the stamp, in points from the lower-left corner of the page. */
  x: number
  y: number
  fixed: boolean
}

export type EsignSession = { token: string; url: string; expiresAt: Date }

export type EsignDocument = {
  docToken: string
  reference: string
  status: EsignStatus
  signedAt: Date | null
  /** Hash and size (bytes) of each file as it can be fetched now: the signed one once signed. */
  files: { name: string; sha256: string; size: number }[]
}

/** The provider did not answer, or not in time, or not sensibly. Nothing is known; the call may be repeated. */
export class EsignUnavailable extends Error {
  readonly retryable = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EsignUnavailable'
  }
}

/** The provider understood and said no. Repeating the same call does not help. */
export class EsignRefused extends Error {
  readonly retryable = false
  /** The provider's stable code, for example PAGE_OUT_OF_RANGE. */
  readonly code: string
  /** HTTP status of the refusal. */
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'EsignRefused'
    this.code = code
    this.status = status
  }
}
