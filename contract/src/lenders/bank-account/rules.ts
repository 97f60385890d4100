/** Days after which a request that nobody has decided ends by itself. */
export const accountRequestDays = 14

/** How a request stands: it waits, the lender withdrew it, staff refused or accepted it, it was stopped, or nobody answered. */
export const accountRequestStates = [
  'ASKED',
  'WITHDRAWN',
  'REFUSED',
  'ACCEPTED',
  'STOPPED',
  'EXPIRED',
] as const
export type AccountRequestState = (typeof accountRequestStates)[number]

/**
 * What the bank says of the account (SNAP services 15 and 16): the holder is the named one or another, it takes no money,
 * there is none, or the bank has not answered.
 */
export const bankAnswers = ['SAME_NAME', 'OTHER_NAME', 'INACTIVE', 'UNKNOWN', 'UNAVAILABLE'] as const
export type BankAnswer = (typeof bankAnswers)[number]

export const accountNumberPattern = /^[0-9]{5,20}$/
export const accountNumberSentence = 'Tulis nomor rekening, 5 sampai 20 angka.'
export const accountNameSentence = 'Tulis nama pemilik rekening, paling banyak 100 huruf.'
export const bankSentence = 'Pilih bank.'
