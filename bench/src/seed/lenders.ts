import { createHash } from 'node:crypto'
import type { Context } from '../../../server/src/context.ts'
import { openAccount, openAccounts, postMany } from '../../../server/src/books/index.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction, type Transaction } from '../../../server/src/platform/db/transaction.ts'
import { hashToken } from '../../../server/src/platform/token.ts'
import { noPassword } from '../../../server/src/platform/password-hasher.ts'

export type SeedLender = { lenderId: number; digiSignId: string; account: number; token: string }

const batch = 1_000

/** Creates lenders in batches, each with cash (whole rupiah, as a top-up reported by a bank) and a live session. */
export async function seedLenders(context: Context, count: number, cash: number): Promise<SeedLender[]> {
  const { random } = context
  const lenders = Array.from({ length: count }, (_, index) => ({
    lenderId: random.id(),
    digiSignId: random.secureId(),
    account: random.id(),
    // Valid only in this database, which is removed after the run.
    token: createHash('sha256').update(`${index} ${random.token()}`).digest('base64url'),
    phone: String(81_000_000_000 + index),
  }))
  for (let from = 0; from < count; from += batch) {
    const part = lenders.slice(from, from + batch)
    await inTransaction(context.db, { repeatable: false }, async (tx) => {
      await insertLenders(tx, part)
      await openAccounts(
        tx,
        'LENDER_CASH',
        part.map(({ account, lenderId }) => ({ id: account, ownerId: lenderId })),
      )
      await topUp(tx, context, part, cash)
      await insertSessions(tx, part)
    })
  }
  return lenders
}

async function insertLenders(tx: Transaction, lenders: (SeedLender & { phone: string })[]): Promise<void> {
  await run(
    tx,
    'bench.lenders',
    `insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
     select id, phone, 'Pemberi Dana ' || phone, phone || '@contoh.example', 1, digi_sign_id, $4
       from unnest($1::bigint[], $2::text[], $3::text[]) as row (id, phone, digi_sign_id)`,
    [
      lenders.map(({ lenderId }) => lenderId),
      lenders.map(({ phone }) => phone),
      lenders.map(({ digiSignId }) => digiSignId),
      noPassword,
    ],
  )
  await run(
    tx,
    'bench.risk_acceptances',
    `insert into risk_acceptance (lender_id, version, sha256)
     select lender_id, version, sha256 from unnest($1::bigint[]) as row (lender_id), risk_warning`,
    [lenders.map(({ lenderId }) => lenderId)],
  )
}

/** Adds cash as in production: a payment notice and a transfer from the clearing account. */
async function topUp(
  tx: Transaction,
  { random }: Context,
  lenders: SeedLender[],
  amount: number,
): Promise<void> {
  const clearing = await openAccount(tx, random.id(), 'BANK_CLEARING', 1)
  const payments = lenders.map((lender) => ({ ...lender, id: random.uuid() }))
  await run(
    tx,
    'bench.top_ups',
    `with payment as (
       insert into bank_payment (bank, payment_request_id, lender_id, id, amount, told_by)
       select 'BNI', 'bench-' || id, lender_id, id, $3, 'STATEMENT'
         from unnest($1::bigint[], $2::uuid[]) as row (lender_id, id) returning *
     ), named as (
       insert into bank_payment_name (bank, name, payment_id) select bank, upper(payment_request_id), id from payment
     )
     insert into top_up (bank, payment_request_id, lender_id, id, amount)
     select bank, payment_request_id, lender_id, id, amount from payment`,
    [payments.map(({ lenderId }) => lenderId), payments.map(({ id }) => id), amount],
  )
  const outcomes = await postMany(
    tx,
    payments.map(({ id, account }) => ({
      id: random.uuid(),
      kind: 'TOP_UP',
      ref: id,
      movements: [{ debit: clearing, credit: account, amount }],
      newId: random.uuid,
    })),
  )
  for (const breach of outcomes) if (breach) throw breach
}

async function insertSessions(tx: Transaction, lenders: SeedLender[]): Promise<void> {
  await run(
    tx,
    'bench.sessions',
    `insert into session (id, token_hash, lender_id, ends_at)
     select gen_random_uuid(), token_hash, lender_id, app_now() + interval '12 hours'
       from unnest($1::bytea[], $2::bigint[]) as row (token_hash, lender_id)`,
    [lenders.map(({ token }) => hashToken(token)), lenders.map(({ lenderId }) => lenderId)],
  )
}
