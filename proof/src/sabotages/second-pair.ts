import type { Sabotage } from './sabotage.ts'

const decision = 'server/src/platform/approvals/decision.ts'

const rules: readonly Sabotage[] = [
  {
    name: 'gate-open',
    fault: 'a command at which a rule asks for a second pair runs without one',
    file: 'server/src/platform/approvals/gate.ts',
    find: "  throw new Refusal('SECOND_PAIR_NEEDED')\n",
    replace: '',
  },
  {
    name: 'own-proposal-decided',
    fault: 'who made a proposal decides it',
    file: decision,
    find: "if (maker === person || (await body.isSame(tx, maker, person))) throw new Refusal('PROPOSAL_OWN')",
    replace: '',
  },
  {
    name: 'decided-without-right',
    fault: 'who may not decide decides',
    file: decision,
    find: 'if (!(await body.mayDecide(tx, person, operation))) throw new Refusal(body.roleMissing)',
    replace: '',
  },
  {
    name: 'suspended-maker-counts',
    fault: 'what a person proposed who may not propose any more is decided',
    file: decision,
    find: "if (!(await body.mayPropose(tx, maker, operation))) throw new Refusal('PROPOSAL_MAKER_GONE')",
    replace: '',
  },
  {
    name: 'suspended-agreement-counts',
    fault: 'the agreement of a person who may not decide any more counts',
    file: decision,
    find: 'return may.filter(Boolean).length',
    replace: 'return may.length',
  },
  {
    name: 'agreed-twice',
    fault: 'one person agrees twice to a proposal',
    file: decision,
    find: "  if (before.includes(person)) throw new Refusal('PROPOSAL_DECIDED')\n",
    replace: '',
  },
  {
    name: 'other-input-decided',
    fault: 'another input than the proposed one is decided',
    file: decision,
    find: '|| !proposal.hash.equals(hash)) throw',
    replace: '|| hash.length === 0) throw',
  },
  {
    name: 'ended-proposal-decided',
    fault: 'a proposal that was withdrawn or done is decided again',
    file: decision,
    find: "if (proposal.ended !== null && proposal.ended !== 'EXPIRED') throw new Refusal('PROPOSAL_ENDED')",
    replace: '',
  },
  {
    name: 'expired-proposal-decided',
    fault: 'a proposal is decided after its hours',
    file: decision,
    find: "if (proposal.ended !== null || proposal.isExpired) throw new Refusal('PROPOSAL_EXPIRED')",
    replace: '',
    needsJump: true,
  },
  {
    name: 'one-decides-large-sum',
    fault: 'one person decides a sum for which the rule asks for two',
    file: 'server/src/platform/approvals/rule.ts',
    find: 'sum >= largeFrom ? largeDeciders : deciders',
    replace: 'sum >= 1000 * largeFrom ? largeDeciders : deciders',
  },
  {
    name: 'split-sum-decided-by-one',
    fault: 'what a maker had done within 24 hours does not count',
    file: decision,
    find: 'Math.max(amount ?? 0, read ?? 0) + today',
    replace: 'Math.max(amount ?? 0, read ?? 0) + 0 * today',
  },
  {
    name: 'stranger-proposes',
    fault: 'who may not work proposes',
    file: 'server/src/platform/commands/propose.ts',
    find: "await requireRight(tx, staffId, 'WORK')",
    replace: 'void requireRight',
  },
  {
    name: 'withdrawn-by-anybody',
    fault: 'a proposal is withdrawn by another person than its maker',
    file: 'server/src/staff/approvals/proposals.ts',
    find: "if (proposal.maker !== staffId) throw new Refusal('STAFF_RIGHT_MISSING')",
    replace: 'void staffId',
  },
  {
    name: 'decided-and-not-done',
    fault: 'the last decision is written and its command is not run',
    file: 'server/src/platform/commands/decide.ts',
    find: 'if (missing > 0)',
    replace: 'if (missing >= 0)',
  },
]

export const secondPairSabotages = rules.map((rule): Sabotage => ({ ...rule, mix: 'secondPair' }))
