import type { Books, Funding, Loan, Withdrawal } from '../../model/books.ts'

/** A row of the books by its name, with its figures as one text. */
export type Row = readonly [name: string, value: string]

export const kinds = ['loan', 'funding', 'withdrawal', 'installment'] as const
export type Kind = (typeof kinds)[number]

const loanRow = (number: string, { state, funded, reserved }: Loan): Row => [
  number,
  `${state} ${funded} ${reserved}`,
]

const fundingRow = (id: string, { lender, loan, amount, state }: Funding): Row => [
  id,
  `${lender} ${loan} ${amount} ${state}`,
]

const withdrawalRow = (id: string, { lender, sent, fee, state }: Withdrawal): Row => [
  id,
  `${lender} ${sent} ${fee} ${state === 'LOST' ? 'UNDER_WAY' : state}`,
]

const installmentRows = (number: string, { servicing }: Loan): Row[] =>
  (servicing?.installments ?? [])
    .filter(({ isReplaced }) => !isReplaced)
    .map((one, place) => [
      `${number} ${place + 1}`,
      [
        ...[one.dueDate, one.principal, one.interest],
        ...[one.principalPaid, one.interestPaid, one.penaltyPaid],
      ].join(' '),
    ])

type Rows = Pick<Books, 'loans' | 'fundings' | 'withdrawals'>

export const rowsOf: Record<Kind, (books: Rows) => Row[]> = {
  loan: ({ loans }) => [...loans].map(([number, loan]) => loanRow(number, loan)),
  funding: ({ fundings }) => [...fundings].map(([id, funding]) => fundingRow(id, funding)),
  withdrawal: ({ withdrawals }) => [...withdrawals].map(([id, one]) => withdrawalRow(id, one)),
  installment: ({ loans }) => [...loans].flatMap(([number, loan]) => installmentRows(number, loan)),
}

/** The keys by which some of the rows are read: the numbers of loans, or the ids of fundings and withdrawals. */
export const keysOf: Record<Kind, (books: Rows) => string[]> = {
  loan: ({ loans }) => [...loans.keys()],
  funding: ({ fundings }) => [...fundings.keys()],
  withdrawal: ({ withdrawals }) => [...withdrawals.keys()],
  installment: ({ loans }) => [...loans.keys()],
}

const statements: Record<Kind, { rows: string; some: string }> = {
  loan: {
    rows: `select l.loan_number as name, p.status || ' ' || p.funded || ' ' || p.reserved as value
             from loan l join loan_position p on p.loan_id = l.id where true`,
    some: 'l.loan_number = any($1)',
  },
  funding: {
    rows: `select f.id::text as name, l.phone || ' ' || n.loan_number || ' ' || f.amount || ' ' || f.state as value
             from funding f join lender l on l.id = f.lender_id join loan n on n.id = f.loan_id where true`,
    some: 'f.id = any($1::uuid[])',
  },
  withdrawal: {
    rows: `select w.id::text as name, l.phone || ' ' || w.amount || ' ' || w.fee || ' ' ||
                  case when w.state in ('HELD', 'SENT') then 'UNDER_WAY' else w.state end as value
             from withdrawal w join lender l on l.id = w.lender_id where true`,
    some: 'w.id = any($1::uuid[])',
  },
  installment: {
    rows: `select l.loan_number || ' ' || row_number() over (partition by l.id order by i.no) as name,
                  i.due_date || ' ' || i.principal || ' ' || i.interest || ' ' ||
                  i.principal_paid || ' ' || i.interest_paid || ' ' || i.penalty_paid as value
             from installment i join loan l on l.id = i.loan_id where i.superseded_on is null`,
    some: 'l.loan_number = any($1)',
  },
}

/** The SQL that reads all rows of a kind from the books. */
export const allRows = (kind: Kind): string => statements[kind].rows

/** The SQL that reads the rows with the keys in $1. */
export const someRows = (kind: Kind): string => `${statements[kind].rows} and ${statements[kind].some}`
