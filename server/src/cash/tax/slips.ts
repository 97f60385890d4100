import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { businessToday } from '../../books/index.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { taxNumberOn } from '../../lenders/index.ts'
import { firstDayOf, lastDayOf, type Period } from './period.ts'
import { formatRate, kindOf, type TaxArticle, type Withheld, withheldOf } from './withheld.ts'
import { isYearClosed } from './year.ts'

/**
 * The tax that a slip certifies: a lender's tax of a period by article. The rate is needed if the article had several
 * rates.
 */
export type SlipOf = { lenderId: number; period: Period; article: TaxArticle; ratePpm: number | null }

export type Slip = SlipOf & {
  number: string
  issuedOn: string
  /** The interest in whole rupiah, as stated on the slip. */
  interest: number
  tax: number
  /** The tax number on the slip, which must match the lender's; null if it is not given. */
  taxNumber: string | null
}

export type SlipKept = { ratePpm: number; version: number; changed: boolean }

/**
 * Stores the number of an official slip. Its sums must equal the recorded ones, and its number must be unused. The same
 * slip again stores nothing; a different or previously withdrawn one for the same tax requires a reason and is stored
 * as a new version.
 * @throws ColumnFault
 */
export const storeSlip = mutation<Context, Slip & { reason: string | null }, SlipKept>({
  operation: 'storeTaxSlip',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { reason, ...slip }, { actor }) {
    const { line, newest } = await lockSlip(tx, slip)
    await checkSlip(tx, slip, line)
    const { ratePpm } = line
    const subject = `lender:${slip.lenderId}`
    if (newest && newest.number === slip.number && newest.issuedOn === slip.issuedOn)
      return { answer: { ratePpm, version: newest.version, changed: false }, subject }
    if (newest && newest.number !== null && reason === null)
      throw new ColumnFault(
        'number',
        `bukti potong pajak ini sudah ${newest.number} tanggal ${newest.issuedOn}; yang salah diperbaiki dengan alasan`,
      )
    if (newest?.number === null && newest.before === slip.number && reason === null)
      throw new ColumnFault(
        'number',
        `${slip.number} sudah ditarik dari pajak ini; ia dicatat lagi hanya dengan alasan`,
      )
    const version = (newest?.version ?? 0) + 1
    await insertSlip(tx, {
      ...slip,
      ratePpm,
      version,
      reason: version === 1 ? null : (reason ?? 'entered again'),
      keptBy: actor.name,
    })
    const { number, period, article } = slip
    return {
      answer: { ratePpm, version, changed: true },
      subject,
      detail: { period, kind: kindOf(article), ratePpm, number, version, reason },
    }
  },
})

/**
 * Withdraws a slip that does not belong to this tax; its versions are kept.
 * @throws ColumnFault
 */
export const withdrawSlip = mutation<Context, SlipOf & { reason: string }, SlipKept & { number: string }>({
  operation: 'withdrawTaxSlip',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { reason, ...of }, { actor }) {
    const { line, newest } = await lockSlip(tx, of)
    if (!newest || newest.number === null)
      throw new ColumnFault('number', 'tidak ada bukti potong untuk pajak ini')
    const { number } = newest
    const { ratePpm, interest, tax } = line
    const version = newest.version + 1
    const none = { number: null, issuedOn: null, interest, tax }
    await insertSlip(tx, { ...of, ...none, ratePpm, version, reason, keptBy: actor.name })
    return {
      answer: { ratePpm, version, changed: true, number },
      subject: `lender:${of.lenderId}`,
      detail: { period: of.period, kind: kindOf(of.article), ratePpm, number, version, reason },
    }
  },
})

/** The newest version of a slip; `before` is the number in the previous version. */
type Newest = { version: number; number: string | null; issuedOn: string | null; before: string | null }

/**
 * Serialises changes of slips.
 * @returns the tax that a slip certifies, with the newest version of the slip
 */
