import { one, type Queryable } from '../platform/db/database.ts'

/** The id under which the e-signature provider knows a lender. */
export async function digiSignIdOf(db: Queryable, lenderId: number): Promise<string> {
  return (await signerOf(db, lenderId)).id
}

/** Who signs for a lender: a company by the person it names. */
export function signerOf(db: Queryable, lenderId: number): Promise<{ id: string; name: string }> {
  return one<{ id: string; name: string }>(
    db,
    'profile.signer',
    `select l.digi_sign_id as id, coalesce(i.pic_full_name, l.name) as name
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
}
