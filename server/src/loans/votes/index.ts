/** Votes of the lenders of a loan on new terms. */
export { type CalledVote, type CallVote, callVote } from './call-vote.ts'
export { readOpen, recordHeirsVote, storeVote } from './cast-vote.ts'
export { withdrawVote } from './end-vote.ts'
export { type Part, ruleInForce, setVoteRule, type VoteRule } from './rule.ts'
export { findVote, votesOf } from './store.ts'
export { readVote } from './read-vote.ts'
export { moveVotesOn } from './tick.ts'
