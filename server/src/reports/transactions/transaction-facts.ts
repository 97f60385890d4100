import type { BusinessDate } from '@pematang/contract/format/business-date'
import { maskNumber } from '@pematang/contract/format/mask-number'
import type { TransactionFacts } from '@pematang/contract/reports/transactions/endpoints'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'

type Asked = { id: string; type: '1' | '2' | '5' | '6' }
type FactsOf<Kind extends TransactionFacts['kind']> = Omit<Extract<TransactionFacts, { kind: Kind }>, 'kind'>
type Find = (db: Queryable, lenderId: number, id: string) => Promise<TransactionFacts | undefined>

/**
 * The details of a row in a lender's history: the payment, funding, repayment or withdrawal that moved the money. A
 * correction and a bulk funding have none, because their rows are complete.
 * @throws Refusal NOT_FOUND, also for a row of another lender
 */
export async function showTransaction(
  db: Queryable,
  lenderId: number,
  { id, type }: Asked,
): Promise<TransactionFacts> {
  return required(await finders[type](db, lenderId, id), 'NOT_FOUND')
}

const findTopUp: Find = async (db, lenderId, id) => {
  const facts = await maybe<FactsOf<'TOP_UP'>>(
    db,
    'reports.transactions.top_up',
    // A virtual account number belongs to one lender forever, even after the account was closed.
    `select v.bank_name as "bankName", v.number as "virtualAccount", p.reference_no as "bankReference"
       from top_up t join bank_payment p on p.id = t.id
       left join lender_virtual_account v on v.lender_id = t.lender_id and v.number = replace(p.number, ' ', '')
      where t.lender_id = $1 and t.id = $2`,
    [lenderId, id],
  )
  return facts ? { kind: 'TOP_UP', ...facts } : findOpening(db, lenderId, id)
}

const findOpening: Find = async (db, lenderId, id) => {
  const facts = await maybe<FactsOf<'OPENING'>>(
    db,
    'reports.transactions.opening',
    'select as_of as "asOf" from cash_opening where lender_id = $1 and id = $2',
    [lenderId, id],
  )
  return facts && { kind: 'OPENING', ...facts }
}

type FundingRow = {
  outcome: FactsOf<'FUNDING'>['outcome'] | 'SETTLED'
  endedAt: Date | null
  signBefore: Date
}

const findFunding: Find = async (db, lenderId, id) => {
  const row = await maybe<FundingRow>(
    db,
    'reports.transactions.funding',
    `select state as outcome, ended_at as "endedAt", sign_before as "signBefore"
       from funding where lender_id = $1 and id = $2`,
    [lenderId, id],
  )
  return (
    row && {
      kind: 'FUNDING',
      outcome: row.outcome === 'SETTLED' ? 'FUNDED' : row.outcome,
      endedAt: row.endedAt?.toISOString() ?? null,
      signBefore: row.signBefore.toISOString(),
    }
  )
}

type RepaymentRow = Omit<FactsOf<'REPAYMENT'>, 'paidOn'> & { paidOn: BusinessDate | null }

const findRepayment: Find = async (db, lenderId, id) => {
  const facts = await maybe<RepaymentRow>(
    db,
    'reports.transactions.repayment',
    // The id in the history is that of the journal for a refund, and that of the borrower's payment for a repayment.
    `select false as "isRefund", p.paid_on as "paidOn", sum(r.principal)::bigint as principal,
            sum(r.interest)::bigint as interest, sum(r.penalty)::bigint as penalty, sum(r.tax)::bigint as tax
       from loan_payment p join lender_repayment r on r.payment_id = p.id and r.lender_id = $1
      where p.id = $2 group by p.paid_on
      union all
     select true, null, t.amount, 0, 0, 0
       from funding f join transfer t on t.ref = f.id::text and t.kind = 'REFUND'
      where f.lender_id = $1 and f.state = 'REFUNDED' and t.journal_id = $2`,
    [lenderId, id],
  )
  return facts && { kind: 'REPAYMENT', ...facts }
}

type WithdrawalRow = Omit<FactsOf<'WITHDRAWAL'>, 'endedAt'> & { endedAt: Date | null }

const findWithdrawal: Find = async (db, lenderId, id) => {
  const row = await maybe<WithdrawalRow>(
    db,
    'reports.transactions.withdrawal',
    // Money returned by the bank is a separate row, which shows the details of its withdrawal.
    `select w.amount as sent, w.fee, b.bank_name as "bankName", v.account_name as "accountName",
            v.account_number as "accountNumber", w.reason, w.ended_at as "endedAt", w.bank_reference as "bankReference",
            case when w.end_reason = 'GIVEN_BACK' then 'GIVEN_BACK' when w.state in ('PAID', 'RETURNED') then w.state
                 else 'UNDER_WAY' end as outcome
       from withdrawal w
       join lender_bank_account_version v on v.lender_id = w.lender_id and v.version = w.account_version
       left join lender_bank_account b on b.lender_id = w.lender_id and b.bank_code = v.bank_code
      where w.lender_id = $1
        and w.id in ($2, (select r.withdrawal_id from withdrawal_return_record r where r.lender_id = $1 and r.id = $2))`,
    [lenderId, id],
  )
  return (
    row && {
      kind: 'WITHDRAWAL',
      ...row,
      accountNumber: maskNumber(row.accountNumber),
      endedAt: row.endedAt?.toISOString() ?? null,
    }
  )
}

const finders: Readonly<Record<Asked['type'], Find>> = {
  '1': findTopUp,
  '2': findFunding,
  '5': findRepayment,
  '6': findWithdrawal,
}
