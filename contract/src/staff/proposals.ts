import * as z from 'zod/mini'
import { instant } from '../fields.ts'
import { preview } from './actions.ts'
import { endpoint } from '../endpoint.ts'
import { changeLine, cursorField, objectRef, proposalStates, rowsField } from './fields.ts'
import { fileRun } from './files.ts'

export const proposalRow = z.object({
  number: z.int(),
  operation: z.string(),
  title: z.string(),
  /** Whole rupiah; null where it names no sum. */
  amount: z.nullable(z.int()),
  maker: z.string(),
  isOwn: z.boolean(),
  /** False while the maker of a proposal of the command line has not confirmed that it is theirs; nobody agrees before. */
  isConfirmed: z.boolean(),
  agreed: z.boolean(),
  at: instant,
  until: instant,
  state: z.enum(proposalStates),
  endedAt: z.nullable(instant),
  agreements: z.int(),
})
export type ProposalRow = z.infer<typeof proposalRow>

export const listProposals = endpoint({
  auth: 'staff',
  operationId: 'listProposals',
  method: 'GET',
  path: '/approvals',
  right: 'LOOK',
  summary:
    'Proposals, newest first: those that wait for this person (first what was typed in their name), their own, or all.',
  query: z.strictObject({
    for: z._default(z.enum(['me', 'mine', 'all']), 'me'),
    limit: rowsField,
    after: cursorField,
  }),
  answer: z.object({ rows: z.array(proposalRow), next: z.nullable(z.string()) }),
  errors: [],
})

const vote = z.object({
  name: z.string(),
  verdict: z.enum(['AGREED', 'REFUSED']),
  at: instant,
  needed: z.int(),
  reason: z.nullable(z.string()),
})

export const getProposal = endpoint({
  auth: 'staff',
  operationId: 'getProposal',
  method: 'GET',
  path: '/approvals/page',
  right: 'LOOK',
  summary:
    'A proposal: what it would do with the figures of now, what changed since, who agreed and until when.',
  query: z.strictObject({ number: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
  answer: z.object({
    ...proposalRow.shape,
    does: z.nullable(z.string()),
    /** What was filled in, in words. */
    input: z.array(z.object({ label: z.string(), value: z.string() })),
    /** The SHA-256 of the input, which a decision names. */
    hash: z.string(),
    /** The seat of the command line where it was made; null for the console. */
    seat: z.nullable(z.string()),
    about: z.nullable(objectRef),
    votes: z.array(vote),
    /** How many must agree by the rule and the sums of now. */
    needed: z.int(),
    /** The dry run of now; null once it has ended, or where it is refused. */
    preview: z.nullable(preview),
    /** The refusal of the dry run of now; null where it would run. */
    refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
    /** What the dry run says otherwise than when it was proposed; null where that was not kept. */
    changed: z.nullable(z.array(changeLine)),
    /** The import of the file that was proposed; null until it was decided, and for what is no uploaded file. */
    run: z.nullable(fileRun),
    mayConfirm: z.boolean(),
    mayDecide: z.boolean(),
    mayWithdraw: z.boolean(),
  }),
  errors: ['PROPOSAL_NOT_FOUND'],
})

const numberField = z.int().check(z.gt(0))

export const withdrawProposal = endpoint({
  auth: 'staff',
  operationId: 'withdrawProposal',
  method: 'POST',
  path: '/approvals/withdraw',
  right: 'WORK',
  summary: 'Withdraws a proposal of this person.',
  body: z.strictObject({ number: numberField }),
  answer: z.object({ number: z.int() }),
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_ENDED', 'PROPOSAL_EXPIRED', 'STAFF_RIGHT_MISSING'],
})

export const confirmProposal = endpoint({
  auth: 'staff',
  operationId: 'confirmProposal',
  method: 'POST',
  path: '/approvals/confirm',
  right: 'WORK',
  summary: 'Confirms that a proposal which was typed on the command line is by this person.',
  body: z.strictObject({ number: numberField }),
  answer: z.object({ number: z.int() }),
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_ENDED', 'PROPOSAL_EXPIRED', 'STAFF_RIGHT_MISSING'],
})
