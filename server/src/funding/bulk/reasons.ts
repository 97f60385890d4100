import type { BulkRefusalReason } from '@pematang/contract/funding/bulk/endpoints'

/** The reasons why a loan of a bulk funding was not funded, as sentences for the lender. */
export const reasonSentences: Record<BulkRefusalReason, string> = {
  TAKEN:
    'Sisa pinjaman ini habis didanai sebelum gilirannya. Jika ada pendanaan yang batal, sisanya dibuka kembali.',
  CHANGED: 'Sisa pendanaan atau ketentuan pinjaman ini berubah setelah Anda menyetujuinya.',
  CLOSED: 'Pinjaman ini sudah tidak dibuka untuk pendanaan.',
  FAILED: 'Pinjaman ini tidak dapat diproses.',
}
