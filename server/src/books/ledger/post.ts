import { type Queryable, run } from '../../platform/db/database.ts'
import { AccountFull, type Journal, LedgerBreach, type Movement } from './journal.ts'
import { postMany } from './post-many.ts'

/**
 * Posts a journal: locks its accounts in the order of their ids, and stores each movement with the resulting balance of
 * both accounts. Transfers are append-only; a correction is an opposite journal. A journal of one movement is a single
 * statement that writes all or nothing, so it may also be posted by a Database, outside a transaction.
 * @throws LedgerBreach for an invalid amount, an unknown account or one that would fall below its floor; the
 *   transaction must be rolled back then
 * @throws AccountFull
 */
export async function post(tx: Queryable, journal: Journal): Promise<void> {
  const [movement, ...more] = journal.movements
  if (movement && more.length === 0 && journal.maxBalance === undefined) return postOne(tx, journal, movement)
  const [breach] = await postMany(tx, [journal])
  if (breach) throw breach
}

/**
 * Posts a journal of one movement with a single statement. An account that does not exist has no id, which the transfer
 * refuses, so that the statement fails and the other account keeps its balance.
 */
async function postOne(
  tx: Queryable,
  { id, kind, ref, newId }: Journal,
  { debit, credit, amount }: Movement,
): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new LedgerBreach(`amount ${amount} is not whole rupiah`)
  if (debit === credit) throw new LedgerBreach(`account ${debit} cannot pay itself`)
  await run(
    tx,
    'books.ledger.post',
    `with locked as (
       select id from account where id in ($5::bigint, $6::bigint) and authorising order by id for no key update
     ), moved as (
       update account a set balance = a.balance + case a.id when $6 then $7::bigint else -$7::bigint end, seq = a.seq + 1
         from locked where a.id = locked.id returning a.id, a.balance, a.seq
     )
     insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount,
                           debit_seq, credit_seq, debit_balance_after, credit_balance_after)
     select $1, $2, $3, $4, coalesce(debit.id, (select id from account where id = $5)),
            coalesce(credit.id, (select id from account where id = $6)), $7,
            debit.seq, credit.seq, debit.balance, credit.balance
       from (select) as one_row
       left join moved debit on debit.id = $5 left join moved credit on credit.id = $6`,
    [newId(), id, kind, ref, debit, credit, amount],
  ).catch((error: unknown) => {
    const { constraint, column } = error as { constraint?: string; column?: string }
    if (constraint === 'account_ceiling') throw new AccountFull(credit, Number.MAX_SAFE_INTEGER)
    if (constraint === 'account_floor')
      throw new LedgerBreach(`account ${debit} would fall below what is held of it`)
    if (column === 'debit_account' || column === 'credit_account')
      throw new LedgerBreach(`account ${debit} or ${credit} does not exist`)
    throw error
  })
}
