import type { Fixture } from '../../../../testing/fixture.ts'
import {
  aVotableLoan,
  aVote,
  aVoteRule,
  moveOn,
  newTerms,
  voteAs,
  dayOfLoan,
} from '../../../../testing/votes.ts'
import { restructureLoan } from '../../../loans/index.ts'
import { perform } from '../../../platform/commands/perform.ts'

const actor = { kind: 'operator', name: 'test' } as const

/** Votes that were used, refused, below their quorum for the first time, and that are open. The rule then asks for none. */
export async function votesOfEveryEnd(fixture: Fixture): Promise<void> {
  const { context } = fixture
  const lent = () => aVotableLoan(context, [600_000, 300_000, 100_000])
  const [used, refused, again, open] = [await lent(), await lent(), await lent(), await lent()]
  fixture.travel('-20 days')
  await aVoteRule(context)
  const { reason, askedBy, consent, ...terms } = newTerms({ agreedOn: dayOfLoan(4, 1) })
  const called = { ...terms, reason, askedBy, consent }
  const { voteId, sha256 } = await aVote(context, used.loanNumber, called)
  await voteAs(context, used.lenders[0] ?? 0, voteId, false)
  for (const lenderId of used.lenders) await voteAs(context, lenderId, voteId, true)
  const no = await aVote(context, refused.loanNumber, called)
  for (const lenderId of refused.lenders) await voteAs(context, lenderId, no.voteId, false)
  const few = await aVote(context, again.loanNumber, called)
  await voteAs(context, again.lenders.at(-1) ?? 0, few.voteId, true)
  fixture.travel('-5 days')
  await moveOn(context)
  fixture.travel(undefined)
  const agreement = { reference: 'ADD-VOTE', sha256 }
  const input = { ...terms, loanNumber: used.loanNumber, agreement }
  await perform(context, restructureLoan, { actor, input })
  await aVote(context, open.loanNumber)
  await aVoteRule(context, { required: false })
}

const used = `(select id from loan_vote where state = 'USED')`
const open = `(select id from loan_vote where state = 'OPEN' and call = 1)`

/** Corruptions of votes, each with the invariant that must detect it. */
export const voteCorruptions: [string, string, string][] = [
  [
    'I60',
    'a weight above the principal of the record day',
    `update vote_right set weight = weight + 1, principals[1] = principals[1] + 1 where vote_id = ${open} and place = 1`,
  ],
  [
    'I60',
    'a lender with principal who may not vote',
    `delete from vote_right where vote_id = ${open} and place = 1`,
  ],
  [
    'I60',
    'a vote on another principal than that of its lenders',
    `update loan_vote set principal = principal + 1 where id = ${open}`,
  ],
  [
    'I60',
    'two lenders with one place in the record',
    `update vote_right set place = 1 where vote_id = ${open}`,
  ],
  [
    'I60',
    'a right whose fundings are not its weight',
    `update vote_right set principals[1] = principals[1] + 1 where vote_id = ${open} and place = 1`,
  ],
  [
    'I60b',
    'silence that was counted as a yes',
    `update vote_right set agrees = true, ballots = 1 where vote_id = ${open} and place = 1`,
  ],
  [
    'I60b',
    'a choice that is not the newest ballot',
    `update vote_ballot set agrees = not agrees where vote_id = ${used} and no = 2`,
  ],
  [
    'I60b',
    'a ballot after the end',
    `update vote_ballot set at = at + interval '16 days' where vote_id = ${used} and no = 2`,
  ],
  [
    'I60b',
    'a ballot before the call',
    `update vote_ballot set at = at - interval '1 day' where vote_id = ${used} and no = 2`,
  ],
  [
    'I60c',
    'a vote that passed with fewer than its majority',
    `update vote_right set agrees = false where vote_id = ${used} and weight = 600000; update loan_vote set agreed = agreed - 600000 where id = ${used}`,
  ],
  [
    'I60c',
    'a count that its rights do not give',
    `update loan_vote set voted = voted - 1, agreed = agreed - 1 where id = ${used}`,
  ],
  [
    'I60c',
    'a refused vote that has the majority',
    `update vote_right set agrees = true where vote_id = (select id from loan_vote where state = 'REFUSED'); update loan_vote set agreed = voted where state = 'REFUSED'`,
  ],
  [
    'I60c',
    'a vote that ended before its time',
    `update loan_vote set ended_at = ends_at - interval '1 hour' where id = ${used}`,
  ],
  [
    'I60d',
    'new terms whose vote is not used',
    `update loan_vote set state = 'PASSED', used_version = null where id = ${used}`,
  ],
  [
    'I60d',
    'new terms by a vote for others',
    `update loan_vote set interest = interest + 0.01 where id = ${used}`,
  ],
  [
    'I60d',
    'new terms by a vote for another balance',
    `update loan_vote set penalty_waived = penalty_waived + 1 where id = ${used}`,
  ],
  [
    'I60d',
    'new terms with another addendum',
    `update vote_document set sha256 = sha256('x'::bytea) where vote_id = ${used} and kind = 'ADDENDUM'`,
  ],
  [
    'I60d',
    'a used vote whose terms were not recorded',
    `update loan_vote set used_version = 99 where id = ${used}`,
  ],
  [
    'I60e',
    'a vote that does not end',
    `update loan_vote set opened_at = opened_at - interval '30 days', ends_at = ends_at - interval '30 days' where id = ${open}`,
  ],
  ['I60e', 'a vote without its addendum', `delete from vote_document where vote_id = ${open}`],
  [
    'I60e',
    'an ended vote without its record',
    `delete from vote_document where vote_id = ${used} and kind = 'RECORD'`,
  ],
]
