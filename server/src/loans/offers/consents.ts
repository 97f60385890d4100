import { many, type Queryable } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { LoanRow } from './csv/index.ts'

/** The tolerated difference between the clocks of two systems. */
const skew = '5 minutes'

/** The key of a consent: its provider and its reference there; null for a loan without one. */
export const consentKey = ({ loan }: { loan: LoanRow }): string | null =>
  loan.consentReference === null ? null : `${loan.consentProvider}\n${loan.consentReference}`

const consentColumns = {
  line: 'integer',
  number: 'text',
  provider: 'text',
  reference: 'text',
  at: 'timestamptz',
} as const

/** The faults of consents by line number: the consent belongs to another loan, or its time is in the future. */
export async function findConsentFaults(
  db: Queryable,
  lines: readonly { line: number; loan: LoanRow }[],
): Promise<Map<number, string>> {
  const given = lines.filter(({ loan }) => loan.consentReference !== null)
  if (given.length === 0) return new Map()
  const found = await many<{ line: number; reference: string; takenBy: string | null }>(
    db,
    'loans.offers.consent_faults',
    `select row.line, row.reference, l.loan_number as "takenBy"
       from ${unnestRows(consentColumns, 2)}
       left join loan l on l.consent_provider = row.provider and l.consent_reference = row.reference
        and l.loan_number <> row.number and l.deleted_at is null
      where l.id is not null or row.at > app_now() + $1::interval`,
    [
      skew,
      ...manyRows(consentColumns, given, {
        line: ({ line }) => line,
        number: ({ loan }) => loan.loanNumber,
        provider: ({ loan }) => loan.consentProvider,
        reference: ({ loan }) => loan.consentReference,
        at: ({ loan }) => loan.consentAt,
      }),
    ],
  )
  const times = new Map(given.map(({ line, loan }) => [line, loan.consentAt]))
  return new Map(
    found.map(({ line, reference, takenBy }) => [
      line,
      takenBy === null ? `consent_at ${times.get(line)} di masa depan` : consentTwice(reference, takenBy),
    ]),
  )
}

export const consentTwice = (reference: string, loanNumber: string): string =>
  `consent_reference ${reference} adalah persetujuan atas pinjaman ${loanNumber}`
