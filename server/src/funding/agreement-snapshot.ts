import type { Context } from '../context.ts'
import type { AgreementSnapshot } from '../documents/index.ts'
import { interestTypeNames, tenorPeriodNames } from '../loans/index.ts'
import { one } from '../platform/db/database.ts'
import { makeSchedule } from '../servicing/schedule/index.ts'
import { agreementNumber } from './numbers.ts'
import type { OfferedLoan } from './store.ts'

type LenderFacts = {
  name: string
  companyName: string | null
  digiSignId: string
  taxRatePpm: number
  now: Date
}

/** Everything the two agreements say, taken down once. The schedule is of this lender's part alone. */
export async function takeSnapshot(
  { config, db }: Context,
  { id, lenderId, amount, loan }: { id: string; lenderId: number; amount: number; loan: OfferedLoan },
): Promise<AgreementSnapshot> {
  const lender = await one<LenderFacts>(
    db,
    'funding.lender_facts',
    `select l.name, i.company_name as "companyName", l.digi_sign_id as "digiSignId", l.tax_rate_ppm as "taxRatePpm",
            app_now() as now
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  return {
    agreementNumber: agreementNumber(id),
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
    taxRate: lender.taxRatePpm / 1_000_000,
    penalty: {
      dailyFraction: config.PENALTY_DAILY_FRACTION,
      maximumFraction: config.PENALTY_MAXIMUM_FRACTION,
    },
  }
}
