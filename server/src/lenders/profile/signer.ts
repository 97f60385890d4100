import type { ReadCell } from '../../platform/csv/values.ts'
import { one, type Queryable } from '../../platform/db/database.ts'

export type DgsignType = 'PRIVY' | 'XIGNATURE'

/** The lender's id at their signature provider, e.g. a PrivyID. */
export const signerIdCell: ReadCell<string> = (cell) =>
  /^[A-Za-z0-9_-]{3,50}$/.test(cell)
    ? { ok: true, value: cell }
    : { ok: false, reason: 'harus 3 sampai 50 huruf dan angka' }

/** The signer of a lender (a company's person in charge) and their id at the provider. */
export function signerOf(
  db: Queryable,
  lenderId: number,
): Promise<{ id: string; name: string; dgsignType: DgsignType }> {
  return one<{ id: string; name: string; dgsignType: DgsignType }>(
    db,
    'lenders.profile.signer',
    `select l.digi_sign_id as id, coalesce(i.pic_full_name, l.name) as name,
            l.dgsign_type as "dgsignType"
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
}

/** Whether a text can be the name of a company's person in charge: not empty and not the company's name. */
export function isPicOf(picName: string, companyName: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return plain(picName) !== '' && plain(picName) !== plain(companyName)
}
