import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Lookup, Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { lockLender, taxRates, type TaxStatus } from './lender-settings.ts'
import { taxNumberFault } from './tax-number-check.ts'

export type TaxNumberInput = {
  /** The tax number, 16 digits; null revokes the current number. */
  number: string | null
  /** The day from which it is valid; null for today, and for a revocation the first day of the number. */
  validFrom: string | null
}

/** The error if the number is the current one of another lender. */
export class NumberTaken extends ColumnFault {
  readonly holder: number
  constructor(holder: number) {
    super('tax_number', 'nomor Pemberi Dana lain')
    this.holder = holder
  }
}

export type TaxNumberKept = {
  version: number
  changed: boolean
  /** The tax status that follows from the number, if it has changed. */
  status: TaxStatus | null
}

/**
 * Stores a new version of a lender's tax number, or nothing if it is unchanged. A resident with a number is taxed as
 * DOMESTIC from then on, one whose number is taken back as NO_TAX_NUMBER; foreigners are not affected.
 * @throws ColumnFault for an invalid number
 * @throws NumberTaken for the current number of another lender
 */
export const storeTaxNumber = mutation<Context, TaxNumberInput & { lenderId: number }, TaxNumberKept>({
  operation: 'storeTaxNumber',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, number, validFrom }, { actor }) {
    const { userTypeId } = await lockLender(tx, lenderId)
    const versions = await taxNumberVersions(tx, lenderId)
    const [before] = versions
    const from = await firstDay(tx, validFrom ?? (number === null ? firstDayOfPresent(versions) : null))
    if (number !== null) await refuseNumber(tx, { lenderId, number, isCorporate: userTypeId === 3 })
    const subject = `lender:${lenderId}`
    const isSame = before?.number === number && (validFrom === null || before?.validFrom === from)
    if (before && isSame)
      return { answer: { version: before.version, changed: false, status: null }, subject }
    if (!before && number === null)
      throw new ColumnFault('tax_number', 'Pemberi Dana ini tidak memiliki nomor tercatat')
    const version = (before?.version ?? 0) + 1
    await run(
      tx,
      'lenders.profile.insert_tax_number',
      `insert into lender_tax_number (lender_id, version, number, number_search, valid_from, kept_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [lenderId, version, number && new Sealed(number), number && new SearchKey(number), from, actor.name],
    )
    const status = await followNumber(tx, lenderId, number !== null)
    // The number is personal data, so the audit trail omits it.
    return {
      answer: { version, changed: true, status },
      subject,
      detail: { version, validFrom: from, status },
    }
  },
})

/** Taxes a resident by whether a tax number is stored; returns the new status if it has changed. */
async function followNumber(tx: Queryable, lenderId: number, hasNumber: boolean): Promise<TaxStatus | null> {
  const status = hasNumber ? 'DOMESTIC' : 'NO_TAX_NUMBER'
  const changed = await run(
    tx,
    'lenders.profile.tax_status_of_number',
    `update lender set tax_status = $2, tax_rate_ppm = $3 where id = $1 and tax_status = $4`,
    [lenderId, status, taxRates[status], hasNumber ? 'NO_TAX_NUMBER' : 'DOMESTIC'],
  )
  return changed > 0 ? status : null
}

/**
 * Refuses a number that another lender has. The lock ensures this for plain and encrypted numbers, also while keys
 * change.
 */
async function refuseNumber(
  tx: Transaction,
  { lenderId, number, isCorporate }: { lenderId: number; number: string; isCorporate: boolean },
): Promise<void> {
  const fault = taxNumberFault(number, isCorporate)
  if (fault) throw new ColumnFault('tax_number', fault)
  await one(
    tx,
    'lenders.profile.lock_tax_numbers',
    `select pg_advisory_xact_lock(hashtext('lender tax numbers'))::text as locked`,
  )
  const taken = await maybe<{ holder: number }>(
    tx,
    'lenders.profile.tax_number_taken',
    `select n.lender_id as holder from lender_tax_number n
      where n.number_search = any($1) and n.lender_id <> $2
        and n.version = (select max(version) from lender_tax_number v where v.lender_id = n.lender_id) limit 1`,
    [new Lookup(number), lenderId],
  )
  if (taken) throw new NumberTaken(taken.holder)
}

/** The first day of the current number, which may span several versions; null without one. */
function firstDayOfPresent(versions: readonly TaxNumberVersion[]): string | null {
  const [present] = versions
  if (!present) return null
  const other = versions.findIndex(({ number }) => number !== present.number)
  return versions
    .slice(0, other < 0 ? versions.length : other)
    .reduce((first, { validFrom }) => (validFrom < first ? validFrom : first), present.validFrom)
}

async function firstDay(tx: Queryable, validFrom: string | null): Promise<string> {
  const { today, from } = await one<{ today: string; from: string }>(
    tx,
    'lenders.profile.tax_number_day',
    'select business_day(app_now()) as today, coalesce($1::date, business_day(app_now())) as from',
    [validFrom],
  )
  if (from > today) throw new ColumnFault('valid_from', `${from} sesudah hari ini`)
  return from
}

export type TaxNumberVersion = {
  version: number
  number: string | null
  validFrom: string
  keptBy: string
  keptAt: Date
}

/** The versions of a lender's tax number, the newest first. */
export const taxNumberVersions = (
  db: Queryable,
  lenderId: number,
  limit = 1000,
): Promise<TaxNumberVersion[]> =>
  many<TaxNumberVersion>(
    db,
    'lenders.profile.tax_number_versions',
    `select version, number, valid_from as "validFrom", kept_by as "keptBy", kept_at as "keptAt"
       from lender_tax_number where lender_id = $1 order by version desc limit $2`,
    [lenderId, limit],
  )

/** The tax number of a lender on a day: the newest version that was valid then; null without one. */
export async function taxNumberOn(db: Queryable, lenderId: number, day: string): Promise<string | null> {
  const row = await maybe<{ number: string | null }>(
    db,
    'lenders.profile.tax_number_on',
    `select number from lender_tax_number where lender_id = $1 and valid_from <= $2
      order by version desc limit 1`,
    [lenderId, day],
  )
  return row?.number ?? null
}
