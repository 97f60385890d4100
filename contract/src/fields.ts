import * as z from 'zod/mini'

/** Whole rupiah in a request: a JSON integer that a double holds exactly. Its call has a rule for what is too little. */
export const rupiahField = z.int('Jumlah harus berupa angka rupiah bulat.')

/** Whole rupiah above zero, where no rule of the call says more. */
export const amountField = rupiahField.check(z.gt(0, 'Jumlah harus lebih dari nol.'))

/** Digits only, 8 to 20 of them (specification, section 5), without the +62 that the screen shows before it. */
export const phoneField = z
  .string('Format Nomor Handphone salah')
  .check(z.regex(/^[0-9]{8,20}$/, 'Format Nomor Handphone salah'))

/** A password as typed at login: any text, bounded so that hashing it stays cheap. */
export const passwordField = z
  .string('Kata sandi wajib diisi')
  .check(z.minLength(1, 'Kata sandi wajib diisi'), z.maxLength(99, 'Kata sandi salah'))

/** Ids of loans, borrowers and lenders: positive integers below 2^53, drawn at random. */
export const idField = z.int().check(z.gt(0))

const queryInteger = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)),
    z.pipe(z.transform(Number), z.int().check(z.lte(max))),
  )

/** Pages count from 1. */
export const pageField = z._default(queryInteger(100_000_000), 1)

/** Rows in a page; every list has 10 by default and at most 100. */
export const limitField = z._default(queryInteger(100), 10)

/** Rows in a page of a list inside a row: 6 by default (specification, section 9) and at most 100. */
export const detailLimitField = z._default(queryInteger(100), 6)

/** A filter text as typed; empty is the same as absent. */
export const filterField = z.optional(z.string().check(z.maxLength(100)))

/** One of these words (given in capitals), however its letters are written; empty is the same as absent. */
export const wordField = <const Word extends string>(words: readonly Word[]) =>
  z.optional(
    z
      .pipe(
        z.transform((word: unknown) => (typeof word === 'string' ? word.toUpperCase() : word)),
        z.enum(['', ...words]),
      )
      .check(z.describe('In capitals or not.')),
  )

export const pagination = z.object({
  totalData: z.int(),
  totalPage: z.int(),
  page: z.int(),
})
export type Pagination = z.infer<typeof pagination>

/** A list answer: `{list, pagination}`. */
export const listOf = <T extends z.core.$ZodType>(item: T) => z.object({ list: z.array(item), pagination })

/** An instant, ISO 8601 with an offset. */
export const instant = z.string()

/** A business day in Asia/Jakarta, YYYY-MM-DD. */
export const businessDay = z.string()
