import { one, type Queryable } from '../platform/db/database.ts'

export type DgsignType = 'PRIVY' | 'XIGNATURE'

/** Who signs for a lender, a company by the person it names, and the id under which the provider knows it. */
export function signerOf(
  db: Queryable,
  lenderId: number,
): Promise<{ id: string; name: string; dgsignType: DgsignType }> {
  return one<{ id: string; name: string; dgsignType: DgsignType }>(
    db,
    'profile.signer',
    `select l.digi_sign_id as id, coalesce(i.pic_full_name, l.name) as name,
            l.dgsign_type as "dgsignType"
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
}
