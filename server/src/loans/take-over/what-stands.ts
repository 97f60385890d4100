import { one, type Queryable } from '../../platform/db/database.ts'

type Since = {
  writtenOffOn: string | null
  /** Days of the standing restructurings, and references of the standing payments, newest first. */
  agreedOn: string[]
  payments: string[]
  disbursedOn: string | null
  transfers: number
}

/** Maximum payments that are named. */
const named = 3

/**
 * What was recorded on a loan after its take-over and stands, each with the command that takes it back. What was reversed
 * counts as nothing.
 * @param opened whether its service began with the take-over
 */
export async function whatStands(db: Queryable, loanId: number, opened: boolean): Promise<string[]> {
  const { writtenOffOn, agreedOn, payments, disbursedOn, transfers } = await one<Since>(
    db,
    'loans.take-over.since',
    `select (select written_off_on::text from write_off where loan_id = $1) as "writtenOffOn",
            array(select agreed_on::text from restructuring where loan_id = $1 order by version desc) as "agreedOn",
            array(select reference from standing_payment where loan_id = $1 order by recorded desc) as payments,
            (select disbursed_on::text from loan_servicing where loan_id = $1) as "disbursedOn",
            (select count(*) from holding_transfer where loan_id = $1) as transfers`,
    [loanId],
  )
  const more = payments.length > named ? ` dan ${payments.length - named} lagi` : ''
  return [
    ...(writtenOffOn === null ? [] : [`hapus bukunya tanggal ${writtenOffOn} ("loans reverse-write-off")`]),
    ...(transfers === 0 ? [] : [`${transfers} pengalihan pendanaannya ("lenders take-back-transfer")`]),
    ...agreedOn.map((day) => `ketentuan barunya tanggal ${day} ("loans reverse-restructuring")`),
    ...(payments.length === 0
      ? []
      : [`pembayarannya ${payments.slice(0, named).join(', ')}${more} ("repayments reverse")`]),
    ...(disbursedOn === null || opened
      ? []
      : [`pencairannya tanggal ${disbursedOn} ("disbursements reverse")`]),
  ]
}
