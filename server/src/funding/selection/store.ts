import type { RefusalCode, RefusalParams } from '@pematang/contract/catalogue'
import type { FundedLoan, FundingState } from '../single/index.ts'
import type { Effect } from '../../platform/commands/command.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { Refusal } from '../../platform/refusal.ts'

type NewSelection = {
  id: string
  lenderId: number
  /** Each loan with its funding or its refusal, in the order in which they were decided. */
  loans: readonly { loanId: number; amount: number; end: Effect<FundedLoan> | Refusal }[]
}

const loanColumns = {
  loanId: 'bigint',
  amount: 'bigint',
  fundingId: 'uuid',
  refusal: 'code',
  refusalParams: 'jsonb',
} as const

/** Stores a selection with the outcome of each loan, which never changes afterwards. */
export async function insertSelection(tx: Queryable, { id, lenderId, loans }: NewSelection): Promise<void> {
  await run(tx, 'funding.selection.insert', 'insert into funding_selection (lender_id, id) values ($1, $2)', [
    lenderId,
    id,
  ])
  await run(
    tx,
    'funding.selection.insert_loans',
    `insert into funding_selection_loan (lender_id, selection_id, ${columnNames(loanColumns)}, place)
     select $1, $2, row.* from ${unnestRows(loanColumns, 3, 'place')}`,
    [
      lenderId,
      id,
      ...manyRows(loanColumns, loans, {
        loanId: ({ loanId }) => loanId,
        amount: ({ amount }) => amount,
        fundingId: ({ end }) => (end instanceof Refusal ? null : end.answer.docToken),
        refusal: ({ end }) => (end instanceof Refusal ? end.code : null),
        refusalParams: ({ end }) => (end instanceof Refusal ? JSON.stringify(end.params) : null),
      }),
    ],
  )
}

export type SelectedLoan = {
  createdAt: Date
  loanNumber: string
  borrowerName: string
  amount: number
  refusal: RefusalCode | null
  refusalParams: RefusalParams | null
  docToken: string | null
  state: FundingState | null
  /** Null where nothing was reserved for the loan. */
  signBefore: Date | null
  digiSignId: string | null
  signaturePage: number | null
  /** Whether it can be signed now on the signing page of its provider. */
  onPage: boolean
}

/** The loans of a selection of this lender in order, with the current state of their fundings. */
export function findSelection(db: Queryable, lenderId: number, id: string): Promise<SelectedLoan[]> {
  return many<SelectedLoan>(
    db,
    'funding.selection.find',
    `select s.created_at as "createdAt", l.loan_number as "loanNumber", b.name as "borrowerName", c.amount, c.refusal,
            c.refusal_params as "refusalParams", f.id as "docToken", f.state, f.sign_before as "signBefore",
            a.digi_sign_id as "digiSignId", a.signature_page as "signaturePage",
            coalesce(f.state = 'WAITING' and f.sign_before > app_now() and p.status <> 'CANCELLED'
              and coalesce((select q.provider from signing_request q where q.funding_id = f.id), r.dgsign_type) = 'PRIVY',
              false) as "onPage"
       from funding_selection s
       join funding_selection_loan c on c.lender_id = s.lender_id and c.selection_id = s.id
       join lender r on r.id = s.lender_id
       join loan l on l.id = c.loan_id join borrower b on b.id = l.borrower_id join loan_position p on p.loan_id = l.id
       left join funding f on f.lender_id = c.lender_id and f.id = c.funding_id
       left join agreement a on a.id = c.funding_id
      where s.lender_id = $1 and s.id = $2 order by c.place`,
    [lenderId, id],
  )
}
