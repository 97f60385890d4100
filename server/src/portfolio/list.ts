import type { Pagination } from '@pematang/contract/fields'
import type { LoanStatusName, PortfolioItem } from '@pematang/contract/portfolio/endpoints'
import type { Context } from '../context.ts'
import { documentPath } from '../documents/index.ts'
import { fundingNumber } from '../funding/index.ts'
import type { TenorPeriod } from '../loans/csv/index.ts'
import { tenorPeriodNames } from '../loans/index.ts'
import { many } from '../platform/db/database.ts'
import { containing, paginate } from '../platform/pagination.ts'
import { findPage } from './find-page.ts'
import { statusIds, withStatus } from './loan-status.ts'

export type PortfolioQuery = {
  name?: string | undefined
  loanNumber?: string | undefined
  loanStatus?: 'ACTIVE' | 'FUNDED' | 'LATE' | '' | undefined
  page: number
  limit: number
}

type Row = {
  fundingId: string
  loanId: number
  loanSecureId: string
  loanNumber: string
  loanType: string
  borrowerName: string
  amount: number
  createdAt: Date
  signBefore: Date
  state: 'WAITING' | 'SETTLED' | 'REFUNDED'
  docToken: string
  signaturePage: number | null
  agreement: string | null
  dgsignType: string
  /** The two agreements as they stand: signed where they are. */
  pp: string | null
  ppfp: string | null
  factsheet: string | null
  disbursedOn: string | null
  dueDate: string
  tenor: number
  tenorPeriod: TenorPeriod
  status: LoanStatusName
}

/**
 * The loans that a lender has funded, the newest first; those that still wait for a signature are among them. Which they
 * are is found in what is kept for reading; what is told of them comes from where it stands.
 */
export async function listPortfolio(
  context: Context,
  lenderId: number,
  query: PortfolioQuery,
): Promise<{ list: PortfolioItem[]; pagination: Pagination }> {
  const { total, ids } = await findPage(context.db, {
    lenderId,
    name: containing(query.name),
    loanNumber: containing(query.loanNumber),
    status: query.loanStatus || null,
    page: query.page,
    limit: query.limit,
  })
  const rows = ids.length > 0 ? await findItems(context, lenderId, ids) : []
  const pagination = paginate(total, query)
  return { list: rows.map((row) => toItem(row, query.page >= pagination.totalPage)), pagination }
}

/** What is told of each of these fundings of a lender, the newest first. */
function findItems({ db }: Context, lenderId: number, ids: readonly string[]): Promise<Row[]> {
  return many<Row>(
    db,
    'portfolio.items',
    `select f.id as "fundingId", l.id as "loanId", l.secure_id as "loanSecureId", l.loan_number as "loanNumber",
            (select name from loan_type t where t.id = l.loan_type_id) as "loanType", b.name as "borrowerName",
            f.amount, f.created_at as "createdAt", f.sign_before as "signBefore", f.state, f.id as "docToken",
            (select a.signature_page from agreement a where a.id = f.id) as "signaturePage",
            (select d.id from document d where d.agreement_id = f.id and d.kind =
              case when exists (select from archived_agreement g where g.funding_id = f.id) then 'PP'
                   else 'PP_SIGNED' end) as agreement,
            -- What was consented to in bulk has no signing page either: its two files are opened as they are.
            case when f.bulk_id is not null then 'XIGNATURE' else coalesce((select g.provider from signature g where g.funding_id = f.id),
                     case when not exists (select from signing_request q where q.funding_id = f.id)
                      then (select dgsign_type from lender where id = f.lender_id) end, 'PRIVY') end as "dgsignType",
            (select d.id from document d where d.agreement_id = f.id and d.kind in ('PP', 'PP_SIGNED')
              order by d.kind desc limit 1) as pp,
            (select d.id from document d where d.agreement_id = f.id and d.kind in ('PPFP', 'PPFP_SIGNED')
              order by d.kind desc limit 1) as ppfp,
            (select s.id from factsheet s where s.loan_id = l.id order by s.version desc limit 1) as factsheet,
            l.disbursed_on as "disbursedOn", s.status, l.tenor, l.tenor_period as "tenorPeriod",
            coalesce((select max(i.due_date) from installment i where i.loan_id = l.id and i.superseded_on is null),
              (l.offer_until + case l.tenor_period
               when 'DAY' then make_interval(days => l.tenor) when 'WEEK' then make_interval(weeks => l.tenor)
               else make_interval(months => l.tenor) end)::date) as "dueDate"
       from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
       ${withStatus}
      where f.lender_id = $1 and f.id = any($2) order by f.id desc`,
    [lenderId, ids],
  )
}

function toItem(row: Row, lastPage: boolean): PortfolioItem {
  const waits = row.state === 'WAITING'
  const byHash = row.dgsignType === 'XIGNATURE'
  const agreement = row.agreement && documentPath(row.agreement)
  return {
    propertyLenderId: row.fundingId,
    loanId: row.loanId,
    loanType: row.loanType,
    borrowerName: row.borrowerName,
    transactionNumber: fundingNumber(row.fundingId),
    loanNumber: row.loanNumber,
    totalLoan: row.amount,
    fundingDate: row.createdAt.toISOString(),
    disbursementDate: row.disbursedOn,
    dueDate: row.dueDate,
    tenor: `${row.tenor} ${tenorPeriodNames[row.tenorPeriod]}`,
    tenorPeriod: tenorPeriodNames[row.tenorPeriod],
    tenorValue: row.tenor,
    statusId: statusIds[row.status],
    statusName: row.status,
    loanSecureId: row.loanSecureId,
    docTokenUrl: waits ? row.docToken : null,
    signCoordinatePage: waits ? row.signaturePage : null,
    signBefore: waits ? row.signBefore.toISOString() : null,
    lenderAgreementFile: agreement,
    lenderAgreementUrl: agreement,
    factsheetUrl: row.factsheet && documentPath(row.factsheet),
    isSigned: !waits,
    xignaturePpUrl: byHash && row.pp ? documentPath(row.pp) : null,
    xignaturePpfpUrl: byHash && row.ppfp ? documentPath(row.ppfp) : null,
    dgsignType: row.dgsignType,
    lastPage,
  }
}
