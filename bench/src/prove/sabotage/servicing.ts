import type { Sabotage } from './sabotage.ts'

const split = 'server/src/repayment/split-payment.ts'

export const servicingSabotages: readonly Sabotage[] = [
  {
    name: 'tax-not-withheld',
    fault: 'no tax is withheld from interest',
    file: split,
    find: '      tax: taxOf(claim, interest),',
    replace: '      tax: taxOf(claim, 0),',
  },
  {
    name: 'tax-of-each-part',
    fault: 'tax is rounded for each part of an installment instead of for all of it',
    file: split,
    find: 'const inAll = taxOn(claim.interestTaxed + interest, claim.taxRatePpm)',
    replace: 'const inAll = taxOn(interest, claim.taxRatePpm) + claim.taxWithheld',
  },
  {
    name: 'smallest-remainder-first',
    fault: 'what rounding leaves goes to the smallest remainders',
    file: 'server/src/schedule/split.ts',
    find: 'Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder)',
    replace: 'Number(b.remainder < a.remainder) - Number(b.remainder > a.remainder)',
  },
  {
    name: 'principal-before-interest',
    fault: 'a payment is laid on principal before interest',
    file: 'server/src/schedule/allocation-order.ts',
    find: `INTEREST_PRINCIPAL_PENALTY: ['interest', 'principal', 'penalty'],`,
    replace: `INTEREST_PRINCIPAL_PENALTY: ['principal', 'interest', 'penalty'],`,
  },
  {
    name: 'rounded-down',
    fault: 'interest is rounded down instead of to the nearest rupiah',
    file: 'server/src/schedule/fraction.ts',
    find: 'return (2n * of + over) / (2n * over)',
    replace: 'return of / over',
  },
  {
    name: 'no-penalty',
    fault: 'late installments owe no penalty',
    file: 'server/src/repayment/waterfall.ts',
    find: `if (penaltyLast) for (const owing of installments) pay('penalty', owing)`,
    replace: 'void penaltyLast',
    needsJump: true,
  },
  {
    name: 'reference-taken-twice',
    fault: 'a payment with other content is known under a reference that was taken',
    file: 'server/src/repayment/decide.ts',
    find: `if (existing) return isSame(payment, existing, settles) ? existing : new Refusal('REFERENCE_REUSED')`,
    replace: 'if (existing) return existing',
  },
  {
    name: 'reversal-keeps-rupiah',
    fault: 'a reversal takes one rupiah less back than was paid',
    file: 'server/src/ledger/reverse.ts',
    find: 'movements.push({ debit: credit, credit: debit, amount: taken })',
    replace: 'movements.push({ debit: credit, credit: debit, amount: Math.max(1, taken - 1) })',
  },
  {
    name: 'reversal-leaves-paid',
    fault: 'a reversed payment still counts as paid on its installments',
    file: 'server/src/loan-reversals/reverse-repayment.ts',
    find: '  await negatePayment(tx, id, reversalId)\n',
    replace: '',
  },
  {
    name: 'settlement-waives-nothing',
    fault: 'an early settlement is asked for the interest of later periods too',
    file: 'server/src/loan-terms/settle-early.ts',
    find: 'const principal = principalLeft(balance.installments) + principalLeft(later)\n',
    replace:
      'const principal = principalLeft(balance.installments) + principalLeft(later) + interestLeft(later)\n',
  },
  {
    name: 'repaid-is-written-off',
    fault: 'a loan that is repaid can be written off',
    file: 'server/src/loan-terms/lock-loan.ts',
    find: `if (status === 'REPAID' || loan.principalDue === 0) throw new Refusal('LOAN_ENDED')`,
    replace: 'void status',
  },
  {
    name: 'statement-sums-mixed',
    fault: 'a statement of account sums refunds of cancelled loans up as payments in',
    file: 'server/src/statements/classify.ts',
    find: "if (kind === 'REFUND') return { refunded: amount }",
    replace: "if (kind === 'REFUND') return { toppedUp: amount }",
    needsJump: true,
  },
]
