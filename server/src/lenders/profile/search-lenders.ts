import { many, type Queryable } from '../../platform/db/database.ts'
import { Lookup, SearchKey } from '../../platform/keys/personal-data.ts'

/** A lender who was found, and by what. */
export type FoundLender = { lenderId: number; phone: string; name: string; by: string }

/** What a lender can be found by, as staff read it. */
export const foundByWords: Readonly<Record<string, string>> = {
  name: 'nama',
  company: 'nama perusahaan',
  phone: 'nomor telepon',
  'bank account': 'nomor rekening',
  'tax number': 'NPWP',
}

/** Lenders that a search finds at most. */
const most = 100

const page = 5_000

/** What an e-mail is found by, in upper or lower case. */
export const searchedEmail = (email: string): SearchKey => new SearchKey(email.toLowerCase())

/**
 * Lenders by a whole phone, virtual account, tax number, e-mail or number of their bank account, or by a part of their name
 * or their company's. Accents, case and forms of apostrophes make no difference in names.
 */
export async function searchLenders(db: Queryable, text: string): Promise<FoundLender[]> {
  const found = [...(await indexed(db, text)), ...(await notHashed(db, text.trim().toLowerCase()))]
  const once = new Map(found.map((one) => [`${one.lenderId} ${one.by}`, one]))
  return [...once.values()].slice(0, most)
}

// A subquery folds the text once, not for each row, and the plan is the same for every text.
const indexed = (db: Queryable, text: string): Promise<FoundLender[]> =>
  many<FoundLender>(
    db,
    'lenders.profile.search',
    `with pattern as materialized (
       select '%' || replace(replace(replace(search_form($1), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' as text
     ), found as (
       select id, 'phone' as by from lender where phone_search = any($2)
        union select lender_id, 'virtual account' from lender_virtual_account where number = replace($1, ' ', '')
        union select lender_id, 'tax number' from lender_tax_number where number_search = any($3)
        union select id, 'e-mail' from lender where email_search = any($4)
        union select lender_id, 'e-mail' from lender_institution where email_search = any($4)
        union select lender_id, 'bank account' from lender_bank_account where number_search = any($4)
        union (select id, 'name' from lender where name_search like (select text from pattern) limit $5)
        union (select lender_id, 'company' from lender_institution where name_search like (select text from pattern) limit $5)
     )
     select l.id as "lenderId", l.phone, l.name, found.by
       from found join lender l on l.id = found.id
      order by found.by in ('name', 'company'), l.id, found.by limit $5`,
    [
      text,
      new Lookup(text.replace(/^\+?62|^0/, '')),
      new Lookup(text.replaceAll(/[.\- ]/g, '')),
      new Lookup(text.trim().toLowerCase()),
      most,
    ],
  )

type Private = Omit<FoundLender, 'by'> & {
  email: string
  companyEmail: string | null
  account: string | null
}

/** What was encrypted before it was hashed too cannot be compared by the database, until `keys rotate`. */
async function notHashed(db: Queryable, text: string): Promise<FoundLender[]> {
  if (!/@|^\d{5,20}$/.test(text)) return []
  const found: FoundLender[] = []
  for (let after = 0; found.length < most; ) {
    const rows = await many<Private>(
      db,
      'lenders.profile.search_not_hashed',
      `select l.id as "lenderId", l.phone, l.name, l.email, i.company_email as "companyEmail", b.account_number as account
         from (select id from lender where email_search is null
                union select lender_id from lender_institution where email_search is null
                union select lender_id from lender_bank_account where number_search is null) unhashed
         join lender l on l.id = unhashed.id left join lender_institution i on i.lender_id = l.id
         left join lender_bank_account b on b.lender_id = l.id where l.id > $1 order by l.id limit $2`,
      [after, page],
    )
    for (const { email, companyEmail, account, ...lender } of rows) {
      if ([email, companyEmail].some((one) => one?.toLowerCase() === text))
        found.push({ ...lender, by: 'e-mail' })
      if (account === text) found.push({ ...lender, by: 'bank account' })
    }
    if (rows.length < page) break
    after = rows.at(-1)?.lenderId ?? after
  }
  return found
}
