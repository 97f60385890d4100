import { one, type Queryable } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import { type LenderRow, lenderTable } from './lender-file.ts'

type Registered = Omit<LenderRow, 'invite'> & { lenderId: number }

/**
 * Compares a line of a lender file with the lender who is registered with its phone. What the line leaves empty is not
 * compared, so that a lender may have more.
 * @returns the first column with something else, or null
 */
export async function otherColumn(
  db: Queryable,
  row: LenderRow,
): Promise<{ lenderId: number; other: string | null }> {
  const { lenderId, ...registered } = await registeredWith(db, row.phone)
  const fields = Object.keys(registered) as (keyof typeof registered)[]
  const other = fields.find((field) => row[field] !== null && row[field] !== registered[field])
  return { lenderId, other: other === undefined ? null : lenderTable.columns[other].name }
}

/** What a lender has now, as a line of a file. */
const registeredWith = (db: Queryable, phone: string): Promise<Registered> =>
  one<Registered>(
    db,
    'lenders.profile.registered',
    `select l.id as "lenderId", $1::text as phone,
            case when l.user_type_id = 3 then 'COMPANY' else 'PERSON' end as type,
            coalesce(i.company_name, l.name) as name, l.email, i.company_email as "companyEmail", i.pic_full_name as pic,
            i.pic_phone as "picPhone", c.kind, c.yearly_income as "yearlyIncome",
            case when c.supervised then 'YES' else 'NO' end as supervised, c.since, c.evidence,
            c.valid_until as "validUntil", f.birth_date as "birthDate",
            case when f.married then 'YES' when not f.married then 'NO' end as married, f.checked_on as "checkedOn",
            f.check_reference as "checkReference", n.number as "taxNumber", l.tax_status as "taxStatus",
            case when l.tax_status = 'TREATY' then l.tax_rate_ppm end as "treatyRate",
            b.account_number as "bankAccount", b.account_name as "bankHolder", b.bank_code as "bankCode",
            b.bank_name as "bankName", b.bank_branch as "bankBranch", b.method_payment::text as "bankMethod",
            v.number as "vaBni", w.number as "vaOther", w.bank_code as "vaOtherCode", w.bank_name as "vaOtherBank",
            coalesce(v.account_name, w.account_name) as "vaHolder", l.dgsign_type as signer, l.digi_sign_id as "signerId"
       from lender l
       left join lender_institution i on i.lender_id = l.id
       left join lender_class c on c.lender_id = l.id and c.version = l.class_version
       left join lateral (select birth_date, married, checked_on, check_reference from lender_facts
                           where lender_id = l.id order by version desc limit 1) f on true
       left join lateral (select number from lender_tax_number where lender_id = l.id order by version desc limit 1) n on true
       left join lender_bank_account b on b.lender_id = l.id
       left join lender_virtual_account v on v.lender_id = l.id and v.method_payment = 1 and v.ended_at is null
       left join lender_virtual_account w on w.lender_id = l.id and w.method_payment = 2 and w.ended_at is null
      where l.phone_search = any($2)`,
    [phone, new Lookup(phone)],
  )
