import { type Actor, auditAlone } from '../../platform/audit/audit.ts'
import { type Database, many, run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'
import { noteDataKey } from '../../platform/db/data-keys.ts'
import type { Random } from '../../platform/random.ts'
import { encryptFormerContacts, encryptMessages } from './encrypt-addresses.ts'
import { encryptCallBacks } from './encrypt-calls-back.ts'
import { encryptAccountRequests, encryptFile, encryptRefusals } from './encrypt-files.ts'
import { freeKeys } from './free-keys.ts'

export type Rotation = {
  key: string
  /** Rows encrypted by this run, by table. */
  rows: Record<string, number>
  /** Ids of keys that encrypt no value any more, which may be removed from the file. */
  free: string[]
}

const batch = 200

/** Position in a table: the id of a lender, or of what its rows are of, and version. */
type Place = { lenderId: number; version: number }
type Step = (tx: Transaction, personal: PersonalData, after: Place) => Promise<Place[]>

/**
 * Encrypts plain values and values of older keys with the current key, one batch per transaction while the system runs;
 * resumes after an interruption.
 * @param db with the login that owns the tables: the application's may not change versions in place, because the
 *   database cannot compare what an envelope holds with what was there
 */
export async function encryptPersonalData(
  db: Database,
  { random, actor, personal }: { random: Random; actor: Actor; personal: PersonalData },
): Promise<Rotation> {
  const key = personal.current.id
  await noteDataKey(db, key)
  const rows: Record<string, number> = {}
  for (const [table, step] of Object.entries(steps)) {
    rows[table] = 0
    for (let after: Place = { lenderId: 0, version: 0 }; ; ) {
      const done = await inTransaction(db, { repeatable: true }, async (tx) => {
        // Tells the triggers that the values are unchanged: no version is stored and no change noted.
        await many(tx, 'lenders.profile.reencrypting', `select set_config('app.reencrypting', 'on', true)`)
        return step(tx, personal, after)
      })
      rows[table] += done.length
      const last = done.at(-1)
      if (!last) break
      after = last
    }
  }
  const free = await freeKeys(db, key)
  await auditAlone(db, {
    id: random.uuid(),
    actor,
    operation: 'encryptPersonalData',
    subject: `key:${key}`,
    outcome: 'done',
    detail: { rows, free },
  })
  return { key, rows, free }
}

/** Of tables whose rows are not selected again once they are encrypted, so that no position is needed. */
const unplaced =
  (encrypt: (tx: Transaction, personal: PersonalData) => Promise<readonly unknown[]>): Step =>
  async (tx, personal) =>
    (await encrypt(tx, personal)).map(() => ({ lenderId: 0, version: 0 }))

const steps: Record<string, Step> = {
  lender: encryptLenders,
  lender_institution: encryptInstitutions,
  lender_bank_account: encryptAccounts,
  lender_bank_account_version: encryptAccountVersions,
  bank_account_request: unplaced(encryptAccountRequests),
  lender_tax_number: encryptTaxNumbers,
  lender_facts: encryptBirthDates,
  loan_account: encryptLoanAccounts,
  lender_totp: encryptTotp,
  call_back: unplaced(encryptCallBacks),
  notification_message: unplaced(encryptMessages),
  former_contact: unplaced(encryptFormerContacts),
  staff: encryptStaff,
  proposal: encryptProposals,
  company_proposal: encryptCompanyProposals,
  staff_file: unplaced(encryptFile),
  staff_file_run: unplaced(encryptRefusals),
}

const lenderColumns = {
  id: 'bigint',
  phone: 'text',
  phoneSearch: 'text',
  email: 'text',
  emailSearch: 'text',
} as const
const institutionColumns = { lenderId: 'bigint', email: 'text', emailSearch: 'text', phone: 'text' } as const

async function encryptLenders(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const { sealed, search } = personal.current
  const rows = await many<{ id: number; phone: string; email: string }>(
    tx,
    'lenders.profile.lenders_to_encrypt',
    `select id, phone, email from lender
      where id > $1 and not (starts_with(phone, $2) and starts_with(email, $2) and starts_with(phone_search, $3)
                             and starts_with(coalesce(email_search, ''), $3))
      order by id limit $4 for update`,
    [after.lenderId, sealed, search, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_lenders',
    `update lender l set phone = row.phone, phone_search = row.phone_search, email = row.email, email_search = row.email_search
       from ${unnestRows(lenderColumns)} where l.id = row.id`,
    manyRows(lenderColumns, rows, {
      id: ({ id }) => id,
      phone: ({ phone }) => personal.seal(phone),
      phoneSearch: ({ phone }) => personal.searchKey(phone),
      email: ({ email }) => personal.seal(email),
      emailSearch: ({ email }) => personal.searchKey(email.toLowerCase()),
    }),
  )
  return rows.map(({ id }) => ({ lenderId: id, version: 0 }))
}

async function encryptInstitutions(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const rows = await many<{ lenderId: number; email: string; phone: string }>(
    tx,
    'lenders.profile.institutions_to_encrypt',
    `select lender_id as "lenderId", company_email as email, pic_phone as phone from lender_institution
      where lender_id > $1 and not (starts_with(company_email, $2) and starts_with(pic_phone, $2)
                                    and starts_with(coalesce(email_search, ''), $3))
      order by lender_id limit $4 for update`,
    [after.lenderId, personal.current.sealed, personal.current.search, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_institutions',
    `update lender_institution i set company_email = row.email, email_search = row.email_search, pic_phone = row.phone
       from ${unnestRows(institutionColumns)} where i.lender_id = row.lender_id`,
    manyRows(institutionColumns, rows, {
      lenderId: ({ lenderId }) => lenderId,
      email: ({ email }) => personal.seal(email),
      emailSearch: ({ email }) => personal.searchKey(email.toLowerCase()),
      phone: ({ phone }) => personal.seal(phone),
    }),
  )
  return rows.map(({ lenderId }) => ({ lenderId, version: 0 }))
}

async function encryptAccounts(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const rows = await many<{ lenderId: number; number: string }>(
    tx,
    'lenders.profile.accounts_to_encrypt',
    `select lender_id as "lenderId", account_number as number from lender_bank_account
      where lender_id > $1 and not (starts_with(account_number, $2) and starts_with(coalesce(number_search, ''), $3))
      order by lender_id limit $4 for update`,
    [after.lenderId, personal.current.sealed, personal.current.search, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_accounts',
    `update lender_bank_account a set account_number = n.number, number_search = n.search
       from unnest($1::bigint[], $2::text[], $3::text[]) as n (id, number, search) where a.lender_id = n.id`,
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ number }) => personal.seal(number)),
      rows.map(({ number }) => personal.searchKey(number)),
    ],
  )
  return rows.map(({ lenderId }) => ({ lenderId, version: 0 }))
}

