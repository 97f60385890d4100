/** The minimum of a withdrawal in whole rupiah (specification, section 9). */
export const minimumWithdrawal = 100_000

/** Reasons for a withdrawal (specification, section 9), in its order. */
export const withdrawalReasons = [
  'Pengumpulan dana terlalu cepat',
  'Tidak banyak pinjaman untuk didanai',
  'Pilihan pendanaan tidak menarik',
  'Kebutuhan pribadi',
  'Melakukan pendanaan di tempat lain',
  'Kesalahan pendanaan',
  'Pengalaman pendanaan kurang baik',
  'Lain-lain',
] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** How the money is transferred: IM within the paying bank, INTERBANK to another bank. */
export const transferTypes = ['INTERBANK', 'IM'] as const
export type TransferType = (typeof transferTypes)[number]

export type WithdrawalBreach =
  | { code: 'WITHDRAWAL_ABOVE_BALANCE' }
  | { code: 'WITHDRAWAL_BELOW_MINIMUM'; amount: number }
  | { code: 'WITHDRAWAL_FEE_ABOVE_BALANCE'; amount?: number }

export type WithdrawalQuestion = {
  /** Whole rupiah. */
  amount: number
  /** The available balance of the cash account. */
  cashBalance: number
  /** The bank's fee; null while it is unknown, in which case the fee is not checked. */
  fee: number | null
}

/**
 * The rules of a withdrawal amount: the two of section 5 of the specification, in its order, and that the balance also
 * covers the fee. The fee is deducted from the amount only when the whole balance is withdrawn. The browser and the
 * server run this same function.
 * @returns the first broken rule, or null; with the largest amount that leaves room for the fee, where that is enough
 */
export function checkWithdrawalAmount({
  amount,
  cashBalance,
  fee,
}: WithdrawalQuestion): WithdrawalBreach | null {
  if (amount > cashBalance) return { code: 'WITHDRAWAL_ABOVE_BALANCE' }
  if (amount < minimumWithdrawal) return { code: 'WITHDRAWAL_BELOW_MINIMUM', amount: minimumWithdrawal }
  const most = cashBalance - (fee ?? 0)
  if (amount === cashBalance || amount <= most) return null
  return {
    code: 'WITHDRAWAL_FEE_ABOVE_BALANCE',
    ...(most >= minimumWithdrawal ? { amount: most } : {}),
  }
}

/**
 * The amounts of an allowed withdrawal, in whole rupiah. The fee is charged on top of the amount, except when the whole
 * balance is withdrawn (Tarik Semua): then the fee is deducted from it.
 * @returns `sent` is what arrives, `total` what leaves the balance: sent and fee
 */
export function payOut({ amount, fee, cashBalance }: { amount: number; fee: number; cashBalance: number }): {
  sent: number
  total: number
} {
  const sent = amount === cashBalance ? amount - fee : amount
  return { sent, total: sent + fee }
}
