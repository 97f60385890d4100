/** Whole rupiah (specification, section 9). */
export const minimumWithdrawal = 100_000

/** Why a lender withdraws (specification, section 9), in its order. */
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

/** How the money reaches its account: INTERBANK at another bank than the one that pays, IM at the same one. */
export const transferTypes = ['INTERBANK', 'IM'] as const
export type TransferType = (typeof transferTypes)[number]

export type WithdrawalBreach =
  | { code: 'WITHDRAWAL_ABOVE_BALANCE' }
  | { code: 'WITHDRAWAL_BELOW_MINIMUM'; amount: number }

/**
 * The two rules of an amount to withdraw, in the order of section 5 of the specification; whole rupiah. The browser
 * and the server run this same function.
 * @param cashBalance what is free in the pocket that it is taken from
 * @returns the first rule that is broken, or null
 */
export function checkWithdrawalAmount({
  amount,
  cashBalance,
}: {
  amount: number
  cashBalance: number
}): WithdrawalBreach | null {
  if (amount > cashBalance) return { code: 'WITHDRAWAL_ABOVE_BALANCE' }
  if (amount < minimumWithdrawal) return { code: 'WITHDRAWAL_BELOW_MINIMUM', amount: minimumWithdrawal }
  return null
}

/**
 * What an allowed amount comes to, in whole rupiah. The fee is charged on top where the balance has it; where it has
 * not, as with Tarik Semua, it comes out of the amount, so that a balance can be withdrawn to its last rupiah.
 * @returns `sent` is what arrives, `total` what leaves the balance: sent and fee
 */
export function payOut({ amount, fee, cashBalance }: { amount: number; fee: number; cashBalance: number }): {
  sent: number
  total: number
} {
  const sent = amount + fee <= cashBalance ? amount : amount - fee
  return { sent, total: sent + fee }
}
