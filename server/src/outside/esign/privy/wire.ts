import { z } from 'zod'
import { isStorable } from '../../../platform/text/storable-text.ts'

// The format of Privy's merchant API. Its documentation is only partly public, so this was taken from public clients:
// privy-sdk on npm, landx-id/privy-python-sdk and subangkit/privyid on GitHub. What none of them shows is marked as
// assumed.

export const paths = {
  upload: '/v3/merchant/document/upload',
  status: (docToken: string) => `/v3/merchant/document/status/${encodeURIComponent(docToken)}`,
  /** The path of the signing page, below its origin. */
  page: (docToken: string) => `/doc/${encodeURIComponent(docToken)}`,
}

/** The origin of the signing page by API origin; for any other API it is a setting. */
const pageOrigins: Readonly<Record<string, string>> = {
  'https://core.privy.id': 'https://sign.privy.id',
  'https://api-sandbox.privy.id': 'https://sign-sandbox.privy.id',
}

export const pageOriginOf = (baseUrl: string): string | null =>
  pageOrigins[URL.parse(baseUrl)?.origin ?? ''] ?? null

const code = z.union([z.int(), z.string().regex(/^\d{3}$/)])

export const uploaded = z.object({ code, data: z.object({ docToken: z.string().min(1).max(200) }) })

/** Parses a time with an offset; Privy also writes `2021-04-16 14:32:52 +0700`. */
export const instant = z.string().transform((text, issue) => {
  const at = new Date(text.replace(/^(\S+) (\S+) ([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'))
  if (!Number.isNaN(at.getTime())) return at
  issue.addIssue({ code: 'custom', message: 'is no time' })
  return z.NEVER
})

export const status = z.object({
  code,
  data: z.object({
    docToken: z.string(),
    documentStatus: z.string(),
    recipients: z
      .array(z.object({ signatoryStatus: z.string().nullish(), signedAt: instant.nullish() }))
      .default([]),
    download: z.object({ url: z.string().nullish() }).nullish(),
  }),
})

/**
 * Privy's names of states. "In Progress" and "Completed" are documented, the others assumed; an unlisted state is an
 * error.
 */
const states: Readonly<Record<string, 'pending' | 'signed' | 'rejected' | 'cancelled'>> = {
  'in progress': 'pending',
  waiting: 'pending',
  completed: 'signed',
  rejected: 'rejected',
  declined: 'rejected',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  revoked: 'cancelled',
  expired: 'cancelled',
}

/** The status that corresponds to Privy's state, in upper or lower case; null for an unknown one. */
export const stateOf = (text: string): (typeof states)[string] | null =>
  states[text.trim().toLowerCase()] ?? null

/** Assumed: a refusal has a message and the errors of each field. */
export const refusal = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ field: z.string(), messages: z.array(z.string()).default([]) }))
    .catch([])
    .default([]),
})

/** A callback. It cannot be authenticated, so it only triggers a query of the status. */
export const notice = z.object({
  data: z.object({ docToken: z.string().min(1).max(200).refine(isStorable) }),
})
