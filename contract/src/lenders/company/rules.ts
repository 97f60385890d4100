/** What a member may do: look and download, propose, decide (and propose), and manage people and rules. */
export const companyRoles = ['VIEWER', 'MAKER', 'APPROVER', 'ADMINISTRATOR'] as const
export type CompanyRole = (typeof companyRoles)[number]

/**
 * What a rule is about: fundings and votes on their terms, bulk fundings, strategies and the mandate of automatic funding,
 * withdrawals, people and rules.
 */
export const ruleSubjects = ['FUNDING', 'BULK', 'STRATEGY', 'WITHDRAWAL', 'PEOPLE'] as const
export type RuleSubject = (typeof ruleSubjects)[number]

/** The hours that a decision has unless its rule says otherwise, and the most that it can say. */
export const defaultRuleHours = 72
export const mostRuleHours = 720

/** The hours in which the link of an invitation works, once. */
export const invitationHours = 72

/** The most people of one company. */
export const mostMembers = 100

/**
 * When a decision is asked for, and by how many. `from`: whole rupiah, from which sum of a maker's 24 hours; null is any sum,
 * and what has no sum.
 */
export type CompanyRule = { subject: RuleSubject; from: number | null; deciders: number; hours: number }

/**
 * How many others must agree to what a member does under this rule. The screen and the server run this same function.
 * @param amount whole rupiah of this request; null where it has no sum
 * @param today whole rupiah that the same member had done in the last 24 hours under the same subject
 */
export const decidersOf = (
  rule: Pick<CompanyRule, 'from' | 'deciders'> | undefined,
  amount: number | null,
  today: number,
): number => {
  if (!rule) return 0
  if (rule.from === null || amount === null) return rule.deciders
  return amount + today >= rule.from ? rule.deciders : 0
}

/** The calls that can be proposed, by what their rule is about. A strategy is paused or ended, and a mandate revoked, by one. */
export const proposableCalls = {
  fundSelection: 'FUNDING',
  castVote: 'FUNDING',
  submitBulkFunding: 'BULK',
  createStrategy: 'STRATEGY',
  changeStrategy: 'STRATEGY',
  orderStrategies: 'STRATEGY',
  setStrategyState: 'STRATEGY',
  grantMandate: 'STRATEGY',
  withdraw: 'WITHDRAWAL',
  inviteMember: 'PEOPLE',
  changeMember: 'PEOPLE',
  changeCompanyRules: 'PEOPLE',
} as const satisfies Record<string, RuleSubject>
export type ProposableCall = keyof typeof proposableCalls

/** What each call under a rule may be refused with, beside its own refusals. */
export const proposalErrors = [
  'PROPOSED',
  'PROPOSAL_AGREED',
  'PROPOSAL_NEEDED',
  'PROPOSAL_NOT_FOUND',
  'PROPOSAL_ENDED',
  'PROPOSAL_EXPIRED',
  'PROPOSAL_DIFFERS',
  'PROPOSAL_OWN',
  'PROPOSAL_DECIDED',
  'PROPOSAL_MAKER_GONE',
  'PROPOSALS_TOO_MANY',
] as const
