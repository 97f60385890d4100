/** Votes of the lenders of a loan on new terms. */
export { type CalledVote, type CallVote, callVote } from './call-vote.ts'
export { outcomeOf } from './count.ts'
export { recordHeirsVote, storeVote } from './cast-vote.ts'
export { withdrawVote } from './end-vote.ts'
export { outcomeText } from './papers.ts'
export { type Part, ruleInForce, setVoteRule, type VoteRule } from './rule.ts'
export { findVote, readPaper, type RightRow, rightsOf, sumsOf, type VoteRow, votesOf } from './store.ts'
export { moveVotesOn } from './tick.ts'
