/** The banks that have clearing accounts in the ledger: payment methods 1 and 2 (specification, section 9). */
export const banks = { BNI: 1, OTHER: 2 } as const
export type BankCode = keyof typeof banks

export const bankOf = (methodPayment: 1 | 2): BankCode => (methodPayment === 1 ? 'BNI' : 'OTHER')
