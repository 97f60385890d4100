import type { Sabotage } from './sabotage.ts'

export const restructuringSabotages: readonly Sabotage[] = [
  {
    name: 'agreement-recorded-twice',
    fault: 'an agreement that is recorded again restructures its loan again',
    file: 'server/src/loans/terms/restructure.ts',
    find: 'if (before) return answerAgain(before, input)',
    replace: 'void answerAgain',
    needsJump: true,
  },
  {
    name: 'other-terms-are-the-same',
    fault: 'an agreement that is recorded again with other terms is answered as before',
    file: 'server/src/loans/terms/restructure.ts',
    find: `if (!sameTerms || !sameInterest) throw new Refusal('ADDENDUM_REUSED')`,
    replace: 'void [sameTerms, sameInterest]',
    needsJump: true,
  },
  {
    name: 'kept-interest-lost',
    fault: 'due interest that new terms keep is not asked for with their first installment',
    file: 'server/src/loans/terms/plan.ts',
    find: 'interest: row.interest + sum(kept)',
    replace: 'interest: row.interest',
    needsJump: true,
  },
  {
    name: 'penalty-outlives-terms',
    fault: 'new terms do not end the penalties of the installments before them',
    file: 'server/src/loans/terms/plan.ts',
    find: 'endsPenalty: true',
    replace: 'endsPenalty: false',
    needsJump: true,
  },
  {
    name: 'late-before-terms-lost',
    fault: 'what was paid late before new terms owes no penalty any more once they are taken back',
    file: 'server/src/loans/reversals/store.ts',
    find: 'late_paid = true,',
    replace: 'late_paid = s.late_paid,',
    needsJump: true,
  },
  {
    name: 'paid-terms-reversed',
    fault: 'a restructuring is reversed although something was paid since',
    file: 'server/src/loans/reversals/reverse-restructuring.ts',
    find: `if (since.paid) throw new Refusal('PAYMENT_NOT_LAST')`,
    replace: 'void since',
    needsJump: true,
  },
]
