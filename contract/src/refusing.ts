import { formatRupiah } from './format/rupiah.ts'

/**
 * Values used in a refusal's sentence; amounts are whole rupiah. `part`: the index, from 0, of the item that caused it;
 * `until` is an ISO 8601 time; `proposal` the number of a proposal, `missing` how many must still agree to it.
 */
export type RefusalParams = {
  amount?: number
  retryAfterSeconds?: number
  part?: number
  until?: string
  proposal?: number
  missing?: number
}

/** The HTTP status of a refusal, and its Indonesian sentence. */
export type Refusing = { status: number; sentence: (params: RefusalParams) => string }

export const fixed = (status: number, sentence: string): Refusing => ({ status, sentence: () => sentence })
export const withAmount = (status: number, before: string): Refusing => ({
  status,
  sentence: ({ amount = 0 }) => `${before} ${formatRupiah(amount)}`,
})
