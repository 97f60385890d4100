import type { BusinessDate } from '@pematang/contract/format/business-date'
import { statementNumber } from '@pematang/contract/format/reference-number'
import type {
  StatementFigures,
  StatementPortfolio,
  StatementReturn,
} from '@pematang/contract/reports/statements/endpoints'
import type { Context } from '../../context.ts'
import { joinPlace, type KeptBytes, notePlace, type StoredBytes, storedBytes } from '../../documents/index.ts'
import { qualities } from '../../loans/index.ts'
import type { CashSpan } from '../../books/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { type DaySums, type Result, returnOf } from './tally.ts'

/** An issued statement as it was stored. */
export type IssuedStatement = {
  lenderId: number
  id: string
  month: BusinessDate
  from: BusinessDate
  to: BusinessDate
  issuedAt: Date
  figures: StatementFigures
  portfolio: StatementPortfolio
  netReturn: StatementReturn
  backdated: number
  linesSha256: Buffer
  days: DaySums[]
}

type Row = Omit<StatementFigures, 'movements'> & {
  lenderId: number
  id: string
  month: BusinessDate
  to: BusinessDate
  issuedAt: Date
  movements: number
  backdated: number
  outstanding: string[]
  notPaidOut: number
  writtenOff: number
  lost: number
  average: number
  linesSha256: Buffer
  days: DaySums[]
}

const columns = `
  select lender_id as "lenderId", id, month, (month + interval '1 month' - interval '1 day')::date as to,
         issued_at as "issuedAt", opening, closing, topped_up as "toppedUp", lent, refunded, principal, interest, penalty,
         tax, withdrawn, fees, adjusted, movements, backdated, outstanding::text[] as outstanding,
         not_paid_out as "notPaidOut", written_off as "writtenOff", lost, average, lines_sha256 as "linesSha256", days
    from statement`

function issuedOf(row: Row): IssuedStatement {
  const { lenderId, id, month, to, issuedAt, backdated, linesSha256, days } = row
  const { outstanding, notPaidOut, writtenOff, lost, average } = row
  const { opening, closing, movements, toppedUp, lent, refunded, principal } = row
  const { interest, penalty, tax, withdrawn, fees, adjusted } = row
  return {
    ...{ lenderId, id, month, from: month, to, issuedAt, backdated, linesSha256, days },
    figures: {
      ...{ opening, closing, movements, toppedUp, lent, refunded, principal },
      ...{ interest, penalty, tax, withdrawn, fees, adjusted },
    },
    portfolio: {
      quality: qualities.map(({ name }, place) => ({ name, outstanding: Number(outstanding[place]) })),
      notPaidOut,
      writtenOff,
    },
    netReturn: returnOf(row, lost, average),
  }
}

/** A page of the statements of a lender, of one year or of all, the newest first. */
export async function findStatements(
  db: Queryable,
  { lenderId, year, page, limit }: { lenderId: number; year: number | null; page: number; limit: number },
): Promise<{ total: number; years: number[]; statements: IssuedStatement[] }> {
  const { total, years } = await one<{ total: number; years: number[] | null }>(
    db,
    'reports.statements.count',
    `select count(*) filter (where $2::int is null or extract(year from month) = $2) as total,
            array_agg(distinct extract(year from month)::int order by extract(year from month)::int desc) as years
       from statement where lender_id = $1`,
    [lenderId, year],
  )
  const rows = await many<Row>(
    db,
    'reports.statements.page',
    `${columns} where lender_id = $1 and ($2::int is null or extract(year from month) = $2)
      order by month desc limit $3 offset $4`,
    [lenderId, year, limit, (page - 1) * limit],
  )
  return { total, years: years ?? [], statements: rows.map(issuedOf) }
}

/** The statements of the months of a year, the oldest first. */
export async function statementsOfYear(
  db: Queryable,
  lenderId: number,
  year: number,
): Promise<IssuedStatement[]> {
  const months = await findStatements(db, { lenderId, year, page: 1, limit: 12 })
  return months.statements.toReversed()
}

/** The statement of a lender with this number. */
export async function findByNumber(
  db: Queryable,
  lenderId: number,
  number: string,
): Promise<IssuedStatement | undefined> {
  const rows = await many<{ id: string }>(
    db,
    'reports.statements.ids',
    'select id from statement where lender_id = $1',
    [lenderId],
  )
  const id = rows.find((row) => statementNumber(row.id) === number)?.id
  if (id === undefined) return undefined
  const row = await maybe<Row>(
    db,
    'reports.statements.by_id',
    `${columns} where lender_id = $1 and id = $2`,
    [lenderId, id],
  )
  return row && issuedOf(row)
}