async function lockSlip(
  tx: Transaction,
  { lenderId, period, article, ratePpm }: SlipOf,
): Promise<{ line: Withheld; newest: Newest | undefined }> {
  await one(tx, 'cash.tax.lock_slips', `select pg_advisory_xact_lock(hashtext('tax slips'))::text as locked`)
  if (await isYearClosed(tx, Number(period.slice(0, 4))))
    throw new ColumnFault('period', `bukti potong tahun ${period.slice(0, 4)} sudah ditutup`)
  const today = await businessToday(tx)
  if (period >= today.slice(0, 7)) throw new ColumnFault('period', `${period} belum berakhir`)
  const lines = (await withheldOf(tx, lenderId, [period, period])).filter((had) => had.article === article)
  const found = lines.filter((had) => ratePpm === null || had.ratePpm === ratePpm)
  const [line, more] = found
  const kind = kindOf(article)
  if (!line) {
    const had = ratesOf(lines)
    throw had === ''
      ? new ColumnFault('kind', `tidak ada bunga Pemberi Dana ini yang dikenai ${kind} pada ${period}`)
      : new ColumnFault('rate', `Pemberi Dana ini dikenai ${kind} dengan tarif ${had} pada ${period}`)
  }
  if (more) {
    const had = ratesOf(found)
    throw new ColumnFault(
      'rate',
      `wajib disebut, karena ${kind} memiliki lebih dari satu tarif pada ${period}: ${had}`,
    )
  }
  const newest = await maybe<Newest>(
    tx,
    'cash.tax.newest_slip',
    `select version, number, issued_on as "issuedOn", lead(number) over (order by version desc) as before from tax_slip
      where lender_id = $1 and period = $2 and article = $3 and rate_ppm = $4 order by version desc limit 1`,
    [lenderId, firstDayOf(period), article, line.ratePpm],
  )
  return { line, newest }
}

const ratesOf = (lines: readonly Withheld[]): string =>
  lines.map(({ ratePpm }) => formatRate(ratePpm)).join(', ')

async function checkSlip(tx: Queryable, slip: Slip, line: Withheld): Promise<void> {
  const { lenderId, period, number, issuedOn, interest, tax, taxNumber } = slip
  if (line.interest <= 0)
    throw new ColumnFault(
      'gross_interest',
      `koreksi melebihi bunga ${period}, jadi tidak ada bukti potongnya`,
    )
  if (interest !== line.interest)
    throw new ColumnFault('gross_interest', `${interest}, pembukuan memuat ${line.interest}`)
  if (tax !== line.tax) throw new ColumnFault('tax', `${tax}, pembukuan memuat ${line.tax}`)
  const today = await businessToday(tx)
  if (issuedOn > today) throw new ColumnFault('issued_on', `${issuedOn} sesudah hari ini`)
  if (issuedOn < firstDayOf(period)) throw new ColumnFault('issued_on', `${issuedOn} sebelum ${period}`)
  if (taxNumber !== null && taxNumber !== (await taxNumberOn(tx, lenderId, lastDayOf(period))))
    throw new ColumnFault('tax_number', `bukan nomor pajak Pemberi Dana yang tercatat pada ${period}`)
  const taken = await maybe<{ lenderId: number; period: string }>(
    tx,
    'cash.tax.slip_number',
    `select lender_id as "lenderId", to_char(period, 'YYYY-MM') as period from standing_tax_slip
      where number = $1 and (lender_id, period, article, rate_ppm) <> ($2, $3, $4, $5) limit 1`,
    [number, lenderId, firstDayOf(period), slip.article, line.ratePpm],
  )
  if (taken)
    throw new ColumnFault(
      'number',
      `${number} adalah bukti potong ${taken.lenderId === lenderId ? 'Pemberi Dana ini' : 'Pemberi Dana lain'} untuk ${taken.period}`,
    )
}

type SlipVersion = Omit<SlipOf, 'ratePpm'> & {
  ratePpm: number
  version: number
  number: string | null
  issuedOn: string | null
  interest: number
  tax: number
  reason: string | null
  keptBy: string
}

const slipColumns = {
  lenderId: 'bigint',
  period: 'date',
  article: 'smallint',
  ratePpm: 'integer',
  version: 'integer',
  number: 'text',
  issuedOn: 'date',
  interest: 'bigint',
  tax: 'bigint',
  reason: 'text',
  keptBy: 'text',
} as const

const insertSlip = (tx: Queryable, slip: SlipVersion): Promise<number> =>
  run(
    tx,
    'cash.tax.insert_slip',
    `insert into tax_slip (${columnNames(slipColumns)}) values (${placeholders(slipColumns)})`,
    oneRow(slipColumns, { ...slip, period: firstDayOf(slip.period) }),
  )
