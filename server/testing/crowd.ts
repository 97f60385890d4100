import { openAccount, openAccounts, postMany } from '../src/books/index.ts'
import type { Context } from '../src/context.ts'
import { noteOpened, sha256 } from '../src/documents/index.ts'
import { many, run } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { noPassword } from '../src/platform/password-hasher.ts'
import { paper } from './people.ts'

let phones = 82_000_000_000

/**
 * Creates many lenders at once, each with its cash in whole rupiah, in a few set-based statements and one transaction.
 * It writes the same rows as the commands: the cash came in through a bank and is in the ledger.
 * @returns their ids in the order of `cash`.
 */
export async function aCrowd(context: Context, cash: readonly number[]): Promise<number[]> {
  const { random } = context
  const lenders = cash.map((amount) => {
    phones += 1
    return { id: random.id(), account: random.id(), topUp: random.uuid(), phone: String(phones), amount }
  })
  const paying = lenders.filter(({ amount }) => amount > 0)
  // The ids are chosen beforehand, so that a retry after an unknown outcome conflicts with the first attempt and does
  // not create the lenders twice.
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const inserted = await run(
      tx,
      'test.crowd',
      `insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
       select id, phone, 'Pemberi Dana ' || right(phone, 4), phone || '@contoh.example', 1, 'sign-' || id, $3
         from unnest($1::bigint[], $2::text[]) as row (id, phone) on conflict do nothing`,
      [lenders.map(({ id }) => id), lenders.map(({ phone }) => phone), noPassword],
    )
    if (inserted === 0) return
    await run(
      tx,
      'test.crowd_risk',
      `insert into risk_acceptance (lender_id, version, sha256)
       select lender_id, version, sha256 from unnest($1::bigint[]) as row (lender_id), risk_warning`,
      [lenders.map(({ id }) => id)],
    )
    await openAccounts(
      tx,
      'LENDER_CASH',
      lenders.map(({ id, account }) => ({ id: account, ownerId: id })),
    )
    const clearing = await openAccount(tx, random.id(), 'BANK_CLEARING', 1)
    await run(
      tx,
      'test.crowd_top_ups',
      `with payment as (
         insert into bank_payment (bank, payment_request_id, lender_id, id, amount, told_by)
         select 'BNI', id::text, lender_id, id, amount, 'STATEMENT'
           from unnest($1::bigint[], $2::uuid[], $3::bigint[]) as row (lender_id, id, amount) returning *
       ), named as (
         insert into bank_payment_name (bank, name, payment_id) select bank, upper(payment_request_id), id from payment
       )
       insert into top_up (bank, payment_request_id, lender_id, id, amount)
       select bank, payment_request_id, lender_id, id, amount from payment`,
      [paying.map(({ id }) => id), paying.map(({ topUp }) => topUp), paying.map(({ amount }) => amount)],
    )
    await postMany(
      tx,
      paying.map(({ account, topUp, amount }) => ({
        id: random.uuid(),
        kind: 'TOP_UP' as const,
        ref: topUp,
        movements: [{ debit: clearing, credit: account, amount }],
        newId: () => random.uuid(),
      })),
    )
  })
  return lenders.map(({ id }) => id)
}

export type Shown = { lenderId: number; loanId: number; amount: number; loanNumber: string }

/** Inserts agreements that these lenders have opened, each ready to be funded and signed, in two statements. */
export async function theirAgreements(context: Context, shown: readonly Shown[]): Promise<void> {
  const { random } = context
  const rows = shown.map((one) => ({
    ...one,
    id: random.uuid(),
    documents: [random.secureId(), random.secureId()],
  }))
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const inserted = await many<{ id: string }>(
      tx,
      'test.crowd_agreements',
      `insert into agreement (id, lender_id, loan_id, amount, number, loan_number, signature_page, digi_sign_id,
                              snapshot, expected_interest)
       select id, lender_id, loan_id, amount, id::text, loan_number, 4, 'sign-' || lender_id, '{}', 0
         from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
           as row (id, lender_id, loan_id, amount, loan_number)
       on conflict do nothing returning id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ lenderId }) => lenderId),
        rows.map(({ loanId }) => loanId),
        rows.map(({ amount }) => amount),
        rows.map(({ loanNumber }) => loanNumber),
      ],
    )
    if (inserted.length === 0) return
    await run(
      tx,
      'test.crowd_documents',
      `insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256, pages, signature_page)
       select row.id, lender_id, agreement_id, kind, 'application/pdf', $5, $6, 4, 4
         from unnest($1::text[] || $2::text[], $3::bigint[] || $3::bigint[], $4::uuid[] || $4::uuid[],
                     array_fill('PP'::text, array[cardinality($1)]) || array_fill('PPFP'::text, array[cardinality($1)]))
           as row (id, lender_id, agreement_id, kind)`,
      [
        rows.map(({ documents }) => documents[0]),
        rows.map(({ documents }) => documents[1]),
        rows.map(({ lenderId }) => lenderId),
        rows.map(({ id }) => id),
        paper,
        sha256(paper),
      ],
    )
    await noteOpened(
      tx,
      rows.flatMap(({ id, lenderId }) =>
        (['PP', 'PPFP'] as const).map((kind) => ({ agreementId: id, kind, lenderId })),
      ),
    )
  })
}
