import {
  addDays,
  addMonths,
  type BusinessDate,
  businessDateOf,
} from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import {
  type CalledVote,
  type CallVote,
  callVote,
  moveVotesOn,
  setVoteRule,
  storeVote,
  type VoteRule,
} from '../src/loans/testing.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { noPassword } from '../src/platform/password-hasher.ts'
import { aDisbursedLoan } from './servicing.ts'

const operator = { kind: 'operator', name: 'test' } as const

/** The rule of a new installation, but asking for a vote. */
export const asksForVotes: VoteRule = {
  required: true,
  quorum: { part: 1, of: 2 },
  secondQuorum: { part: 1, of: 3 },
  majority: { part: 2, of: 3 },
  days: 14,
  secondDays: 7,
}

export const aVoteRule = (context: Context, rule: Partial<VoteRule> = {}): Promise<{ version: number }> =>
  perform(context, setVoteRule, { actor: operator, input: { ...asksForVotes, ...rule } })

/** Ten of twelve installments of a loan that was paid out on this day are due. */
const paidOut = addDays(`${addMonths(businessDateOf(new Date()), -9).slice(0, 7)}-01`, -1)

/** The day when so many months of the loan have passed, and so many days. */
export const dayOfLoan = (months: number, days = 0): BusinessDate => addDays(addMonths(paidOut, months), days)

/** A loan over twelve months at 12% flat that was paid out at the end of a month, with lenders of these amounts. */
export async function aVotableLoan(context: Context, amounts: readonly number[]) {
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
  const loan = await aDisbursedLoan(context, amounts, { ...terms, disbursedOn: paidOut })
  return { ...loan, lenders: loan.fundings.map(({ lenderId }) => lenderId) }
}

/** New terms that begin on the day after a vote of fourteen days. */
export const newTerms = (changes: Partial<CallVote> = {}): Omit<CallVote, 'loanNumber'> => ({
  agreedOn: addDays(businessDateOf(new Date()), 15),
  interest: '0.06',
  interestType: 'FLAT',
  tenor: 24,
  tenorPeriod: 'MONTH',
  keepInterest: true,
  reason: 'Omzet Penerima Dana turun sejak pasar lama ditutup.',
  askedBy: 'OPERATOR',
  consent: {
    reference: 'CONSENT-1',
    provider: 'privy',
    at: `${dayOfLoan(0, 1)}T09:00:00+07:00`,
    sha256: 'cd'.repeat(32),
  },
  ...changes,
})

export const aVote = (
  context: Context,
  loanNumber: string,
  changes: Partial<CallVote> = {},
): Promise<CalledVote> =>
  perform(context, callVote, { actor: operator, input: { loanNumber, ...newTerms(changes) } })

/** Votes as a lender whose password was just checked. */
export const voteAs = (context: Context, lenderId: number, voteId: string, agrees: boolean) =>
  perform(
    { ...context, checked: { lenderId, session: Buffer.alloc(32), passwordHash: noPassword } },
    storeVote,
    { actor: { kind: 'lender', lenderId }, input: { id: voteId, agrees } },
  )

/** Runs the worker's task until nothing is due. */
export const moveOn = (context: Context): Promise<void> => moveVotesOn(context)
