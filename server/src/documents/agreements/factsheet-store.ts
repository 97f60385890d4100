import type { DocumentContext } from '../context.ts'
import { joinPlace, type KeptBytes, notePlace, type StoredBytes, storedBytes } from '../store/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { FactsheetLoan } from './factsheet-text.ts'

export type FactsheetRow = { id: string; loanId: number; bytes: Buffer }

/**
 * Loans with the content of their factsheets, by id, each with the hash of its newest stored factsheet.
 * @param numbers the loans, or all that are neither drafts nor cancelled
 */
export function factsheetLoans(
  db: Queryable,
  numbers: readonly string[] | 'published',
  after: number,
  limit: number,
): Promise<(FactsheetLoan & { version: number; textSha256: Buffer | null })[]> {
  return many(
    db,
    'documents.agreements.factsheet_loans',
    `select l.id as "loanId", l.loan_number as "loanNumber", t.name as "loanTypeName", b.name as "borrowerName",
            p.total, p.minimum, l.interest, l.interest_type as "interestType", l.tenor,
            l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
            l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
            l.offer_from as "offerFrom", p.offer_until as "offerUntil", coalesce(f.version, 0) as version,
            f.text_sha256 as "textSha256", s.installments as "paidOut"
       from loan l join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
       join loan_type t on t.id = l.loan_type_id
       left join lateral (select version, text_sha256 from factsheet f where f.loan_id = l.id
                           order by version desc limit 1) f on true
       left join lateral (
         select json_agg(json_build_object('no', i.no - s.before, 'dueDate', i.due_date, 'principal', i.principal,
                                           'interest', i.interest) order by i.no) as installments
           from (
             select coalesce(v.agreed_version, first.version) as version, min(i.no) - 1 as before
               from loan_servicing v
              cross join lateral (select min(o.version) as version from installment o
                                   where o.loan_id = v.loan_id and o.superseded_on is distinct from '-infinity') first
               join installment i on i.loan_id = v.loan_id and i.version = coalesce(v.agreed_version, first.version)
              where v.loan_id = l.id group by 1
           ) s join installment i on i.loan_id = l.id and i.version = s.version
       ) s on true
      where l.id > $1 and case when $2::text[] is null then p.status not in ('DRAFT', 'DELETED', 'CANCELLED')
                               else l.loan_number = any($2) end
      order by l.id limit $3`,
    [after, numbers === 'published' ? null : numbers, limit],
  )
}

export const hasFactsheet = async (db: Queryable, loanId: number): Promise<boolean> =>
  (
    await one<{ there: boolean }>(
      db,
      'documents.agreements.has_factsheet',
      'select exists (select from factsheet where loan_id = $1) as there',
      [loanId],
    )
  ).there

/**
 * Stores a factsheet under the next version number.
 * @returns false if a concurrent call has stored that version
 */
export async function insertFactsheet(
  tx: Queryable,
  sheet: { id: string; loanId: number; version: number; textSha256: Buffer; kept: KeptBytes; pages: number },
): Promise<boolean> {
  await notePlace(tx, sheet.kept)
  const inserted = await run(
    tx,
    'documents.agreements.insert_factsheet',
    `insert into factsheet (id, loan_id, version, text_sha256, bytes, sha256, pages)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      sheet.id,
      sheet.loanId,
      sheet.version,
      sheet.textSha256,
      sheet.kept.ofRow,
      sheet.kept.sha256,
      sheet.pages,
    ],
  )
  return inserted === 1
}

/** A factsheet that this lender may see: any lender while its loan is published, and afterwards those who funded it. */
export async function findFactsheet(
  { db, contents }: Pick<DocumentContext, 'db' | 'contents'>,
  lenderId: number,
  id: string,
): Promise<FactsheetRow | undefined> {
  const found = await maybe<Omit<FactsheetRow, 'bytes'> & StoredBytes>(
    db,
    'documents.agreements.find_factsheet',
    `select d.id, d.loan_id as "loanId", ${storedBytes} from factsheet d ${joinPlace}
       join loan_position p on p.loan_id = d.loan_id
      where d.id = $1 and (p.status not in ('DRAFT', 'DELETED', 'CANCELLED')
                           or exists (select from funding g where g.loan_id = d.loan_id and g.lender_id = $2))`,
    [id, lenderId],
  )
  return found && { id: found.id, loanId: found.loanId, bytes: await contents.read(found) }
}
