import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { type LoanRow, NO_ACCOUNT } from './csv/index.ts'

/** Why a draft cannot be changed, deleted or restored, in one sentence. */
export class DraftFault extends Error {}

/** A loan that may be a draft, with the content of its file and all later corrections. */
export type StoredDraft = {
  loanId: number
  status: string
  productNumber: string | null
  /** Whether lenders see it as a loan that was taken over and taken back. */
  wasTakenOver: boolean
  /** Without its account, which an edit does not touch. */
  loan: LoanRow
}

/** A loan by its number, locked against concurrent publishing, take-over or change. */
export async function lockDraft(tx: Queryable, loanNumber: string): Promise<StoredDraft> {
  await maybe(
    tx,
    'loans.offers.lock_drafts',
    `select p.loan_id from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number = $1 for no key update of p`,
    [loanNumber],
  )
  // Read after the lock, so that a concurrent change is seen.
  const found = await maybe<Omit<StoredDraft, 'loan'> & Omit<LoanRow, keyof typeof NO_ACCOUNT>>(
    tx,
    'loans.offers.find_drafts',
    `select l.id as "loanId", p.status, product.number as "productNumber",
            exists (select from loan_take_over_record t where t.loan_id = l.id) as "wasTakenOver", l.loan_number as "loanNumber",
            b.number as "borrowerNumber", b.name as "borrowerName", t.name as "loanType", p.total as "totalLoan",
            p.minimum as "minimumFunding", trim_scale(l.interest)::text as interest, l.interest_type as "interestType",
            l.tenor, l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
            l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
            l.offer_from::text as "offerFrom", l.offer_until::text as "offerUntil",
            l.consent_reference as "consentReference", l.consent_provider as "consentProvider",
            to_char(l.consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "consentAt",
            encode(l.consent_sha256, 'hex') as "consentHash",
            f.sector, f.province, f.borrower_kind as "borrowerKind", f.borrower_sex as "borrowerSex",
            f.borrower_birth_year as "borrowerBirthYear"
       from loan l
       join loan_position p on p.loan_id = l.id
       join borrower b on b.id = l.borrower_id
       join loan_type t on t.id = l.loan_type_id
       left join bulk_product product on product.id = p.bulk_product_id
       left join lateral (select * from loan_facts n where n.loan_id = l.id order by n.version desc limit 1) f on true
      where l.loan_number = $1`,
    [loanNumber],
  )
  if (!found) throw new DraftFault(`Tidak ada pinjaman ${loanNumber}.`)
  const { loanId, status, productNumber, wasTakenOver, ...terms } = found
  return { loanId, status, productNumber, wasTakenOver, loan: { ...terms, ...NO_ACCOUNT } }
}

/**
 * Replaces the content of a draft.
 * @returns false if its borrower was renamed meanwhile
 */
export async function updateDraft(
  tx: Queryable,
  loanId: number,
  loan: LoanRow,
  hash: string,
): Promise<boolean> {
  const updated = await run(
    tx,
    'loans.offers.update_draft',
    `update loan l
        set borrower_id = b.id, loan_type_id = t.id, interest = r.interest, interest_type = r."interestType",
            tenor = r.tenor, tenor_period = r."tenorPeriod", grade = r.grade, grade_description = r."gradeDescription",
            purpose = r.purpose, marketing_title = r."marketingTitle", marketing_detail = r."marketingDetail",
            offer_from = r."offerFrom", offer_until = r."offerUntil", consent_reference = r."consentReference",
            consent_provider = r."consentProvider", consent_at = r."consentAt",
            consent_sha256 = decode(r."consentHash", 'hex'), source_hash = decode($3, 'hex')
       from jsonb_to_record($2::jsonb) as r (
              "borrowerNumber" text, "borrowerName" text, "loanType" text, interest numeric,
              "interestType" text, tenor smallint, "tenorPeriod" text, grade text, "gradeDescription" text,
              purpose text, "marketingTitle" text, "marketingDetail" text, "offerFrom" date, "offerUntil" date,
              "consentReference" text, "consentProvider" text, "consentAt" timestamptz, "consentHash" text)
       join borrower b on b.number = r."borrowerNumber" and b.name = r."borrowerName"
       join loan_type t on t.name = r."loanType"
      where l.id = $1`,
    [loanId, JSON.stringify(loan), hash],
  )
  await run(
    tx,
    'loans.offers.update_draft_position',
    `update loan_position p
        set total = $2, minimum = $3, offer_from = l.offer_from, offer_until = l.offer_until,
            loan_type_id = l.loan_type_id, tenor = l.tenor
       from loan l where l.id = p.loan_id and p.loan_id = $1`,
    [loanId, loan.totalLoan, loan.minimumFunding],
  )
  return updated === 1
}
