import type { Context } from '../../context.ts'
import type { OfferRule } from '../offers/index.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { nearOf } from '../offers/index.ts'
import type { Window } from '../../platform/pages.ts'
import { mutation } from '../../platform/commands/command.ts'

/** A loan type in the operator's list; only ACTIVE ones are in the filter of the marketplace. */
export type LoanTypeRow = {
  loanTypeId: number
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  loans: number
  rule: OfferRule
}

/**
 * Adds an active loan type. An existing type of that name stays unchanged.
 * @throws Error if the name is almost that of another type and was not confirmed as new.
 */
export const addLoanType = mutation<Context, { name: string; isNew?: boolean }, { added: boolean }>({
  operation: 'addLoanType',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { name, isNew = false }, { context }) {
    const near = isNew
      ? undefined
      : nearOf(
          name,
          (await listTypes(tx)).map((type) => type.name),
        )
    if (near !== undefined) {
      throw new Error(
        `Jenis pinjaman "${name}" hampir sama dengan "${near}", yang sudah ada: tegaskan yang baru dengan --yes.`,
      )
    }
    const added = await run(
      tx,
      'loans.products.add_type',
      'insert into loan_type (id, name) values ($1, $2) on conflict (name) do nothing',
      [context.random.id(), name],
    )
    return { answer: { added: added === 1 }, subject: `loan-type:${name}` }
  },
})

/**
 * Adds a loan type to the filter of the marketplace, or removes it from there. Its loans are offered in either case.
 * @throws Error if there is no type of that name, or the rule contradicts itself.
 */
export const setLoanTypeStatus = mutation<
  Context,
  { name: string; status: 'ACTIVE' | 'INACTIVE' },
  { changed: boolean }
>({
  operation: 'setLoanTypeStatus',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { name, status }) {
    const [type] = await many<{ status: string }>(
      tx,
      'loans.products.lock_type',
      'select status from loan_type where name = $1 for no key update',
      [name],
    )
    if (!type) throw new Error(`Tidak ada jenis pinjaman "${name}".`)
    await run(tx, 'loans.products.set_type', 'update loan_type set status = $2 where name = $1', [
      name,
      status,
    ])
    return { answer: { changed: type.status !== status }, subject: `loan-type:${name}`, detail: { status } }
  },
})

/**
 * Sets the rule for the end of the offer of a loan type. A loan copies the rule when it is published, so the change
 * affects only loans that are published later.
 * @throws Error if there is no type of that name.
 */
export const setOfferRule = mutation<Context, { name: string; rule: OfferRule }, { changed: boolean }>({
  operation: 'setOfferRule',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { name, rule }) {
    if ((rule.extendDays === 0) !== (rule.extendTimes === 0))
      throw new Error('Sebutkan hari dan kali perpanjangan, atau tidak keduanya.')
    if (rule.payOutSharePpm === 0)
      throw new Error('Bagian yang harus terdanai harus di atas 0; kosongkan bila tidak ada.')
    const values = [name, rule.extendDays, rule.extendTimes, rule.payOutSharePpm, rule.payOutDays]
    const [type] = await many<{ same: boolean }>(
      tx,
      'loans.products.lock_rule',
      `select (extend_days, extend_times, pay_out_share_ppm, pay_out_days)
                is not distinct from ($2::smallint, $3::smallint, $4::integer, $5::smallint) as same
         from loan_type where name = $1 for no key update`,
      values,
    )
    if (!type) throw new Error(`Tidak ada jenis pinjaman "${name}".`)
    await run(
      tx,
      'loans.products.set_rule',
      `update loan_type set extend_days = $2, extend_times = $3, pay_out_share_ppm = $4, pay_out_days = $5
        where name = $1`,
      values,
    )
    return { answer: { changed: !type.same }, subject: `loan-type:${name}`, detail: { ...rule } }
  },
})

/** Loan types by name, with the number of their loans; with `after`, only those after that name. */
export function listTypes(db: Queryable, { limit, after }: Window = {}): Promise<LoanTypeRow[]> {
  return many<LoanTypeRow>(
    db,
    'loans.products.types',
    `select t.id as "loanTypeId", t.name, t.status, count(l.id) as loans,
            json_build_object('extendDays', t.extend_days, 'extendTimes', t.extend_times,
              'payOutSharePpm', t.pay_out_share_ppm, 'payOutDays', t.pay_out_days) as rule
       from loan_type t left join loan l on l.loan_type_id = t.id and l.deleted_at is null
      where $1::text is null or t.name > $1 group by t.id order by t.name limit $2`,
    [after ?? null, limit ?? null],
  )
}