async function encryptAccountVersions(
  tx: Transaction,
  personal: PersonalData,
  after: Place,
): Promise<Place[]> {
  const rows = await many<Place & { number: string; before: Buffer }>(
    tx,
    'lenders.profile.versions_to_encrypt',
    `select lender_id as "lenderId", version, account_number as number, convert_to(account_number, 'UTF8') as before
       from lender_bank_account_version
      where (lender_id, version) > ($1, $2) and not starts_with(account_number, $3)
      order by lender_id, version limit $4`,
    [after.lenderId, after.version, personal.current.sealed, batch],
  )
  await many(
    tx,
    'lenders.profile.encrypt_versions',
    'select reencrypt_account_versions($1::bigint[], $2::integer[], $3::text[], $4::text[])',
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ version }) => version),
      rows.map(({ before }) => before.toString('utf8')),
      rows.map(({ number }) => personal.seal(number)),
    ],
  )
  return rows.map(({ lenderId, version }) => ({ lenderId, version }))
}

async function encryptTaxNumbers(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const { sealed, search } = personal.current
  const rows = await many<Place & { number: string; before: Buffer }>(
    tx,
    'lenders.profile.tax_numbers_to_encrypt',
    `select lender_id as "lenderId", version, number, convert_to(number, 'UTF8') as before
       from lender_tax_number
      where (lender_id, version) > ($1, $2) and number is not null
        and not (starts_with(number, $3) and starts_with(number_search, $4))
      order by lender_id, version limit $5`,
    [after.lenderId, after.version, sealed, search, batch],
  )
  await many(
    tx,
    'lenders.profile.encrypt_tax_numbers',
    'select reencrypt_tax_numbers($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[])',
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ version }) => version),
      rows.map(({ before }) => before.toString('utf8')),
      rows.map(({ number }) => personal.seal(number)),
      rows.map(({ number }) => personal.searchKey(number)),
    ],
  )
  return rows.map(({ lenderId, version }) => ({ lenderId, version }))
}

/** Encrypts birth dates; only the owner of the table may change one in place. */
async function encryptBirthDates(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const rows = await many<Place & { birthDate: string }>(
    tx,
    'lenders.profile.birth_dates_to_encrypt',
    `select lender_id as "lenderId", version, birth_date as "birthDate" from lender_facts
      where (lender_id, version) > ($1, $2) and birth_date is not null and not starts_with(birth_date, $3)
      order by lender_id, version limit $4`,
    [after.lenderId, after.version, personal.current.sealed, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_birth_dates',
    `update lender_facts f set birth_date = n.birth_date
       from unnest($1::bigint[], $2::integer[], $3::text[]) as n (id, version, birth_date)
      where f.lender_id = n.id and f.version = n.version`,
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ version }) => version),
      rows.map(({ birthDate }) => personal.seal(birthDate)),
    ],
  )
  return rows.map(({ lenderId, version }) => ({ lenderId, version }))
}