/** The line ranges of the accounts of an issued statement. */
export function spansOf(db: Queryable, { lenderId, month }: Pick<IssuedStatement, 'lenderId' | 'month'>) {
  return many<CashSpan>(
    db,
    'reports.statements.spans',
    `select s.account_id as account, a.kind, s.after_seq as after, s.last_seq as last, s.opening, s.closing
       from statement_account s join account a on a.id = s.account_id
      where s.lender_id = $1 and s.month = $2 order by a.kind`,
    [lenderId, month],
  )
}

/** The line number at which the newest statement before a month ended, by account. */
export async function endsBefore(
  db: Queryable,
  lenderId: number,
  month: BusinessDate,
): Promise<Map<number, number>> {
  const rows = await many<{ account: number; last: number }>(
    db,
    'reports.statements.ends',
    `select account_id as account, last_seq as last from statement_account
      where lender_id = $1 and month = (select max(month) from statement where lender_id = $1 and month < $2)`,
    [lenderId, month],
  )
  return new Map(rows.map(({ account, last }) => [account, last]))
}

/** A computed statement that is not stored yet. */
export type MadeStatement = Pick<IssuedStatement, 'lenderId' | 'id' | 'month' | 'portfolio'> &
  Pick<Result, 'figures' | 'netReturn' | 'backdated' | 'sha256' | 'days'> & { spans: CashSpan[] }

const statementColumns = {
  lenderId: 'bigint',
  month: 'date',
  id: 'uuid',
  opening: 'bigint',
  closing: 'bigint',
  toppedUp: 'bigint',
  lent: 'bigint',
  refunded: 'bigint',
  principal: 'bigint',
  interest: 'bigint',
  penalty: 'bigint',
  tax: 'bigint',
  withdrawn: 'bigint',
  fees: 'bigint',
  adjusted: 'bigint',
  movements: 'integer',
  backdated: 'integer',
  outstanding: 'bigint[]',
  notPaidOut: 'bigint',
  writtenOff: 'bigint',
  lost: 'bigint',
  average: 'bigint',
  linesSha256: 'bytea',
  days: 'jsonb',
} as const
const spanColumns = {
  accountId: 'bigint',
  afterSeq: 'bigint',
  lastSeq: 'bigint',
  opening: 'bigint',
  closing: 'bigint',
} as const

/**
 * Stores a statement.
 * @returns false if the lender has one for the month
 */
export async function insertStatement(tx: Queryable, made: MadeStatement): Promise<boolean> {
  const { lenderId, month, figures, portfolio, netReturn, spans } = made
  const inserted = await run(
    tx,
    'reports.statements.insert',
    `insert into statement (${columnNames(statementColumns)}) values (${placeholders(statementColumns)})
     on conflict (lender_id, month) do nothing`,
    oneRow(statementColumns, {
      ...figures,
      lenderId,
      month,
      id: made.id,
      backdated: made.backdated,
      outstanding: portfolio.quality.map((bucket) => bucket.outstanding),
      notPaidOut: portfolio.notPaidOut,
      writtenOff: portfolio.writtenOff,
      lost: netReturn.lost,
      average: netReturn.average,
      linesSha256: made.sha256,
      days: JSON.stringify(made.days),
    }),
  )
  if (inserted === 0) return false
  await run(
    tx,
    'reports.statements.insert_accounts',
    `insert into statement_account (lender_id, month, ${columnNames(spanColumns)})
     select $1, $2, * from ${unnestRows(spanColumns, 3)}`,
    [
      lenderId,
      month,
      ...manyRows(spanColumns, spans, {
        accountId: ({ account }) => account,
        afterSeq: ({ after }) => after,
        lastSeq: ({ last }) => last,
        opening: ({ opening }) => opening,
        closing: ({ closing }) => closing,
      }),
    ],
  )
  return true
}

/** The stored PDF of an issued statement. */
export async function findPdf(
  { db, contents }: Pick<Context, 'db' | 'contents'>,
  { lenderId, month }: Pick<IssuedStatement, 'lenderId' | 'month'>,
): Promise<Buffer | undefined> {
  const row = await maybe<StoredBytes>(
    db,
    'reports.statements.pdf',
    `select ${storedBytes} from statement_pdf d ${joinPlace} where d.lender_id = $1 and d.month = $2`,
    [lenderId, month],
  )
  return row && contents.read(row)
}

/**
 * Stores a PDF.
 * @returns false if one exists already
 */
export const insertPdf = async (
  tx: Queryable,
  pdf: Pick<IssuedStatement, 'lenderId' | 'month'> & { kept: KeptBytes },
): Promise<boolean> => {
  await notePlace(tx, pdf.kept)
  const inserted = await run(
    tx,
    'reports.statements.insert_pdf',
    `insert into statement_pdf (lender_id, month, bytes, sha256) values ($1, $2, $3, $4)
     on conflict (lender_id, month) do nothing`,
    [pdf.lenderId, pdf.month, pdf.kept.ofRow, pdf.kept.sha256],
  )
  return inserted === 1
}
