import * as z from 'zod/mini'
import { withdraw } from '../cash/withdrawal/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { submitBulkFunding } from '../funding/bulk/endpoints.ts'
import { fundSelection } from '../funding/selection/endpoints.ts'
import { companyProposalStates } from '../lenders/company/endpoints.ts'
import { cursorField, pageOf } from './endpoints.ts'

/** The calls of the dashboard that a key proposes. Their bodies are the dashboard's own, without a password. */
const keyCalls = ['withdraw', 'fundSelection', 'submitBulkFunding'] as const

const made = { number: z.int(), until: instant }

export const proposeByKey = endpoint({
  operationId: 'proposeByKey',
  method: 'POST',
  path: '/proposals',
  auth: 'key',
  right: 'PROPOSE',
  summary:
    'Propose a withdrawal, a selection of fundings or a bulk funding. It holds no money and waits until `until` for people of the company, at least one, and never who made the key, also where no rule asks for a decision. What no decision could run is refused: Rp0, a withdrawal above the cash, a funding above what the loan has left. The same that still waits is not proposed again: its number is answered.',
  body: z.discriminatedUnion('call', [
    z.strictObject({ call: z.literal('withdraw'), body: z.omit(withdraw.body, { password: true }) }),
    z.strictObject({ call: z.literal('fundSelection'), body: fundSelection.body }),
    z.strictObject({ call: z.literal('submitBulkFunding'), body: submitBulkFunding.body }),
  ]),
  answer: z.object(made),
  errors: [
    'KEY_MAKER_GONE',
    'PROPOSALS_TOO_MANY',
    'WITHDRAWAL_ABOVE_BALANCE',
    'WITHDRAWAL_BELOW_MINIMUM',
    'LOAN_NOT_FOUND',
    'LOAN_CLOSED',
    'FUNDING_ABOVE_OUTSTANDING',
    'BULK_NOT_FOUND',
    'BULK_CHANGED',
  ],
  movesMoney: true,
})

const proposal = z.object({
  ...made,
  call: z.enum(keyCalls),
  /** Whole rupiah; null where it names no sum. */
  amount: z.nullable(z.int()),
  /** DONE says that the call was run; what came of it is in the transactions and events. */
  state: z.enum(companyProposalStates),
  at: instant,
  endedAt: z.nullable(instant),
  /** How many have agreed. */
  agreed: z.int(),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** The key that made it, of this account. */
  keyId: z.string(),
})
export type PartnerProposal = z.infer<typeof proposal>

export const listPartnerProposals = endpoint({
  operationId: 'listPartnerProposals',
  method: 'GET',
  path: '/proposals',
  auth: 'key',
  right: 'READ',
  summary:
    'What the keys of this account proposed, the oldest first, with its state now: from the beginning, or after the `next` of an earlier answer.',
  query: z.strictObject({ cursor: cursorField, limit: pageOf(1000) }),
  answer: z.object({
    list: z.array(proposal),
    /** Null only while nothing was proposed. */
    next: z.nullable(z.string()),
    hasMore: z.boolean(),
  }),
  errors: ['CURSOR_UNKNOWN', 'CURSOR_OUTDATED'],
})

export const getPartnerProposal = endpoint({
  operationId: 'getPartnerProposal',
  method: 'GET',
  path: '/proposals/one',
  auth: 'key',
  right: 'READ',
  summary: 'One of them by its number.',
  query: z.strictObject({ number: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
  answer: proposal,
  errors: ['PROPOSAL_NOT_FOUND'],
})