/** Encrypts the accounts of borrowers, of which only the owner of the table may change the number. */
async function encryptLoanAccounts(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const rows = await many<Place & { number: string }>(
    tx,
    'lenders.profile.loan_accounts_to_encrypt',
    `select loan_id as "lenderId", version, account_number as number from loan_account
      where (loan_id, version) > ($1, $2) and not starts_with(account_number, $3)
      order by loan_id, version limit $4`,
    [after.lenderId, after.version, personal.current.sealed, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_loan_accounts',
    `update loan_account a set account_number = n.number
       from unnest($1::bigint[], $2::integer[], $3::text[]) as n (id, version, number)
      where a.loan_id = n.id and a.version = n.version`,
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ version }) => version),
      rows.map(({ number }) => personal.seal(number)),
    ],
  )
  return rows.map(({ lenderId, version }) => ({ lenderId, version }))
}

/** Encrypts the secrets of lenders' apps. One that is shown and not yet confirmed is dropped: its lender begins again. */
async function encryptTotp(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  await run(
    tx,
    'lenders.profile.drop_totp_offers',
    'delete from totp_offer where not starts_with(secret, $1)',
    [personal.current.sealed],
  )
  const rows = await many<{ lenderId: number; secret: string }>(
    tx,
    'lenders.profile.totp_to_encrypt',
    `select lender_id as "lenderId", secret from lender_totp
      where lender_id > $1 and not starts_with(secret, $2) order by lender_id limit $3 for update`,
    [after.lenderId, personal.current.sealed, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_totp',
    `update lender_totp t set secret = n.secret from unnest($1::bigint[], $2::text[]) as n (id, secret)
      where t.lender_id = n.id`,
    [rows.map(({ lenderId }) => lenderId), rows.map(({ secret }) => personal.seal(secret))],
  )
  return rows.map(({ lenderId }) => ({ lenderId, version: 0 }))
}

async function encryptStaff(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const { sealed: prefix, search } = personal.current
  const rows = await many<{ id: number; email: string }>(
    tx,
    'lenders.profile.staff_to_encrypt',
    `select id, email from staff where id > $1 and not (starts_with(email, $2) and starts_with(email_search, $3))
      order by id limit $4 for update`,
    [after.lenderId, prefix, search, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_staff',
    `update staff s set email = n.email, email_search = n.search
       from unnest($1::integer[], $2::text[], $3::text[]) as n (id, email, search) where s.id = n.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ email }) => personal.seal(email)),
      rows.map(({ email }) => personal.searchKey(email)),
    ],
  )
  return rows.map(({ id }) => ({ lenderId: id, version: 0 }))
}

async function encryptProposals(tx: Transaction, personal: PersonalData, after: Place): Promise<Place[]> {
  const rows = await many<{ number: number; input: string; foreseen: string | null }>(
    tx,
    'lenders.profile.proposals_to_encrypt',
    `select number, input, foreseen from proposal
      where number > $1 and not (starts_with(input, $2) and starts_with(coalesce(foreseen, input), $2))
      order by number limit $3 for update`,
    [after.lenderId, personal.current.sealed, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_proposals',
    `update proposal p set input = n.input, foreseen = n.foreseen
       from unnest($1::bigint[], $2::text[], $3::text[]) as n (number, input, foreseen) where p.number = n.number`,
    [
      rows.map(({ number }) => number),
      rows.map(({ input }) => personal.seal(input)),
      rows.map(({ foreseen }) => (foreseen === null ? null : personal.seal(foreseen))),
    ],
  )
  return rows.map(({ number }) => ({ lenderId: number, version: 0 }))
}

async function encryptCompanyProposals(
  tx: Transaction,
  personal: PersonalData,
  after: Place,
): Promise<Place[]> {
  const rows = await many<{ number: number; input: string }>(
    tx,
    'lenders.profile.company_proposals_to_encrypt',
    `select number, input from company_proposal where number > $1 and not starts_with(input, $2)
      order by number limit $3 for update`,
    [after.lenderId, personal.current.sealed, batch],
  )
  await run(
    tx,
    'lenders.profile.encrypt_company_proposals',
    `update company_proposal p set input = n.input
       from unnest($1::bigint[], $2::text[]) as n (number, input) where p.number = n.number`,
    [rows.map(({ number }) => number), rows.map(({ input }) => personal.seal(input))],
  )
  return rows.map(({ number }) => ({ lenderId: number, version: 0 }))
}
