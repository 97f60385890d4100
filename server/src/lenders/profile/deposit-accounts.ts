import type { DepositAccounts } from '@pematang/contract/lenders/profile/endpoints'
import type { VirtualAccount } from './virtual-accounts.ts'

/**
 * The open virtual accounts as in a profile: `dataAccountBalance` at BNI, `dataAccountBalanceIM` at the other bank.
 * `accountType` is null without any.
 */
export const depositAccountsOf = (accounts: readonly VirtualAccount[]): DepositAccounts => ({
  accountType: accounts.length > 0 ? 'VIRTUAL_ACCOUNT' : null,
  dataAccountBalance: toPayInTo(accounts.find(({ methodPayment }) => methodPayment === 1)),
  dataAccountBalanceIM: toPayInTo(accounts.find(({ methodPayment }) => methodPayment === 2)),
})

const toPayInTo = (account: VirtualAccount | undefined): DepositAccounts['dataAccountBalance'] =>
  account
    ? {
        vaBankCode: account.bankCode,
        vaName: account.accountName,
        vaNumber: account.number,
        vaBank: account.bankName,
        methodPayment: account.methodPayment,
      }
    : null
