import type { Context } from '../../context.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Window } from '../../platform/pages.ts'
import type { DifferenceKind } from './compare.ts'
import type { Found } from './subjects.ts'

/** A stored difference; `age` in whole days since it was found. */
export type StoredDifference = {
  id: string
  methodPayment: 1 | 2
  kind: DifferenceKind
  subject: string
  ours: number | null
  theirs: number | null
  foundOn: string
  age: number
  endedAt: Date | null
  endedAs: 'SETTLED' | 'RESOLVED' | null
  note: string | null
}

const columns = `id, method_payment as "methodPayment", kind, subject, ours, theirs, found_on::text as "foundOn",
  business_day(app_now()) - business_day(found_at) as age, ended_at as "endedAt", ended_as as "endedAs", note`

/** Differences of one bank or both, oldest first: the open ones, or all. */
export const listDifferences = (
  db: Queryable,
  { methodPayment, all, limit, after }: { methodPayment: 1 | 2 | null; all: boolean } & Window,
): Promise<StoredDifference[]> =>
  many<StoredDifference>(
    db,
    'cash.reconciliation.list_differences',
    `select ${columns} from bank_difference
      where ($1::int is null or method_payment = $1) and ($2::boolean or ended_at is null)
        and ($3::uuid is null or (found_at, id) > (select found_at, id from bank_difference where id = $3))
      order by found_at, id limit $4`,
    [methodPayment, all, after ?? null, limit ?? null],
  )

export const countOpenDifferences = async (db: Queryable, methodPayment: 1 | 2 | null): Promise<number> =>
  (
    await one<{ open: number }>(
      db,
      'cash.reconciliation.count_open_differences',
      `select count(*) as open from bank_difference
        where ($1::int is null or method_payment = $1) and ended_at is null`,
      [methodPayment],
    )
  ).open

/** Serialises comparisons and corrections of one bank. */
export async function lockBankComparison(tx: Queryable, methodPayment: 1 | 2): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.lock_bank',
    `select pg_advisory_xact_lock(hashtext('bank_difference'), $1)`,
    [methodPayment],
  )
}

export const openSubjects = async (tx: Queryable, methodPayment: 1 | 2): Promise<string[]> =>
  (
    await many<{ subject: string }>(
      tx,
      'cash.reconciliation.open_subjects',
      'select distinct subject from bank_difference where method_payment = $1 and ended_at is null',
      [methodPayment],
    )
  ).map(({ subject }) => subject)

type Compared = {
  methodPayment: 1 | 2
  day: string
  /** All subjects that were compared, with and without a difference. */
  subjects: readonly string[]
  found: readonly Found[]
  newId: () => string
}

const differenceColumns = {
  id: 'uuid',
  kind: 'text',
  subject: 'text',
  ours: 'bigint',
  theirs: 'bigint',
} as const

/**
 * Stores the result of a comparison. Differences that no longer exist are settled, remaining ones stay open with their
 * new amounts, and those resolved by an operator stay resolved until their amounts change.
 * @returns the new differences
 */
export async function storeDifferences(
  tx: Queryable,
  { methodPayment, day, subjects, found, newId }: Compared,
): Promise<StoredDifference[]> {
  const kinds = found.map(({ kind }) => kind)
  const about = found.map(({ subject }) => subject)
  await run(
    tx,
    'cash.reconciliation.settle_differences',
    `update bank_difference d set ended_at = app_now(), ended_as = 'SETTLED'
      where d.method_payment = $1 and d.ended_at is null and d.subject = any($2)
        and not exists (select from unnest($3::text[], $4::text[]) as row (kind, subject)
                         where row.kind = d.kind and row.subject = d.subject)`,
    [methodPayment, subjects, kinds, about],
  )
  const ids = found.map(newId)
  await run(
    tx,
    'cash.reconciliation.store_differences',
    `insert into bank_difference (id, method_payment, kind, subject, ours, theirs, found_on)
     select row.id, $1, row.kind, row.subject, row.ours, row.theirs, $2
       from ${unnestRows(differenceColumns, 3)}
      where not exists (
        select from bank_difference d where d.method_payment = $1 and d.subject = row.subject and d.kind = row.kind
           and d.ended_as = 'RESOLVED' and (d.ours, d.theirs) is not distinct from (row.ours, row.theirs))
     on conflict (method_payment, subject, kind) where ended_at is null do update
       set ours = excluded.ours, theirs = excluded.theirs
       where (bank_difference.ours, bank_difference.theirs) is distinct from (excluded.ours, excluded.theirs)`,
    [
      methodPayment,
      day,
      ...manyRows(
        differenceColumns,
        found.map((difference, place) => ({ ...difference, id: ids[place] })),
      ),
    ],
  )
  return many<StoredDifference>(
    tx,
    'cash.reconciliation.new_differences',
    `select ${columns} from bank_difference where id = any($1::uuid[]) order by kind, subject`,
    [ids],
  )
}

/** Resolves a difference by an operator's decision, if the bank or the books were corrected elsewhere. */
export const resolveDifference = mutation<
  Context,
  { id: string; note: string },
  { resolved: boolean; difference: StoredDifference }
>({
  operation: 'resolveBankDifference',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { id, note }) {
    const known = await maybe<StoredDifference>(
      tx,
      'cash.reconciliation.lock_difference',
      `select ${columns} from bank_difference where id = $1 for update`,
      [id],
    )
    if (!known) throw new Error(`Tidak ada selisih ${id}.`)
    const { kind, ours, theirs } = known
    const subject = known.subject
    if (known.endedAs !== null) return { answer: { resolved: false, difference: known }, subject }
    await run(
      tx,
      'cash.reconciliation.resolve_difference',
      `update bank_difference set ended_at = app_now(), ended_as = 'RESOLVED', note = $2 where id = $1`,
      [id, note],
    )
    const answer = { resolved: true, difference: { ...known, endedAs: 'RESOLVED' as const, note } }
    return { answer, subject, detail: { kind, ours, theirs, note } }
  },
})
