import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, instant, rupiahField, yearField, yearFilter } from '../../fields.ts'

/**
 * The documents of one funding. The addresses are those of `downloadDocument`; null where there is none. `isFinal` is
 * false while the agreement waits for its signature.
 */
export const fundingDocuments = z.object({
  fundingId: z.string(),
  loanNumber: z.string(),
  borrowerName: z.string(),
  amount: rupiahField,
  fundedAt: instant,
  pp: z.nullable(z.string()),
  ppfp: z.nullable(z.string()),
  factsheet: z.nullable(z.string()),
  /** The addenda by which it went from or to this lender, the oldest first. */
  transfers: z.array(z.object({ url: z.string(), valueDate: businessDay, isTakenBack: z.boolean() })),
  /** True for a loan that was funded in another system: its agreement is in the operator's archive, not here. */
  isTakenOver: z.boolean(),
})
export type FundingDocuments = z.infer<typeof fundingDocuments>

export const listFundingDocuments = endpoint({
  operationId: 'listFundingDocuments',
  method: 'GET',
  path: '/documents/fundings',
  auth: 'lender',
  summary:
    'The agreements and factsheets of this lender’s fundings, the newest first, at most 20 at a time: all, of a year, or those whose loan number or borrower contains a text. `years` are those from the day of the account, `since`, to now, the newest first.',
  query: z.strictObject({
    year: yearFilter,
    search: z.optional(z.string().check(z.maxLength(100))),
    /** The `next` value of the previous page; omitted for the first page. */
    after: z.optional(z.string().check(z.regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/))),
  }),
  answer: z.object({
    list: z.array(fundingDocuments),
    next: z.nullable(z.string()),
    years: z.array(z.int()),
    /** The day on which the account was opened, or the day of an older agreement taken over from another system. */
    since: businessDay,
  }),
  errors: [],
})

/**
 * The state: WAITING for the worker, RUNNING, READY until it expires, or FAILED. The archive so far contains `done` of
 * `total` documents.
 */
const archive = z.object({
  id: z.string(),
  year: z.int(),
  state: z.enum(['WAITING', 'RUNNING', 'READY', 'FAILED']),
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  createdAt: instant,
  expiresAt: z.nullable(instant),
})
export type DocumentArchive = z.infer<typeof archive>

export const requestDocumentArchive = endpoint({
  operationId: 'requestDocumentArchive',
  method: 'POST',
  path: '/documents/archives',
  auth: 'lender',
  costs: 'AGREEMENT',
  summary:
    'Have the agreements, addenda, factsheets, documents of votes, statements of account and confirmations of balances of a year put into one ZIP in the background; documents on tax are not in it. While one of this lender is under way, that one is answered; another of the same year takes the place of the one before.',
  body: z.strictObject({ year: yearField }),
  answer: archive,
  errors: ['ARCHIVE_YEAR', 'ARCHIVE_UNDER_WAY'],
})

export const listDocumentArchives = endpoint({
  operationId: 'listDocumentArchives',
  method: 'GET',
  path: '/documents/archives',
  auth: 'lender',
  summary: 'The archives of this lender that are under way, ready or failed, the newest first.',
  answer: z.object({ list: z.array(archive) }),
  errors: [],
})

export const openDocumentArchive = endpoint({
  operationId: 'openDocumentArchive',
  method: 'POST',
  path: '/documents/archives/ticket',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'A ticket, in a cookie, with which the browser itself fetches a ready archive once, within two minutes and while this session lasts, so that gigabytes go to the disk and not through the page.',
  body: z.strictObject({ id: z.uuid() }),
  answer: z.object({ message: z.literal('success') }),
  errors: ['NOT_FOUND'],
})

export const downloadDocumentArchive = endpoint({
  operationId: 'downloadDocumentArchive',
  method: 'GET',
  path: '/documents/archives/file',
  auth: 'guest',
  summary: 'The ZIP that the ticket in the cookie stands for, streamed; the ticket is then used up.',
  answer: { binary: ['application/zip'] },
  isLarge: true,
  errors: ['NOT_FOUND'],
})
