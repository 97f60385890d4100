import type { Context } from '../../context.ts'
import { type AgreementSnapshot, agreementTextVersion, generalTermsSha256 } from '../../documents/index.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { buildSchedule, type Installment, interestTypeNames, tenorPeriodNames } from '../../books/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isPicOf, hasAcceptedRisk } from '../../lenders/index.ts'
import { agreementNumber } from '@pematang/contract/format/reference-number'
import type { LoanTerms } from './store.ts'

type LenderFacts = {
  name: string
  isCompany: boolean
  companyName: string | null
  picName: string | null
  digiSignId: string
  taxRatePpm: number
  hasAcceptedRisk: boolean
  now: Date
}

/** The part of a snapshot shared by all agreements that a lender prepares at one time. */
export type AgreementTerms = Pick<
  AgreementSnapshot,
  | 'preparedAt'
  | 'textVersion'
  | 'generalTermsSha256'
  | 'platformSigned'
  | 'operator'
  | 'lender'
  | 'taxRate'
  | 'signatureSeconds'
>

type Settings = Pick<Context, 'config'>

/**
 * The parties, and the terms of the agreements that do not depend on the loan.
 * @throws Refusal COMPANY_PIC_MISSING for a company without a person who can sign for it
 */
export const readAgreementTerms = async (
  settings: Settings,
  db: Queryable,
  lenderId: number,
): Promise<AgreementTerms> => termsOf(settings, lenderId, await lenderFacts(db, lenderId))

/**
 * `readAgreementTerms` for a lender who is about to fund.
 * @throws Refusal RISK_WARNING_UNACCEPTED, COMPANY_PIC_MISSING
 */
export async function readFundingTerms(
  settings: Settings,
  db: Queryable,
  lenderId: number,
): Promise<AgreementTerms> {
  const facts = await lenderFacts(db, lenderId)
  if (!facts.hasAcceptedRisk) throw new Refusal('RISK_WARNING_UNACCEPTED')
  return termsOf(settings, lenderId, facts)
}

/** The number of seconds to sign each of these fundings; it grows with the number of loans signed together. */
export const secondsToSign = (
  { SIGNATURE_SECONDS: first, SIGNATURE_SECONDS_EACH: further }: Context['config'],
  signedTogether: number,
): number => first + (signedTogether - 1) * further

const lenderFacts = (db: Queryable, lenderId: number): Promise<LenderFacts> =>
  one<LenderFacts>(
    db,
    'funding.single.lender_facts',
    `select l.name, l.user_type_id = 3 as "isCompany", i.company_name as "companyName", i.pic_full_name as "picName", l.digi_sign_id as "digiSignId", l.tax_rate_ppm as "taxRatePpm",
            ${hasAcceptedRisk} as "hasAcceptedRisk", app_now() as now
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )

function termsOf({ config }: Settings, lenderId: number, lender: LenderFacts): AgreementTerms {
  const pic = lender.isCompany ? picOf(lender) : null
  return {
    preparedAt: lender.now.toISOString(),
    textVersion: agreementTextVersion(),
    generalTermsSha256,
    platformSigned: true,
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
    lender: {
      name: pic ?? lender.name,
      companyName: pic === null ? null : (lender.companyName ?? lender.name),
      identityLabel: `Nomor pengguna ${lenderId}`,
      digiSignId: lender.digiSignId,
    },
    taxRate: lender.taxRatePpm / 1_000_000,
    signatureSeconds: secondsToSign(config, 1),
  }
}

/** The name of the person who signs for a company; the company's own name is not accepted as one. */
function picOf({ name, companyName, picName }: LenderFacts): string {
  if (!picName || !isPicOf(picName, companyName ?? name)) throw new Refusal('COMPANY_PIC_MISSING')
  return picName
}

/**
 * The whole content of the two agreements of one funding. The schedule covers only this lender's share. The same terms,
 * loan, id and amount always give the same snapshot.
 */
export function snapshotOf(
  terms: AgreementTerms,
  { id, amount, loan }: { id: string; amount: number; loan: LoanTerms },
): AgreementSnapshot {
  return {
    ...terms,
    agreementNumber: agreementNumber(id),
    borrower: { name: loan.borrowerName, ...(loan.consent ? { consent: loan.consent } : {}) },
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
    ...(loan.offerEnd ? { offerEnd: loan.offerEnd } : {}),
    amount,
    penalty: {
      dailyFraction: loan.penaltyPpmPerDay / 1_000_000,
      maximumFraction: loan.penaltyMaximumPpm / 1_000_000,
    },
    allocation: loan.allocation,
    schedule: scheduleShown(loan, amount),
  }
}

/**
 * The schedule that an agreement over this amount shows, before tax. It starts on the last day of the offer, because
 * the disbursement follows then.
 */
export const scheduleShown = (loan: LoanTerms, amount: number): Installment[] =>
  buildSchedule({
    principal: amount,
    annualRate: loan.interest,
    interestType: loan.interestType,
    tenor: loan.tenor,
    tenorPeriod: loan.tenorPeriod,
    startDate: loan.offerUntil,
  })

/** The snapshot of one loan with the current terms of a lender who is about to fund it. */
export const buildSnapshot = async (
  context: Context,
  { id, lenderId, amount, loan }: { id: string; lenderId: number; amount: number; loan: LoanTerms },
): Promise<AgreementSnapshot> =>
  snapshotOf(await readFundingTerms(context, context.db, lenderId), { id, amount, loan })
