import type { PartnerEndpoints } from '@pematang/contract/partner-endpoints'
import { randomBytes } from 'node:crypto'

/** What a call of a lender's system needs, and what it must refuse. */
export type PartnerEntry = {
  /** A query with which the call succeeds. */
  good: Record<string, string>
  /** Queries that name what is another lender's, or nothing, with the refusal that all of them get. */
  foreign: Record<string, { query: Record<string, string>; code: string }>
}

/** Cursors and names of another lender's, as their own calls gave them. */
export type Theirs = { cursors: Partial<Record<keyof PartnerEndpoints, string>>; document: string }

const cursors = (code: string, theirs: string | undefined): PartnerEntry['foreign'] => ({
  'a made-up cursor': { query: { cursor: randomBytes(20).toString('base64url') }, code },
  'a cursor that cannot be decoded': { query: { cursor: '\u0000' }, code: 'INPUT_INVALID' },
  ...(theirs === undefined ? {} : { 'another lender’s cursor': { query: { cursor: theirs }, code } }),
})

/** Every call with a key; one without an entry does not compile. */
export const partnerMatrix: Record<keyof PartnerEndpoints, (theirs: Theirs) => PartnerEntry> = {
  getCash: () => ({ good: {}, foreign: {} }),
  listEvents: ({ cursors: of }) => ({ good: {}, foreign: cursors('CURSOR_UNKNOWN', of.listEvents) }),
  getPositions: () => ({
    good: { on: '2026-01-31' },
    foreign: { 'a day to come': { query: { on: '2999-01-01' }, code: 'DATE_IN_FUTURE' } },
  }),
  listSchedule: ({ cursors: of }) => ({ good: {}, foreign: cursors('CURSOR_UNKNOWN', of.listSchedule) }),
  listPartnerTransactions: ({ cursors: of }) => ({
    good: { limit: '1000' },
    foreign: cursors('CURSOR_UNKNOWN', of.listPartnerTransactions),
  }),
  listPartnerStatements: () => ({ good: { year: '2026' }, foreign: {} }),
  listOffers: ({ cursors: of }) => ({ good: {}, foreign: cursors('CURSOR_MISMATCH', of.listOffers) }),
  listPartnerDocuments: ({ cursors: of }) => ({
    good: {},
    foreign: cursors('CURSOR_UNKNOWN', of.listPartnerDocuments),
  }),
  downloadPartnerDocument: ({ document }) => ({
    good: {},
    foreign: {
      'another lender’s document': { query: { name: document }, code: 'NOT_FOUND' },
      'one that never was': { query: { name: `${'A'.repeat(22)}.pdf` }, code: 'NOT_FOUND' },
      'a path': { query: { name: '../../etc/passwd.pdf' }, code: 'INPUT_INVALID' },
    },
  }),
}
