import type { Sabotage } from './sabotage.ts'

const payments = 'server/src/cash/deposit/record-payment.ts'
const follow = 'server/src/cash/withdrawal/follow-transfer.ts'
const end = 'server/src/cash/withdrawal/end-withdrawal.ts'
const rules = 'contract/src/cash/withdrawal/rules.ts'

export const bankSabotages: readonly Sabotage[] = [
  {
    name: 'payment-credited-double',
    fault: 'a payment that a bank tells of is credited with twice its amount',
    file: payments,
    find: 'const movements = [{ debit: from, credit: to, amount }]',
    replace: 'const movements = [{ debit: from, credit: to, amount: 2 * amount }]',
  },
  {
    name: 'other-amount-is-same',
    fault: 'a payment that is reported again with another amount counts as the same',
    file: 'server/src/cash/deposit/decide-payments.ts',
    find: 'return repeats(known, notice)\n',
    replace: 'return known\n',
  },
  {
    name: 'forged-notice-taken',
    fault: "a bank's notice is taken whatever its signature is",
    file: 'server/src/cash/snap/authenticate.ts',
    find: `if (!genuine) throw new SnapRefusal('UNAUTHORIZED', 'Signature')`,
    replace: 'void genuine',
  },
  {
    name: 'suspense-dropped',
    fault: "a payment to nobody's number is acknowledged and kept nowhere",
    file: payments,
    find: `const journals = uncredited.map((one) =>`,
    replace: `const journals = uncredited.slice(1).map((one) =>`,
  },
  {
    name: 'key-ignored',
    fault: 'a command is performed again under a key that was answered',
    file: 'server/src/platform/commands/perform.ts',
    find: 'if (replayed) return replayed',
    replace: 'void replayed',
  },
  {
    name: 'key-known-to-one-server',
    fault: 'a key that one server has answered is unknown to the other',
    file: 'server/src/platform/commands/perform.ts',
    find: 'if (replayed) return replayed',
    replace: `const here = ((globalThis as { keys?: Set<unknown> }).keys ??= new Set())
    if (replayed && here.has(call.key)) return replayed
    here.add(call.key)`,
    servers: 2,
  },
  {
    name: 'key-for-any-body',
    fault: 'a key answers another body than it was made for',
    file: 'server/src/platform/commands/idempotency.ts',
    find: 'if (!hash.equals(asked)) return',
    replace: 'if (asked.length === 0) return',
  },
  {
    name: 'fee-not-taken',
    fault: 'a withdrawal to another bank costs no fee',
    file: 'server/src/cash/withdrawal/fee.ts',
    find: '{ fee: outbound.fees.external,',
    replace: '{ fee: 0,',
  },
  {
    name: 'withdrawal-above-balance',
    fault: 'the rule that a withdrawal is within the balance is off',
    file: rules,
    find: 'if (amount > cashBalance) return',
    replace: 'if (amount > 1000 * cashBalance + 1e9) return',
  },
  {
    name: 'withdrawal-below-minimum',
    fault: 'a withdrawal may be below the minimum',
    file: rules,
    find: 'if (amount < minimumWithdrawal) return',
    replace: 'if (amount < 1) return',
  },
  {
    name: 'withdrawal-to-any-account',
    fault: 'a withdrawal is taken for an account that is not the registered one',
    file: 'server/src/cash/withdrawal/withdraw.ts',
    find: `if (!isNamed) throw new Refusal('WITHDRAWAL_ACCOUNT_MISMATCH')`,
    replace: 'void isNamed',
  },
  {
    name: 'return-keeps-hold',
    fault: 'a withdrawal is returned and its money stays held',
    file: end,
    find: '  await release(tx, id)\n',
    replace: '',
  },
  {
    name: 'refused-by-bank-is-paid',
    fault: 'a withdrawal that its bank refused is booked as paid',
    file: follow,
    find: `if (answer.end === 'refused') return steps.endUnpaid(answer.code)`,
    replace: `if (answer.end === 'refused') return steps.pay(null)`,
  },
  {
    name: 'lost-is-never-returned',
    fault: 'a withdrawal that its bank never got waits for ever',
    file: follow,
    find: 'sentAge > context.config.WITHDRAWAL_LOST_SECONDS)',
    replace: 'sentAge > 1e12)',
    needsJump: true,
    endsLate: true,
  },
  {
    name: 'lost-is-returned-at-once',
    fault: 'a withdrawal is returned while its order may still arrive at the bank',
    file: follow,
    find: 'sentAge > context.config.WITHDRAWAL_LOST_SECONDS)',
    replace: 'sentAge > -1)',
  },
  {
    name: 'one-cash-account',
    fault: 'what moves through the second bank is kept on the main cash account too',
    file: 'server/src/books/ledger/cash-accounts.ts',
    find: 'additional on asked.method = 2 and',
    replace: 'additional on asked.method = 3 and',
  },
  {
    name: 'give-back-not-known',
    fault: 'a give-back that is recorded again is not answered as known',
    file: 'server/src/cash/reconciliation/return-by-bank.ts',
    find: '    if (known) {',
    replace: '    if (known && known.amount < 0) {',
    needsJump: true,
    mix: 'withdrawals',
  },
  {
    name: 'give-back-without-fee',
    fault: 'the fee that a bank waives with a give-back stays away',
    file: 'server/src/cash/reconciliation/return-by-bank.ts',
    find: 'const fee = withFee ? withdrawal.fee - withdrawal.feeReturned : 0',
    replace: 'const fee = withFee ? withdrawal.feeReturned : 0',
    needsJump: true,
    mix: 'withdrawals',
  },
  {
    name: 'suspense-short-of-rupiah',
    fault: 'a payment assigned from suspense reaches its lender less one rupiah',
    file: 'server/src/cash/deposit/suspense.ts',
    find: 'credit: await cashAccountOf(tx, lenderId, banks[bank]),\n          amount,',
    replace: 'credit: await cashAccountOf(tx, lenderId, banks[bank]),\n          amount: amount - 1,',
  },
]
