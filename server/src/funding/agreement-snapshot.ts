import type { Context } from '../context.ts'
import type { AgreementSnapshot } from '../documents/index.ts'
import { interestTypeNames, tenorPeriodNames } from '../loans/index.ts'
import { one, type Queryable } from '../platform/db/database.ts'
import { makeSchedule } from '../servicing/schedule/index.ts'
import { agreementNumber } from './numbers.ts'
import type { LoanTerms } from './store.ts'

type LenderFacts = {
  name: string
  companyName: string | null
  digiSignId: string
  taxRatePpm: number
  now: Date
}

/** What all agreements of a lender that are prepared at the same time say alike. */
export type AgreementTerms = Pick<
  AgreementSnapshot,
  'preparedAt' | 'operator' | 'lender' | 'taxRate' | 'penalty'
>

/** Takes down who the parties are, and what of the agreements does not go by the loan. */
export async function takeTerms(
  { config }: Pick<Context, 'config'>,
  db: Queryable,
  lenderId: number,
): Promise<AgreementTerms> {
  const lender = await one<LenderFacts>(
    db,
    'funding.lender_facts',
    `select l.name, i.company_name as "companyName", l.digi_sign_id as "digiSignId", l.tax_rate_ppm as "taxRatePpm",
            app_now() as now
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  return {
    preparedAt: lender.now.toISOString(),
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
    lender: {
      name: lender.name,
      companyName: lender.companyName,
      identityLabel: `Nomor pengguna ${lenderId}`,
      digiSignId: lender.digiSignId,
    },
    taxRate: lender.taxRatePpm / 1_000_000,
    penalty: {
      dailyFraction: config.PENALTY_DAILY_FRACTION,
      maximumFraction: config.PENALTY_MAXIMUM_FRACTION,
    },
  }
}

/**
 * Everything the two agreements of one loan say. The schedule is of this lender's part alone. The same terms, loan, id
 * and amount always make the same snapshot.
 */
export function snapshotOf(
  terms: AgreementTerms,
  { id, amount, loan }: { id: string; amount: number; loan: LoanTerms },
): AgreementSnapshot {
  return {
    ...terms,
    agreementNumber: agreementNumber(id),
    borrower: { name: loan.borrowerName },
    loan: {
      loanNumber: loan.loanNumber,
      loanTypeName: loan.loanTypeName,
      purpose: loan.purpose,
      totalLoan: loan.total,
      interestFraction: Number(loan.interest),
      interestTypeName: interestTypeNames[loan.interestType],
      tenor: loan.tenor,
      tenorPeriodName: tenorPeriodNames[loan.tenorPeriod],
      grade: loan.grade,
      dueDate: loan.offerUntil,
    },
    amount,
    // The loan is paid out after its offer has ended, so the schedule that is shown starts on the last day of it.
    schedule: makeSchedule({
      principal: amount,
      annualRate: loan.interest,
      interestType: loan.interestType,
      tenor: loan.tenor,
      tenorPeriod: loan.tenorPeriod,
      startDate: loan.offerUntil,
    }),
  }
}

/** Everything the two agreements say, taken down once. */
export const takeSnapshot = async (
  context: Context,
  { id, lenderId, amount, loan }: { id: string; lenderId: number; amount: number; loan: LoanTerms },
): Promise<AgreementSnapshot> =>
  snapshotOf(await takeTerms(context, context.db, lenderId), { id, amount, loan })
