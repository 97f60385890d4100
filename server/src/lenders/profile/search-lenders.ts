import { many, type Queryable } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'

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

/** Rows read per query where values are compared outside the database. */
const page = 5_000

/**
 * Lenders by a part of their name or their company's, or by a whole phone, virtual account, tax number, e-mail or number
 * of their bank account. Accents, case and forms of apostrophes make no difference in names.
 */
export async function searchLenders(db: Queryable, text: string): Promise<FoundLender[]> {
  const found = [...(await byNameOrNumber(db, text)), ...(await byEncrypted(db, text.trim().toLowerCase()))]
  return found.slice(0, most)
}

const byNameOrNumber = (db: Queryable, text: string): Promise<FoundLender[]> =>
  many<FoundLender>(
    db,
    'lenders.profile.search',
    `select l.id as "lenderId", l.phone, l.name, found.by
       from (select id, 'phone' as by from lender where phone_search = any($2)
              union select lender_id, 'virtual account' from lender_virtual_account where number = replace($1, ' ', '')
              union select lender_id, 'tax number' from lender_tax_number where number_search = any($3)
              union select id, 'name' from lender where strpos(search_form(name), search_form($1)) > 0
              union select lender_id, 'company' from lender_institution
                     where strpos(search_form(company_name), search_form($1)) > 0) found
       join lender l on l.id = found.id order by l.id, found.by limit $4`,
    [text, new Lookup(text.replace(/^\+?62|^0/, '')), new Lookup(text.replaceAll(/[.\- ]/g, '')), most],
  )

type Private = Omit<FoundLender, 'by'> & {
  email: string
  companyEmail: string | null
  account: string | null
}

/** E-mails and bank accounts may be encrypted, so the database cannot compare them. */
async function byEncrypted(db: Queryable, text: string): Promise<FoundLender[]> {
  if (!/@|^\d{5,20}$/.test(text)) return []
  const found: FoundLender[] = []
  for (let after = 0; found.length < most; ) {
    const rows = await many<Private>(
      db,
      'lenders.profile.search_private',
      `select l.id as "lenderId", l.phone, l.name, l.email, i.company_email as "companyEmail", b.account_number as account
         from lender l left join lender_institution i on i.lender_id = l.id
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
