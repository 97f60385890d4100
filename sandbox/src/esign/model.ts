/** State of a document set at the provider. Only `pending` can change. */
export type DocumentStatus = 'pending' | 'signed' | 'rejected' | 'cancelled'

export type EventName = 'signed' | 'rejected' | 'reviewed'

/** One PDF of a set. `page` is where its stamp goes; of the first file the session decides. */
export type FileRecord = {
  name: string
  page: number
  pageCount: number
  sha256: string
  size: number
  signed: { sha256: string; size: number } | null
}

/** A signing session; the token itself is never kept, only its SHA-256. */
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

/** A callback that waits to be delivered, or was. */
export type EventRecord = {
  eventId: string
  event: EventName
  occurredAt: string
  /** Sent with a wrong signature, once, whatever the answer. */
  forged: boolean
  /** How many times it is sent at once. */
  copies: number
  /** Position in the list of the event that must be delivered first. */
  after: number | null
  attempts: number
  /** Not before this moment. */
  dueAt: string
  deliveredAt: string | null
}

/** A set of documents that is signed in one action; kept as one file. Times are ISO 8601. */
export type DocumentRecord = {
  docToken: string
  reference: string
  /** SHA-256 over what is signed by whom; tells a repeated upload from another one. */
  contentHash: string
  callbackUrl: string
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
