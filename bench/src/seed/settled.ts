import type { Context } from '../../../server/src/context.ts'
import { postMany } from '../../../server/src/books/index.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction, type Transaction } from '../../../server/src/platform/db/transaction.ts'
import type { SeedLender } from './lenders.ts'
import type { SeedLoan } from './loans.ts'

const batch = 5_000

export type SeedFunding = { lender: SeedLender; loan: SeedLoan; amount: number }

type Row = SeedFunding & { id: string; documents: [string, string] }

/**
 * Inserts settled fundings in batches, as they are after their signatures: agreement, documents, hold, signature, money
 * on the loan. The fundings of a loan add up to its total, so that it can be paid out.
 */
export async function seedSettled(context: Context, fundings: readonly SeedFunding[]): Promise<void> {
  const { random } = context
  for (let from = 0; from < fundings.length; from += batch) {
    const rows = fundings.slice(from, from + batch).map((funding): Row => {
      return {
        ...funding,
        id: random.uuid(),
        documents: [random.secureId(), random.secureId()],
      }
    })
    await inTransaction(context.db, { repeatable: false }, async (tx) => {
      await insertAgreements(tx, rows)
      await insertFactsheets(tx, rows)
      await insertFundings(tx, rows)
      await moveMoney(tx, context, rows)
      await makeReadable(tx, rows)
    })
  }
}

/** Inserts agreements with a placeholder as document, because a repayment does not read it. */
async function insertAgreements(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const lenders = rows.map(({ lender }) => lender.lenderId)
  await run(
    tx,
    'bench.settled_agreements',
    `with made as (insert into agreement (id, lender_id, loan_id, amount, number, loan_number, signature_page, digi_sign_id,
                            snapshot, expected_interest)
     select id, lender_id, loan_id, amount, 'BENCH-' || id, loan_number, 4, 'sign-' || lender_id, '{}', 0
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         as row (id, lender_id, loan_id, amount, loan_number) returning id, lender_id)
     insert into agreement_opening (agreement_id, kind, lender_id)
     select id, kind, lender_id from made cross join unnest(array['PP', 'PPFP']) as kind`,
    [
      ids,
      lenders,
      rows.map(({ loan }) => loan.loanId),
      rows.map(({ amount }) => amount),
      rows.map(({ loan }) => loan.loanNumber),
    ],
  )
  for (const [place, kind, text] of [
    [0, 'PP', 'paper'],
    [1, 'PP_SIGNED', 'paper, signed'],
  ] as const) {
    await run(
      tx,
      'bench.settled_documents',
      `insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256)
       select id, lender_id, agreement_id, $4, 'application/pdf', convert_to($5, 'UTF8'), sha256(convert_to($5, 'UTF8'))
         from unnest($1::text[], $2::bigint[], $3::uuid[]) as row (id, lender_id, agreement_id)`,
      [rows.map(({ documents }) => documents[place]), lenders, ids, kind, text],
    )
  }
}

/** A loan with a signed funding has a factsheet, or a job that generates it. */
async function insertFactsheets(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await run(
    tx,
    'bench.settled_factsheets',
    `insert into factsheet (id, loan_id, version, text_sha256, bytes, sha256, pages)
     select 'bench-factsheet-' || loan_id, loan_id, 1, sha256('paper'), 'paper', sha256('paper'), 1
       from unnest($1::bigint[]) as row (loan_id) on conflict do nothing`,
    [[...new Set(rows.map(({ loan }) => loan.loanId))]],
  )
}

async function insertFundings(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await run(
    tx,
    'bench.settled_fundings',
    `with row as (
       select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
         as row (id, lender_id, loan_id, amount, account)
     ), held as (
       insert into hold (id, purpose, account_id, amount, state, ended_at)
       select id, 'FUNDING', account, amount, 'SETTLED', app_now() from row
     ), signed as (
       insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at)
       select id, lender_id, 'bench-' || id, sha256(convert_to('paper', 'UTF8')),
              sha256(convert_to('paper, signed', 'UTF8')), app_now() from row
     )
     insert into funding (lender_id, id, loan_id, amount, state, expected_interest, sign_before, ended_at)
     select lender_id, id, loan_id, amount, 'SETTLED', 0, app_now(), app_now() from row`,
    [
      rows.map(({ id }) => id),
      rows.map(({ lender }) => lender.lenderId),
      rows.map(({ loan }) => loan.loanId),
      rows.map(({ amount }) => amount),
      rows.map(({ lender }) => lender.account),
    ],
  )
}

/** Refreshes the read models, which triggers fill only on a state change that these inserted fundings never have. */
async function makeReadable(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await run(tx, 'bench.settled_read', 'select refresh_portfolio($1::bigint[], $2::uuid[])', [
    rows.map(({ lender }) => lender.lenderId),
    rows.map(({ id }) => id),
  ])
}

async function moveMoney(tx: Transaction, { random }: Context, rows: readonly Row[]): Promise<void> {
  const loans = [...new Set(rows.map(({ loan }) => loan.loanId))]
  const { rows: escrows } = await tx.query<{ loan_id: number; escrow_account: number }>({
    name: 'bench.escrows',
    text: 'select loan_id, escrow_account from loan_position where loan_id = any($1)',
    values: [loans],
  })
  const escrowOf = new Map(escrows.map((row) => [row.loan_id, row.escrow_account]))
  const breaches = await postMany(
    tx,
    rows.map(({ id, lender, loan, amount }) => ({
      id: random.uuid(),
      kind: 'FUNDING',
      ref: id,
      movements: [{ debit: lender.account, credit: escrowOf.get(loan.loanId) ?? 0, amount }],
      newId: random.uuid,
    })),
  )
  for (const breach of breaches) if (breach) throw breach
  await run(
    tx,
    'bench.settled_positions',
    `update loan_position p set funded = p.funded + row.amount,
            status = case when p.funded + row.amount = p.total then 'FUNDED' else p.status end
       from (select loan_id, sum(amount)::bigint as amount from unnest($1::bigint[], $2::bigint[]) as one (loan_id, amount)
              group by loan_id) row
      where p.loan_id = row.loan_id`,
    [rows.map(({ loan }) => loan.loanId), rows.map(({ amount }) => amount)],
  )
}
