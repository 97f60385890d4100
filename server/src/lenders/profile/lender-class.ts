import type { Context } from '../../context.ts'
import { businessToday, lockOwners } from '../../books/index.ts'
import { hasIncomeLimit, type LenderKind } from '../limits/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { lockLender } from './lender-settings.ts'

/** The class of a lender, with its evidence. Income in whole rupiah a year; days as YYYY-MM-DD. */
export type LenderClassInput = {
  kind: LenderKind
  /** Yearly income in whole rupiah; only for individuals. */
  yearlyIncome: number | null
  /**
   * Whether the lender is an institution or company supervised by OJK, which may have a higher share of the platform's
   * outstanding loans.
   */
  supervised: boolean
  /** The first day of the class; null for today. */
  since: string | null
  /** The reference of the evidence in the operator's archive; it must not contain personal data. */
  evidence: string
  /** The last day on which the evidence is valid; null if unlimited. */
  validUntil: string | null
}

export type ClassKept = { version: number; changed: boolean }

/**
 * Stores a new version of the class of a lender, or nothing if it is unchanged. Locks the lender's cash, so that each
 * concurrent funding is decided either by the old or by the new class. Earlier fundings are not affected.
 * @throws ColumnFault if the content contradicts itself or the lender, and for a closed account
 */
export const storeLenderClass = mutation<Context, LenderClassInput & { lenderId: number }, ClassKept>({
  operation: 'storeLenderClass',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, ...input }) {
    const { userTypeId, state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') throw new ColumnFault('phone', 'akun Pemberi Dana ini sudah ditutup')
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    const today = await businessToday(tx)
    const wanted = { ...input, since: input.since ?? today }
    const fault = faultOf(wanted, { today, isCorporate: userTypeId === 3 })
    if (fault) throw fault
    const [before] = await classVersions(tx, lenderId, 1)
    if (before && isSame(before, wanted, input.since === null))
      return { answer: { version: before.version, changed: false }, subject: `lender:${lenderId}` }
    const version = (before?.version ?? 0) + 1
    await insertClass(tx, lenderId, version, wanted)
    const { kind, supervised, validUntil } = wanted
    return {
      answer: { version, changed: true },
      subject: `lender:${lenderId}`,
      detail: { version, kind, supervised, validUntil },
    }
  },
})

type Dated = LenderClassInput & { since: string }

function faultOf(
  { kind, yearlyIncome, supervised, since, validUntil }: Dated,
  { today, isCorporate }: { today: string; isCorporate: boolean },
): ColumnFault | null {
  if (hasIncomeLimit(kind) && yearlyIncome === null)
    return new ColumnFault(
      'yearly_income',
      `${kind} memerlukan penghasilan setahun, karena batasnya bergantung padanya`,
    )
  if (!hasIncomeLimit(kind) && yearlyIncome !== null)
    return new ColumnFault('yearly_income', `hanya bagi orang pribadi, bukan ${kind}`)
  if (hasIncomeLimit(kind) && isCorporate)
    return new ColumnFault('kind', `Pemberi Dana ini terdaftar sebagai perusahaan, jadi bukan ${kind}`)
  if (!isCorporate && (kind === 'COMPANY' || kind === 'INSTITUTION'))
    return new ColumnFault('kind', `Pemberi Dana ini terdaftar sebagai orang pribadi, jadi bukan ${kind}`)
  if (supervised && kind !== 'INSTITUTION' && kind !== 'COMPANY')
    return new ColumnFault('supervised', `hanya bagi INSTITUTION dan COMPANY, bukan ${kind}`)
  if (since > today) return new ColumnFault('since', `${since} sesudah hari ini`)
  if (validUntil !== null && validUntil < today)
    return new ColumnFault('valid_until', `bukti berlaku sampai dengan ${validUntil}, yang sudah lewat`)
  return null
}

const isSame = (before: ClassVersion, after: Dated, sinceLeftOut: boolean): boolean =>
  before.kind === after.kind &&
  before.yearlyIncome === after.yearlyIncome &&
  before.supervised === after.supervised &&
  before.evidence === after.evidence &&
  before.validUntil === after.validUntil &&
  (sinceLeftOut || before.since === after.since)

const classColumns = {
  lenderId: 'bigint',
  version: 'integer',
  kind: 'text',
  yearlyIncome: 'bigint',
  supervised: 'boolean',
  since: 'date',
  evidence: 'text',
  validUntil: 'date',
} as const

async function insertClass(tx: Transaction, lenderId: number, version: number, kept: Dated): Promise<void> {
  await run(
    tx,
    'lenders.profile.insert_class',
    `insert into lender_class (${columnNames(classColumns)}) values (${placeholders(classColumns)})`,
    oneRow(classColumns, { ...kept, lenderId, version }),
  )
  await run(tx, 'lenders.profile.count_class', 'update lender set class_version = $2 where id = $1', [
    lenderId,
    version,
  ])
}

export type ClassVersion = LenderClassInput & {
  since: string
  version: number
  keptAt: Date
  expired: boolean
}

/** The versions of a lender's class, the newest first. */
export const classVersions = (db: Queryable, lenderId: number, limit = 1000): Promise<ClassVersion[]> =>
  many<ClassVersion>(
    db,
    'lenders.profile.class_versions',
    `select version, kind, yearly_income as "yearlyIncome", supervised, since, evidence, valid_until as "validUntil",
            kept_at as "keptAt", coalesce(valid_until < business_day(app_now()), false) as expired
       from lender_class where lender_id = $1 order by version desc limit $2`,
    [lenderId, limit],
  )
