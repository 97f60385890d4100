import { CommandError } from '../../operator/command.ts'
import type { Touching } from '../../platform/audit/search.ts'
import { many, type Queryable } from '../../platform/db/database.ts'

/** What touched a lender: themselves, their fundings with their loans, their payments, withdrawals and mandates. */
export async function touchingLender(db: Queryable, lenderId: number): Promise<Touching> {
  const rows = await many<{ subject: string }>(
    db,
    'audit.operator.subjects_of_lender',
    `select 'lender:' || $1::bigint as subject
      union select 'funding:' || id from funding where lender_id = $1
      union select 'loan:' || loan_id from holding where lender_id = $1 and state in ('SETTLED', 'REFUNDED')
      union select 'loan:' || n.loan_number from holding f join loan n on n.id = f.loan_id
             where f.lender_id = $1 and f.state in ('SETTLED', 'REFUNDED')
      union select 'agreement:' || id from agreement where lender_id = $1
      union select 'withdrawal:' || id from withdrawal where lender_id = $1
      union select 'payment:' || bank || ':' || payment_request_id from top_up where lender_id = $1
      union select 'bulk:' || id from bulk_funding where lender_id = $1
      union select 'mandate:' || id from mandate where lender_id = $1`,
    [lenderId],
  )
  return {
    subjects: rows.map(({ subject }) => subject),
    actor: `lender:${lenderId}`,
    details: [{ lenderId }, { toLender: lenderId }],
  }
}

/**
 * What touched a loan: itself and its fundings.
 * @throws CommandError if there is none
 */
export async function touchingLoan(db: Queryable, loanNumber: string): Promise<Touching> {
  const rows = await many<{ subject: string }>(
    db,
    'audit.operator.subjects_of_loan',
    `select 'loan:' || id as subject from loan where loan_number = $1
      union select 'loan:' || loan_number from loan where loan_number = $1
      union select 'funding:' || f.id from loan n join funding f on f.loan_id = n.id where n.loan_number = $1`,
    [loanNumber],
  )
  if (rows.length === 0) throw new CommandError(`Tidak ada pinjaman ${loanNumber}.`)
  return { subjects: rows.map(({ subject }) => subject), details: [{ loanNumber }] }
}

/** Reversals that a reason may have at most. */
const mostReversals = 10_000

/** The newest reversals with this text in their reason, which is kept with them and not in the audit trail. */
export async function reversalsBecause(db: Queryable, reason: string): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    'audit.operator.reversals_because',
    `select id from reversal where strpos(search_form(reason), search_form($1)) > 0 order by created_at desc limit $2`,
    [reason, mostReversals],
  )
  return rows.map(({ id }) => id)
}
