import type { Case } from '../outside/bank/snap/answers.ts'

/** What a call came to, and the whole answer. */
export type Told = { end: Case; body: object }

/** What the bank's customer may be told, in the two languages of the standard. */
export const reasons = {
  SUCCESSFUL: { english: 'Success', indonesia: 'Sukses' },
  ACCOUNT_UNKNOWN: { english: 'Virtual account not found', indonesia: 'Virtual account tidak ditemukan' },
  EXPIRED: { english: 'Virtual account has ended', indonesia: 'Virtual account sudah tidak berlaku' },
  AMOUNT_INVALID: { english: 'Invalid amount', indonesia: 'Nominal tidak sesuai' },
  INCONSISTENT: {
    english: 'The payment was told before with another amount or number',
    indonesia: 'Pembayaran pernah diberitahukan dengan nominal atau nomor lain',
  },
} as const satisfies Partial<Record<Case, { english: string; indonesia: string }>>
