import { one, type Queryable } from '../platform/db/database.ts'

/** Who signs for a lender, a company by the person it names, and the id under which the provider knows it. */
export function signerOf(db: Queryable, lenderId: number): Promise<{ id: string; name: string }> {
  return one<{ id: string; name: string }>(
    db,
    'profile.signer',
    `select l.digi_sign_id as id, coalesce(i.pic_full_name, l.name) as name
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
}
