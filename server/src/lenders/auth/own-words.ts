import { one, type Queryable } from '../../platform/db/database.ts'

/** What somebody who knows a lender would try as their password. */
export type OwnWords = { names: readonly string[]; phones: readonly string[] }

/** The names and phones of a lender, their company and its person in charge, and the name in their e-mail address. */
export async function ownWordsOf(db: Queryable, lenderId: number): Promise<OwnWords> {
  const row = await one<{
    name: string
    email: string
    phone: string
    company: string | null
    pic: string | null
    picPhone: string | null
  }>(
    db,
    'lenders.auth.own_words',
    `select l.name, l.email, l.phone, i.company_name as company, i.pic_full_name as pic, i.pic_phone as "picPhone"
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  const isThere = (text: string | null | undefined): text is string => Boolean(text)
  return {
    names: [row.name, row.company, row.pic, row.email.split('@')[0]].filter(isThere),
    phones: [row.phone, row.picPhone].filter(isThere),
  }
}
