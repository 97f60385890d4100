import { many, one, type Queryable, run } from '../../platform/db/database.ts'

/**
 * Deletes the records of keys that encrypt no values, except the current one.
 * @returns their ids
 */
export async function freeKeys(db: Queryable, inUse: string): Promise<string[]> {
  const noted = await many<{ id: string }>(
    db,
    'lenders.profile.personal_keys',
    'select id from data_key where id <> $1',
    [inUse],
  )
  const free: string[] = []
  for (const { id } of noted) {
    const { used } = await one<{ used: boolean }>(
      db,
      'lenders.profile.used_personal_keys',
      `select exists (select from lender
                       where starts_with(phone, $1) or starts_with(email, $1) or starts_with(phone_search, $2)
                          or starts_with(email_search, $2))
           or exists (select from lender_institution
                       where starts_with(company_email, $1) or starts_with(pic_phone, $1) or starts_with(email_search, $2))
           or exists (select from lender_bank_account
                       where starts_with(account_number, $1) or starts_with(number_search, $2))
           or exists (select from lender_bank_account_version where starts_with(account_number, $1))
           or exists (select from loan_account where starts_with(account_number, $1))
           or exists (select from lender_facts where starts_with(birth_date, $1))
           or exists (select from notification_message where address is not null and starts_with(address, $1))
           or exists (select from former_contact where starts_with(address, $1))
           or exists (select from staff where starts_with(email, $1) or starts_with(email_search, $2))
           or exists (select from proposal where starts_with(input, $1) or starts_with(foreseen, $1))
           or exists (select from company_proposal where starts_with(input, $1))
           or exists (select from staff_file where starts_with(content, $1))
           or exists (select from staff_file_run where starts_with(refusals, $1))
           or exists (select from lender_totp where starts_with(secret, $1))
           or exists (select from totp_offer where starts_with(secret, $1))
           or exists (select from lender_tax_number
                       where starts_with(number, $1) or starts_with(number_search, $2)) as used`,
      [`enc1:${id}:`, `h1:${id}:`],
    )
    if (used) continue
    await run(db, 'lenders.profile.forget_personal_key', 'delete from data_key where id = $1', [id])
    free.push(id)
  }
  return free
}
