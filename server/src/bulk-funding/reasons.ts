import type { BulkRefusalReason } from '@pematang/contract/bulk-funding/endpoints'

/** Why a loan of a bulk funding was not funded, in the words for its lender. */
export const reasonSentences: Record<BulkRefusalReason, string> = {
  TAKEN: 'Pinjaman ini sudah terdanai sebelum gilirannya.',
  CHANGED: 'Sisa pendanaan atau ketentuan pinjaman ini berubah setelah Anda menyetujuinya.',
  CLOSED: 'Pinjaman ini sudah tidak dibuka untuk pendanaan.',
  FAILED: 'Pinjaman ini tidak dapat diproses.',
}
