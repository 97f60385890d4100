/** State of a document set at the provider. Only `pending` can change. */
export type DocumentStatus = 'pending' | 'signed' | 'rejected' | 'cancelled'

export type EventName = 'signed' | 'rejected' | 'reviewed'

/** One PDF of a set. `page` is the page of its stamp; for the first file the session overrides it. */
export type FileRecord = {
  name: string
  page: number
  pageCount: number
  sha256: string
  size: number
  signed: { sha256: string; size: number } | null
}

/** A signing session; only the SHA-256 of its token is stored. */
export type SessionRecord = {
  tokenHash: string
  signerId: string
  page: number
  x: number
  y: number
  fixed: boolean
  createdAt: string
  expiresAt: string
}

/** A pending or delivered callback. */
export type EventRecord = {
  eventId: string
  event: EventName
  occurredAt: string
  /** Whether it is sent only once and with a wrong signature, to simulate a forgery. */
  forged: boolean
  /** Number of copies to send at the same time. */
  copies: number
  /** Index of the event that must be delivered before this one; null if there is none. */
  after: number | null
  attempts: number
  /** The earliest time of the next delivery. */
  dueAt: string
  deliveredAt: string | null
}

/** A set of documents that is signed in one action; stored as one file. Times are ISO 8601. */
export type DocumentRecord = {
  docToken: string
  reference: string
  /**
   * SHA-256 over the documents and the signer; tells a repeated upload from a different one under the same reference.
   */
  contentHash: string
  callbackUrl: string
  /**
   * The additional fields of Privy's API, for a document uploaded through it; its callbacks then have Privy's format.
   */
  privy?: { title: string; ownerId: string; docType: string }
  signer: { id: string; name: string }
  status: DocumentStatus
  createdAt: string
  reviewedAt: string | null
  /** When it was signed, rejected or cancelled. */
  endedAt: string | null
  rejectReason: string | null
  files: FileRecord[]
  sessions: SessionRecord[]
  events: EventRecord[]
}
