import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, instant, passwordField } from '../../fields.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

/**
 * `REFUSED`: too few of those who voted agreed. `VOID`: the balance of the loan changed meanwhile. `LAPSED`: passed, and
 * not used. `USED`: the new terms are in force.
 */
const voteState = z.enum(['OPEN', 'PASSED', 'REFUSED', 'NO_QUORUM', 'WITHDRAWN', 'VOID', 'LAPSED', 'USED'])
export type VoteState = z.infer<typeof voteState>

/** A part of the principal as a fraction. */
const part = z.object({ part: z.int(), of: z.int() })

/** One installment of this lender, in whole rupiah, before tax. */
const installment = z.object({ dueDate: businessDay, principal: z.int(), interest: z.int() })

/** The terms, and what they pay this lender from the record day on. */
const side = z.object({
  /** The yearly rate, a fraction of one. */
  interest: z.number(),
  interestType: z.enum(['ANNUITY', 'FLAT', 'BULLET']),
  tenor: z.int(),
  tenorPeriod: z.enum(['DAY', 'WEEK', 'MONTH']),
  installments: z.array(installment),
  /**
   * The yearly return on this lender's unpaid principal from the record day, before tax, if all is paid as it falls due and
   * what is overdue on the record day: a fraction, or null where all is due on one day.
   */
  annualReturn: z.nullable(z.number()),
})
export type VoteSide = z.infer<typeof side>

const vote = z.object({
  id: z.string(),
  loanNumber: z.string(),
  borrowerName: z.string(),
  /** Why new terms are proposed. */
  reason: z.string(),
  askedBy: z.enum(['OPERATOR', 'BORROWER', 'LENDERS']),
  state: voteState,
  /** Why, if it was withdrawn or is void. */
  because: z.nullable(z.string()),
  /** 2 after a first call below its quorum; what was voted then still counts. */
  call: z.int(),
  recordDay: businessDay,
  openedAt: instant,
  endsAt: instant,
  endedAt: z.nullable(instant),
  /** More than this part must vote; at the second call at least this part. */
  quorum: part,
  /** At least this part of what voted must agree. */
  majority: part,
  /** Unpaid principal of all lenders on the record day, and what of it has voted; whole rupiah. */
  principal: z.int(),
  voted: z.int(),
  /** The principal that agreed; null until the end. */
  agreed: z.nullable(z.int()),
  lenders: z.int(),
  lendersVoted: z.int(),
  /** This lender's unpaid principal on the record day, by which the vote counts; whole rupiah. */
  weight: z.int(),
  /** The number of this lender in the record. */
  place: z.int(),
  /** This lender's choice; null as long as there is none. */
  agrees: z.nullable(z.boolean()),
  /** The day on which the new terms begin. */
  agreedOn: businessDay,
  before: side,
  after: side,
  /** This lender's overdue interest that the new terms give up; whole rupiah. */
  interestWaived: z.int(),
  /** The penalty that the loan's borrower owes all lenders and that is given up; whole rupiah. */
  penaltyWaived: z.int(),
  /** Addresses for `downloadDocument`; the record is made at the end. */
  addendum: z.string(),
  record: z.nullable(z.string()),
})
export type Vote = z.infer<typeof vote>

const idField = z.string().check(z.maxLength(100))

export const getVote = endpoint({
  operationId: 'getVote',
  method: 'GET',
  path: '/votes/one',
  auth: 'lender',
  summary: 'A vote in which this lender has a right, with the terms before and after for their own part.',
  query: z.strictObject({ id: idField }),
  answer: vote,
  errors: ['NOT_FOUND'],
})

/** In a company under its rule of fundings: changing terms gives up or defers what was funded. Its sum is the weight. */
export const castVote = endpoint({
  operationId: 'castVote',
  method: 'POST',
  path: '/votes/cast',
  auth: 'lender',
  summary: 'Agree to new terms or not, with the password. The newest choice counts, until the end.',
  body: z.strictObject({ id: idField, agrees: z.boolean(), password: passwordField }),
  answer: vote,
  errors: [
    'NOT_FOUND',
    'VOTE_ENDED',
    'VOTE_PASSWORD_WRONG',
    'LENDER_SUSPENDED',
    'LENDER_CLOSED',
    ...proposalErrors,
  ],
})

/** A vote in a list, with its documents as addresses for `downloadDocument`. */
const listedVote = z.object({
  id: z.string(),
  loanNumber: z.string(),
  state: voteState,
  endsAt: instant,
  endedAt: z.nullable(instant),
  agrees: z.nullable(z.boolean()),
  addendum: z.string(),
  record: z.nullable(z.string()),
})
export type ListedVote = z.infer<typeof listedVote>

export const listVotes = endpoint({
  operationId: 'listVotes',
  method: 'GET',
  path: '/votes',
  auth: 'lender',
  summary:
    'The votes in which this lender has a right, the newest first, at most 100; of one loan or of all.',
  query: z.strictObject({ loanNumber: z.optional(z.string().check(z.maxLength(40))) }),
  answer: z.object({ list: z.array(listedVote) }),
  errors: [],
})
