import { many, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'

/** Encrypts former addresses. An encrypted one is not selected again. */
export async function encryptFormerContacts(tx: Transaction, personal: PersonalData): Promise<unknown[]> {
  const rows = await many<Addressed>(
    tx,
    'lenders.profile.former_contacts_to_encrypt',
    'select id, address from former_contact where not starts_with(address, $1) order by id limit $2 for update',
    [personal.current.sealed, 200],
  )
  await run(
    tx,
    'lenders.profile.encrypt_former_contacts',
    `update former_contact c set address = n.address from unnest($1::uuid[], $2::text[]) as n (id, address)
      where c.id = n.id`,
    sealed(personal, rows),
  )
  return rows
}

/** Encrypts the addresses to which a message must still be sent, likewise. */
export async function encryptMessages(tx: Transaction, personal: PersonalData): Promise<unknown[]> {
  const rows = await many<Addressed>(
    tx,
    'lenders.profile.messages_to_encrypt',
    `select id, address from notification_message
      where address is not null and not starts_with(address, $1) order by id limit $2 for update`,
    [personal.current.sealed, 200],
  )
  await run(
    tx,
    'lenders.profile.encrypt_messages',
    `update notification_message m set address = n.address from unnest($1::uuid[], $2::text[]) as n (id, address)
      where m.id = n.id`,
    sealed(personal, rows),
  )
  return rows
}

type Addressed = { id: string; address: string }

const sealed = (personal: PersonalData, rows: readonly Addressed[]): [ids: string[], addresses: string[]] => [
  rows.map(({ id }) => id),
  rows.map(({ address }) => personal.seal(address)),
]
