import type { Sabotage } from './sabotage.ts'

const fundLoan = 'server/src/funding/single/fund-loan.ts'
const release = 'server/src/funding/single/release-funding.ts'
const settle = 'server/src/funding/single/settle-funding.ts'
const rules = 'contract/src/funding/single/rules.ts'

export const fundingSabotages: readonly Sabotage[] = [
  {
    name: 'hold-without-job',
    fault: 'money is held for a funding and no job follows it',
    file: fundLoan,
    find: `fundings.map(({ id }) => ({ id: random.uuid(), kind: 'signing.follow', payload: { fundingId: id } })),`,
    replace: '[],',
  },
  {
    name: 'holds-are-free',
    fault: 'what is held counts as free cash',
    file: fundLoan,
    find: 'cashBalance: account.balance - account.held - placed,',
    replace: 'cashBalance: account.balance - placed,',
  },
  {
    name: 'no-limit-of-loan',
    fault: 'a loan may be funded beyond its total',
    file: rules,
    find: 'if (amount > outstandingFunding) return',
    replace: 'if (amount > 1000 * outstandingFunding) return',
  },
  {
    name: 'no-rule-of-remainder',
    fault: 'a remainder below the minimum may be left',
    file: rules,
    find: 'if (outstandingFunding - amount < minimumFunding) {',
    replace: 'if (outstandingFunding - amount < 0) {',
  },
  {
    name: 'no-minimum',
    fault: 'a funding may be below the minimum',
    file: rules,
    find: 'if (amount < minimumFunding) return',
    replace: 'if (amount < 1) return',
  },
  {
    name: 'closed-loan-is-open',
    fault: 'a loan that is not offered is decided like one that is',
    file: fundLoan,
    find: 'if (!loan.open || outstanding === 0) return',
    replace: 'if (!loan) return',
  },
  {
    name: 'release-keeps-hold',
    fault: 'a funding ends without a signature and its money stays held',
    file: release,
    find: '  await release(tx, id)\n',
    replace: '',
  },
  {
    name: 'release-keeps-reserved',
    fault: 'a funding ends without a signature and its loan stays reserved',
    file: release,
    find: '  await addReserved(tx, loanId, -amount)\n',
    replace: '',
  },
  {
    name: 'signed-not-counted',
    fault: 'a signed funding is not counted as funded',
    file: settle,
    find: 'await moveReservedToFunded(tx, loanId, amount)',
    replace: 'await addReserved(tx, loanId, -amount)',
  },
  {
    name: 'signed-and-refunded',
    fault: 'the money of a signed funding is settled and given back too',
    file: settle,
    find: 'if (cancelled) await refund(tx, context, funding, escrow)',
    replace: 'if (amount > 0) await refund(tx, context, funding, escrow)',
  },
  {
    name: 'declined-as-expired',
    fault: 'a declined signature ends as one that did not come in time',
    file: 'server/src/funding/signing/follow.ts',
    find: `const state = status === 'rejected' ? 'REJECTED' : unsigned(funding)`,
    replace: 'const state = unsigned(funding)',
  },
  {
    name: 'never-expires',
    fault: 'a reservation without a signature waits for ever',
    file: 'server/src/funding/signing/follow.ts',
    find: 'return funding.overdue || funding.cancelled',
    replace: 'return funding.cancelled',
    needsJump: true,
  },
  {
    name: 'forged-callback-taken',
    fault: 'a callback of the e-signature provider is taken without its signature',
    file: 'server/src/funding/signing/receive-callback.ts',
    find: `if (!genuine) throw new Refusal('CALLBACK_FORGED')`,
    replace: 'void genuine',
  },
  {
    name: 'cancel-keeps-money',
    fault: 'a cancelled loan gives one lender nothing back',
    file: 'server/src/loans/offers/cancel-loan.ts',
    find: 'await refundFundings(tx, context, { escrow: loan.escrow, cash }, settled)',
    replace: 'await refundFundings(tx, context, { escrow: loan.escrow, cash }, settled.slice(1))',
  },
  {
    name: 'unread-agreement-taken',
    fault: 'money is held on an agreement that was not read',
    file: fundLoan,
    find: '(agreementId === undefined ? read : id === agreementId)',
    replace: '(agreementId === undefined ? true : id === agreementId)',
  },
  {
    name: 'agreement-for-ever',
    fault: 'an agreement is good for longer than a day',
    file: 'server/src/funding/single/batch-store.ts',
    find: "interval '1 day'",
    replace: "interval '10000 days'",
    needsJump: true,
  },
  {
    name: 'reserved-shown-as-cash',
    fault: 'the dashboard shows money that is held as cash that can be used',
    file: 'server/src/lenders/profile/summary.ts',
    find: 'cashBalance: cash.available,',
    replace: 'cashBalance: cash.available + cash.reserved,',
  },
  {
    name: 'selection-beyond-cash',
    fault: 'a selection that the cash does not suffice for is funded in part',
    file: 'server/src/funding/selection/fund.ts',
    find: 'if (forAll) throw beforeAll(forAll, ends, chosen)',
    replace: 'void [forAll, beforeAll]',
  },
  {
    name: 'selection-hides-funding',
    fault: 'one loan of a selection is answered as refused although money is held for it',
    file: 'server/src/funding/selection/fund.ts',
    find: 'funding: end instanceof Refusal ? null : end.answer,',
    replace: 'funding: end instanceof Refusal || amount % 2 === 1 ? null : end.answer,',
  },
]
