const bankLists = async () => (await import('./bank.ts')).addBank
const matching = async () => (await import('./bank-match.ts')).addMatching

/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  payouts: {
    says: 'kelebihan bayar, pajak, dan biaya yang dibayarkan kepada yang berhak',
    open: async () => (await import('./payouts.ts')).addPayouts,
  },
  tax: {
    says: 'pajak penghasilan yang dipotong dari bunga Pemberi Dana',
    open: async () => (await import('./tax.ts')).addTax,
  },
  deposits: {
    says: 'pembayaran masuk yang memerlukan staf',
    open: async () => (await import('./deposits.ts')).addDeposits,
  },
  'lenders cash': async () => (await import('./cash.ts')).addCash,
  'lenders idle-cash': async () => (await import('./idle-cash.ts')).addIdleCash,
  'lenders return-idle-cash': async () => (await import('./return-idle-cash.ts')).addReturnIdleCash,
  'lenders estate': async () => (await import('./estate.ts')).addEstate,
  'lenders top-up': async () => (await import('./top-up.ts')).addTopUp,
  withdrawals: {
    says: 'uang yang dikirim Pemberi Dana ke rekeningnya sendiri',
    open: async () => (await import('./withdrawals.ts')).addWithdrawals,
  },
  'loans disburse-list': async () => (await import('./disburse-list.ts')).addDisburseList,
  'disbursements open': async () => (await import('./disbursement-orders.ts')).addOpenDisbursements,
  'disbursements stop': async () => (await import('./disbursement-orders.ts')).addStopDisbursements,
  bank: { says: 'mutasi bank dan selisihnya dengan pembukuan' },
  'bank differences': bankLists,
  'bank lines': bankLists,
  'bank resolve': bankLists,
  'bank match': matching,
  'bank take-back': matching,
  'bank suspense': matching,
}
