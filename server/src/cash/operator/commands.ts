import { addBank } from './bank.ts'
import { addCash } from './cash.ts'
import { addDeposits } from './deposits.ts'
import { addIdleCash } from './idle-cash.ts'
import { addPayouts } from './payouts.ts'
import { addTax } from './tax.ts'
import { addTopUp } from './top-up.ts'
import { addWithdrawals } from './withdrawals.ts'

export const commands = {
  payouts: addPayouts,
  tax: addTax,
  deposits: addDeposits,
  'lenders cash': addCash,
  'lenders idle-cash': addIdleCash,
  'lenders top-up': addTopUp,
  withdrawals: addWithdrawals,
  bank: addBank,
}
