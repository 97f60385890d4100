import { provinceCodes, sexes } from '@pematang/contract/provinces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TOTAL_LOAN } from './columns.ts'
import { readAll } from './example-loan.ts'
import { sectorCodes } from './sectors.ts'
import { INTEREST_TYPES, type LoanRow, NO_ACCOUNT, NO_CONSENT, TENOR_PERIODS } from './loan-row.ts'
import { highestRatePpm, longestTenor } from '@pematang/contract/loans/terms'
import { addDays } from '@pematang/contract/format/business-date'
import { formatLoanHeader, formatLoanLine } from './write.ts'

const reference = fc.stringMatching(/^[A-Z0-9/-]{1,40}$/)
const NASTY = ['"', '""', ',', ';', "'", '=', '\\', '\u00E9', 'e\u0301', '\u200D', '\u0141', ' ']

const latin = (text: string): string => text.replace(/[^ -~\u00C0-\u00FF]/gu, '')

/** Text that the reader returns unchanged: any Unicode that the rules allow, in NFC, trimmed. */
function text(max: number, lineBreaks = false): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }).map(latin),
    fc.constantFrom(...NASTY, ...(lineBreaks ? ['\n'] : [])),
  )
  const forbidden = lineBreaks
    ? /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
    : /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
  return fc
    .array(unit, { maxLength: 30 })
    .map(
      (units) =>
        `${Array.from(units.join(''))
          .filter((character) => !forbidden.test(character))
          .join('')}x`,
    )
    .map((value) => value.normalize('NFC').trim())
    .filter((value) => Array.from(value).length <= max)
}

const optional = (value: fc.Arbitrary<string>): fc.Arbitrary<string | null> => fc.option(value, { nil: null })

const loanRow: fc.Arbitrary<LoanRow> = fc
  .record({
    loanNumber: reference,
    borrowerNumber: reference,
    borrowerName: text(100),
    loanType: text(60),
    totalLoan: fc.integer({ min: 1, max: MAX_TOTAL_LOAN }),
    minimumFunding: fc.integer({ min: 1, max: MAX_TOTAL_LOAN }),
    interest: fc
      .integer({ min: 0, max: highestRatePpm })
      .map((ppm) => String(ppm / 1_000_000))
      .filter((rate) => !rate.includes('e')),
    interestType: fc.constantFrom(...INTEREST_TYPES),
    tenor: fc.integer({ min: 1, max: longestTenor.MONTH }),
    tenorPeriod: fc.constantFrom(...TENOR_PERIODS),
    grade: optional(text(4)),
    gradeDescription: optional(text(100)),
    purpose: optional(text(200)),
    marketingTitle: text(120),
    marketingDetail: optional(text(2000, true)),
    offerFrom: fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('2000-01-01', days)),
    offerUntil: fc.integer({ min: 1, max: 800 }),
    consent: fc.option(
      fc.record({
        consentReference: text(100),
        consentProvider: text(60),
        consentHash: fc.stringMatching(/^[0-9a-f]{62}01$/),
      }),
      { nil: null },
    ),
    consentDays: fc.integer({ min: 1, max: 300 }),
    sector: fc.option(fc.constantFrom(...sectorCodes), { nil: null }),
    province: fc.option(fc.constantFrom(...provinceCodes), { nil: null }),
    borrowerKind: fc.option(fc.constantFrom('PERSON' as const), { nil: null }),
    borrowerSex: fc.option(fc.constantFrom(...sexes), { nil: null }),
    borrowerBirthYear: fc.option(fc.integer({ min: 1900, max: 2000 }), { nil: null }),
    account: fc.option(
      fc.record({
        bankCode: fc.stringMatching(/^[0-9]{3}$/),
        accountNumber: fc.stringMatching(/^[0-9]{5,20}$/),
        accountHolder: text(100),
      }),
      { nil: NO_ACCOUNT },
    ),
  })
  .map(({ offerUntil, consent, consentDays, account, ...row }) => ({
    ...row,
    ...account,
    ...(consent && row.offerFrom > '2001-01-01'
      ? { ...consent, consentAt: `${addDays(row.offerFrom, -consentDays)}T03:04:05.678Z` }
      : NO_CONSENT),
    minimumFunding: Math.min(row.minimumFunding, row.totalLoan),
    offerUntil: addDays(row.offerFrom, offerUntil),
  }))

test('SRV-01 a written loan file is read back as the same loans for any text, chunking and delimiter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(loanRow, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(',' as const, ';' as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 500 }),
      async (loans, delimiter, windows, chunkBytes) => {
        const file =
          formatLoanHeader(delimiter) + loans.map((loan) => formatLoanLine(loan, delimiter)).join('')
        const lines = await readAll(windows ? file.replaceAll('\n', '\r\n') : file, chunkBytes)
        expect(lines.map((line) => ('loan' in line ? line.loan : line))).toEqual(loans)
      },
    ),
    { numRuns: 300 },
  )
})

test('SRV-01 the loan file reader survives any damage to a file and reports errors in line order', async () => {
  const damaged = fc.constantFrom('"', '""', ',', '\n', '\r', 'x', '"\n"', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(loanRow, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), damaged), { maxLength: 5 }),
      async (loans, damages) => {
        let body = loans.map((loan) => formatLoanLine(loan)).join('')
        for (const [at, insert] of damages) {
          const place = at % (body.length + 1)
          body = body.slice(0, place) + insert + body.slice(place)
        }
        const file = `${formatLoanHeader()}${body}`.toWellFormed()
        const lines = await readAll(file)
        const numbers = lines.map(({ line }) => line)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect(numbers.every((number) => number >= 2 && number <= file.split('\n').length)).toBe(true)
        if (damages.length === 0) expect(lines).toHaveLength(loans.length)
        expect(lines.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 300 },
  )
})
