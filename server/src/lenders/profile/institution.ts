import type { InstitutionProfile } from '@pematang/contract/lenders/profile/endpoints'
import type { Context } from '../../context.ts'
import { maybe } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { depositAccountsOf } from './deposit-accounts.ts'
import { virtualAccountsOf } from './virtual-accounts.ts'

type InstitutionRow = Pick<
  InstitutionProfile,
  'companyName' | 'companyEmail' | 'picFullname' | 'phoneNumberPic'
>

/**
 * The company of a corporate lender with its open virtual accounts.
 * @throws Refusal INSTITUTION_NOT_FOUND for an individual.
 */
export async function getInstitutionProfile(context: Context, lenderId: number): Promise<InstitutionProfile> {
  const [row, accounts] = await Promise.all([
    findInstitution(context, lenderId),
    virtualAccountsOf(context.db, lenderId),
  ])
  const institution = required(row, 'INSTITUTION_NOT_FOUND')
  return { ...institution, ...depositAccountsOf(accounts) }
}

function findInstitution(context: Context, lenderId: number): Promise<InstitutionRow | undefined> {
  return maybe<InstitutionRow>(
    context.db,
    'lenders.profile.institution',
    `select i.company_name as "companyName", i.company_email as "companyEmail", i.pic_full_name as "picFullname",
            i.pic_phone as "phoneNumberPic"
       from lender l join lender_institution i on i.lender_id = l.id where l.id = $1 and l.user_type_id = 3`,
    [lenderId],
  )
}
