export type EsignProvider = {
  /**
   * Whether a repeated upload of a set returns the first token. Otherwise each upload creates new documents, so uploads
   * must not run concurrently, nor be repeated to find out an unknown outcome.
   */
  readonly repeatable: boolean
  /** Whether pending documents can be cancelled. Otherwise they can be signed for as long as they exist. */
  readonly cancels: boolean
  /**
   * Uploads a set of PDFs to be signed together. With a repeatable provider the same reference and content return the
   * same docToken, so a lost answer is recovered by the same call.
   */
  upload(input: EsignUpload): Promise<{ docToken: string }>
  /** Opens the signing page for the signer of the document. Refused with OTHER_SIGNER for anyone else. */
  openSession(input: EsignSessionRequest): Promise<EsignSession>
  /** The current status of the documents; it is queried when a callback does not arrive. */
  status(docToken: string): Promise<EsignDocument>
  /** Cancels a pending document and returns its status afterwards: `signed` if it was too late. */
  cancel(docToken: string): Promise<EsignStatus>
  /** The bytes of one signed file. Refused with NOT_SIGNED until it is signed. */
  fetchSigned(docToken: string, name: string): Promise<Uint8Array>
}

export type EsignStatus = 'pending' | 'signed' | 'rejected' | 'cancelled'

export type EsignUpload = {
  /** Our unique reference of the set of documents. */
  reference: string
  callbackUrl: string
  signer: { id: string; name: string }
  /**
   * The documents, the main one first. `page` is 1-based and the page of the stamp. File names: A-Z a-z 0-9 . _ -
   * space.
   */
  documents: { name: string; content: Uint8Array; page: number }[]
  /** Tokens of files that were uploaded before, by name; these files are not sent again. */
  uploaded?: Readonly<Record<string, string>>
  /** Stores each new token; called before the next file is sent. */
  keep?: (file: { name: string; token: string }) => Promise<unknown>
}

export type EsignSessionRequest = {
  docToken: string
  signerId: string
  /** Page of the main document, 1-based. */
  page: number
  /** Pages of the other documents, in order; for providers that need them when the signing page is opened. */
  furtherPages?: readonly number[]
  x: number
  y: number
  fixed: boolean
}

export type EsignSession = {
  token: string
  url: string
  /** When the session ends; null if the provider does not state it. */
  expiresAt: Date | null
  /** Page number of the signature in the document that is shown. */
  page: number
  /** Number of documents in the set that are signed after this one, each on its own page. */
  further: number
}

export type EsignDocument = {
  status: EsignStatus
  signedAt: Date | null
  /** Hash and size (bytes) of each file in its current state, if the provider states them. */
  files?: { name: string; sha256: string; size: number }[]
}

/** The provider gave no usable answer in time. The outcome is unknown; the call may be repeated. */
export class EsignUnavailable extends Error {
  readonly retryable = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EsignUnavailable'
  }
}

/** The error for a signed file that is not read because it is too long (`readAtMost`). */
export const fileTooLong = (what: string): EsignUnavailable =>
  new EsignUnavailable(`e-signature provider: a file of ${what}`)

/** The provider refused the call. Repeating it does not help. */
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

/** Whether the provider rejects our key, which is treated as an outage. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof EsignRefused && (error.status === 401 || error.status === 403)
