import type { Sabotage } from './sabotage.ts'

export const takeOverSabotages: readonly Sabotage[] = [
  {
    name: 'penalty-before-take-over',
    fault: 'a loan that was late when it was taken over owes penalty for the days before',
    file: 'server/src/loans/repayment/decide.ts',
    find: 'dueDate: dueDate < loan.disbursedOn ? loan.disbursedOn : dueDate,',
    replace: 'dueDate,',
  },
  {
    name: 'ahead-asked-again',
    fault: 'interest that was paid ahead before a take-over is asked again',
    file: 'server/src/loans/take-over/paid-ahead.ts',
    find: 'interest: less(share.interest, amount) })',
    replace: 'interest: less(share.interest, Math.min(0, amount)) })',
  },
  {
    name: 'cash-taken-over-again',
    fault: 'cash that was taken over is taken over again',
    file: 'server/src/cash/deposit/take-over-cash.ts',
    find: 'if (before && isKnown(before, input)) return { answer: { taken: false }, subject }',
    replace: 'void isKnown',
  },
]
