import * as z from 'zod/mini'
import { phonePattern, phoneSentence } from './phone.ts'

/** Shown for an amount that is not a whole number. */
export const wholeRupiahSentence = 'Jumlah harus berupa angka rupiah bulat.'

/**
 * Whole rupiah in a request: a JSON integer that a double holds exactly. Each call has its own rule for the minimum.
 */
export const rupiahField = z.int(wholeRupiahSentence)

/** An amount of whole rupiah in a query string. */
export const rupiahQueryField = z.string().check(z.regex(/^[0-9]{1,15}$/, wholeRupiahSentence))

/** Whole rupiah above zero, for calls without a rule of their own. */
export const amountField = rupiahField.check(z.gt(0, 'Jumlah harus lebih dari nol.'))

/** Line ends, tabs and other control characters. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Format characters, which turn the direction or have no width, without the two joiners; and letters that are blank. */
const marks = /(?![\u200c\u200d])\p{Cf}|[\u115f\u1160\u3164\uffa0]/gu
/** Joiners that join nothing. */
const looseJoiners = /(^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/gu

/** A name that a lender gives to something of theirs. What cannot be seen in it, as in pasted text, is left out. */
export const ownName = (longest: number, sentence: string) =>
  z.string(sentence).check(
    z.overwrite((text) => text.replace(controls, ' ').replace(marks, '').replace(looseJoiners, '$1')),
    z.trim(),
    z.minLength(1, sentence),
    z.maxLength(longest, sentence),
  )

export const phoneField = z.string(phoneSentence).check(z.regex(phonePattern, phoneSentence))

/** A password as typed at login: any text, bounded so that hashing it stays cheap. */
export const passwordField = z
  .string('Kata sandi wajib diisi')
  .check(z.minLength(1, 'Kata sandi wajib diisi'), z.maxLength(99, 'Kata sandi salah'))

/** Ids of loans, borrowers and lenders: positive integers below 2^53, drawn at random. */
export const idField = z.int().check(z.gt(0))

/** The version of a text, counted from 1; the database keeps it in four bytes. */
export const versionField = z.int().check(z.gt(0), z.lte(2_147_483_647))

const queryInteger = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)),
    z.pipe(z.transform(Number), z.int().check(z.lte(max))),
  )

const printedNumber = () => z.string().check(z.minLength(1), z.maxLength(40))

export const numberField = printedNumber()

export const loanNumberField = printedNumber()

export const yearField = z.string().check(z.regex(/^20[0-9]{2}$/, 'Tulis tahun dengan empat angka.'))

/** A year as a filter; empty means all. */
export const yearFilter = z.optional(z.union([z.literal(''), yearField]))

/** A page number, starting at 1. */
export const pageField = z._default(queryInteger(100_000_000), 1)

/** Rows per page; every list has 10 by default and at most 100. */
export const limitField = z._default(queryInteger(100), 10)

/** Rows per page of a list that expands below a table row: 6 by default (specification, section 9) and at most 100. */
export const detailLimitField = z._default(queryInteger(100), 6)

/** A filter text as typed; empty means no filter. */
export const filterField = z.optional(z.string().check(z.maxLength(100)))

/** A field for one of the given words (in capitals), accepted in upper or lower case; empty means absent. */
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

export const listOf = <T extends z.core.$ZodType>(item: T) => z.object({ list: z.array(item), pagination })

/** An instant, ISO 8601 with an offset. */
export const instant = z.string()

/** A business day in Asia/Jakarta, YYYY-MM-DD. */
export const businessDay = z.string()

/**
 * Whether an instant, written as ISO 8601 in UTC, exists in the calendar. The year 0000 does not: PostgreSQL rejects it.
 */
export function isInCalendar(text: string): boolean {
  const at = new Date(text)
  return (
    !text.startsWith('0000') && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 19))
  )
}

/** A day of the calendar in a query or a body, YYYY-MM-DD. */
export const calendarDayField = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Tulis tanggal sebagai TTTT-BB-HH.'),
  z.refine((day) => isInCalendar(`${day}T00:00:00Z`), 'Tanggal ini tidak ada di kalender.'),
)

/** Shown for a cursor that this list has not given. */
export const unknownCursorSentence = 'Penanda halaman ini tidak dikenal.'

export const exportFormat = z._default(z.enum(['csv', 'xlsx']), 'csv')

export const exportedFile = {
  binary: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const

/** An Idempotency-Key, as in the header of a call that moves money. */
export const keyField = z.string().check(z.regex(/^[\w.:-]{8,200}$/))
