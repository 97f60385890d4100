import type { PartnerEndpoints } from '@pematang/contract/partner-endpoints'
import { withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { randomBytes } from 'node:crypto'

/** What a call of a lender's system needs, and what it must refuse. */
export type PartnerEntry = {
  /** A query with which the call succeeds. */
  good: Record<string, string>
  /** The body with which it succeeds, of a call that has one. */
  body?: object
  /** Bodies that are refused as not of this call, by what is wrong with them. */
  wrongBodies?: Record<string, object>
  /** Queries that name what is another lender's, or nothing, with the refusal that all of them get. */
  foreign: Record<string, { query: Record<string, string>; code: string }>
}

/** Cursors and names of another lender's, as their own calls gave them. */
export type Theirs = {
  cursors: Partial<Record<keyof PartnerEndpoints, string>>
  document: string
  proposal: number
}

/** A withdrawal as a key proposes it. */
export const proposedWithdrawal = (body: object = {}) => ({
  call: 'withdraw',
  body: {
    accountName: 'PT Contoh',
    accountNumber: '1234567890',
    bankCode: '009',
    amount: 1_000_000,
    reason: withdrawalReasons[0],
    methodPayment: 1,
    ...body,
  },
})

const cursors = (code: string, theirs: string | undefined): PartnerEntry['foreign'] => ({
  'a made-up cursor': { query: { cursor: randomBytes(20).toString('base64url') }, code },
  'a cursor that cannot be decoded': { query: { cursor: '\u0000' }, code: 'INPUT_INVALID' },
  ...(theirs === undefined ? {} : { 'another lender’s cursor': { query: { cursor: theirs }, code } }),
})

/** Every call with a key; one without an entry does not compile. */
export const partnerMatrix: Record<keyof PartnerEndpoints, (theirs: Theirs) => PartnerEntry> = {
  getCash: () => ({ good: {}, foreign: {} }),
  listEvents: ({ cursors: of }) => ({ good: {}, foreign: cursors('CURSOR_UNKNOWN', of.listEvents) }),
  listAllEvents: () => ({ good: {}, foreign: cursors('CURSOR_UNKNOWN', undefined) }),
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
  proposeByKey: () => ({
    good: {},
    body: proposedWithdrawal(),
    foreign: {},
    wrongBodies: {
      'an unknown field': { ...proposedWithdrawal(), lenderId: 1 },
      'an unknown field of the call': proposedWithdrawal({ lenderId: 1 }),
      'a password': proposedWithdrawal({ password: 'Sawah-Terasering-7' }),
      'a negative amount': proposedWithdrawal({ amount: -1 }),
      'another call': { call: 'changeCompanyRules', body: { rules: [] } },
      'the body of another call': { call: 'fundSelection', body: proposedWithdrawal().body },
    },
  }),
  listPartnerProposals: ({ cursors: of }) => ({
    good: {},
    foreign: cursors('CURSOR_UNKNOWN', of.listPartnerProposals),
  }),
  getPartnerProposal: ({ proposal }) => ({
    good: { number: String(proposal) },
    foreign: {
      'one that never was': { query: { number: '999999999' }, code: 'PROPOSAL_NOT_FOUND' },
      'no number': { query: { number: '1e3' }, code: 'INPUT_INVALID' },
    },
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
