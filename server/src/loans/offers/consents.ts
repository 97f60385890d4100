import { many, type Queryable } from '../../platform/db/database.ts'
import type { LoanRow } from './csv/index.ts'

/** The tolerated difference between the clocks of two systems. */
const skew = '5 minutes'

/** The key of a consent: its provider and its reference there; null for a loan without one. */
export const consentKey = ({ loan }: { loan: LoanRow }): string | null =>
  loan.consentReference === null ? null : `${loan.consentProvider}\n${loan.consentReference}`

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
    `select w.line, w.reference, l.loan_number as "takenBy"
       from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
              as w (line, number, provider, reference, at)
       left join loan l on l.consent_provider = w.provider and l.consent_reference = w.reference
        and l.loan_number <> w.number and l.deleted_at is null
      where l.id is not null or w.at > app_now() + $6::interval`,
    [
      given.map(({ line }) => line),
      given.map(({ loan }) => loan.loanNumber),
      given.map(({ loan }) => loan.consentProvider),
      given.map(({ loan }) => loan.consentReference),
      given.map(({ loan }) => loan.consentAt),
      skew,
    ],
  )
  const times = new Map(given.map(({ line, loan }) => [line, loan.consentAt]))
  return new Map(
    found.map(({ line, reference, takenBy }) => [
      line,
      takenBy === null ? `consent_at ${times.get(line)} is in the future` : consentTwice(reference, takenBy),
    ]),
  )
}

export const consentTwice = (reference: string, loanNumber: string): string =>
  `consent_reference ${reference} is the consent to loan ${loanNumber}`
