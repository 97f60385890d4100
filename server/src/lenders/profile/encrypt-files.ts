import { many, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'

/** Encrypts the content of one uploaded file, which may be large. An encrypted one is not selected again. */
export async function encryptFile(tx: Transaction, personal: PersonalData): Promise<unknown[]> {
  const rows = await many<{ id: string; text: string }>(
    tx,
    'lenders.profile.file_to_encrypt',
    `select id, content as text from staff_file
      where content is not null and not starts_with(content, $1) order by id limit 1 for update`,
    [personal.current.sealed],
  )
  for (const { id, text } of rows)
    await run(tx, 'lenders.profile.encrypt_file', 'update staff_file set content = $2 where id = $1', [
      id,
      personal.seal(text),
    ])
  return rows
}

/** Encrypts the numbers of accounts that lenders ask for, likewise. */
export async function encryptAccountRequests(tx: Transaction, personal: PersonalData): Promise<unknown[]> {
  const rows = await many<{ id: string; text: string }>(
    tx,
    'lenders.profile.account_requests_to_encrypt',
    `select id, account_number as text from bank_account_request
      where not starts_with(account_number, $1) order by id limit 200 for update`,
    [personal.current.sealed],
  )
  await run(
    tx,
    'lenders.profile.encrypt_account_requests',
    `update bank_account_request r set account_number = n.number from unnest($1::uuid[], $2::text[]) as n (id, number)
      where r.id = n.id`,
    [rows.map(({ id }) => id), rows.map(({ text }) => personal.seal(text))],
  )
  return rows
}

/** Encrypts the refused lines of runs of files, likewise. */
export async function encryptRefusals(tx: Transaction, personal: PersonalData): Promise<unknown[]> {
  const rows = await many<{ id: string; text: string }>(
    tx,
    'lenders.profile.refusals_to_encrypt',
    `select id, refusals as text from staff_file_run
      where refusals is not null and not starts_with(refusals, $1) order by id limit 20 for update`,
    [personal.current.sealed],
  )
  for (const { id, text } of rows)
    await run(
      tx,
      'lenders.profile.encrypt_refusals',
      'update staff_file_run set refusals = $2 where id = $1',
      [id, personal.seal(text)],
    )
  return rows
}
