import type { Context } from '../../context.ts'
import {
  bankOf,
  creditConfirmed,
  findNamed,
  insertNames,
  isIntended,
  lockNames,
  nameKey,
} from '../deposit/index.ts'
import { many } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

type Listed = {
  paymentId: string
  lineId: string
  names: string[]
  /** The line's own id of the payment, normalised, if the record does not have it. */
  newName: string | null
}

/**
 * Credits what operators recorded and the bank's statement lists now: by a line with one of the payment's names or matched
 * to it, over its amount, and for no other lender's number. Two such lines are left to an operator. The caller has locked
 * the bank's comparison, and compares the payments afterwards.
 */
export async function creditListed(
  tx: Transaction,
  context: Context,
  { methodPayment }: { methodPayment: 1 | 2 },
): Promise<void> {
  const bank = bankOf(methodPayment)
  const listed = await many<Listed>(
    tx,
    'cash.reconciliation.listed_records',
    // A line with an id that is another payment's is of that one, whatever its reference number.
    // Few records wait; each step is read once, because a busy day's lines have no statistics yet.
    `with waiting as materialized (
       select p.id, p.amount, p.told_at, s.intended_for,
              array(select n.name from bank_payment_name n where n.payment_id = p.id) as names
         from bank_suspense s join bank_payment p on p.id = s.payment_id
        where s.reason = 'UNCONFIRMED' and s.ended_at is null and p.bank = $2
     ), line as materialized (
       select l.id, l.amount, l.at, btrim(l.number) as number, upper(btrim(l.payment_request_id) collate "C") as name,
              upper(btrim(l.bank_reference) collate "C") as reference
         from bank_line l
        where l.method_payment = $1 and l.type = 'CREDIT' and l.gone_at is null and l.withdrawal_id is null
          and l.amount = any(array(select amount from waiting))
          and l.at > (select min(told_at) from waiting) - interval '31 days'
     )
     select w.id as "paymentId", min(l.id::text) as "lineId", w.names,
            min(l.name) filter (where l.name <> all(w.names)) as "newName"
       from waiting w join line l on l.amount = w.amount and l.at > w.told_at - interval '31 days'
       left join bank_line_match m on m.line_id = l.id
      where case when m.line_id is not null then upper(btrim(m.payment_request_id) collate "C") = any(w.names)
                 else l.name = any(w.names) or l.reference = any(w.names) end
        and not exists (select from bank_payment_name o where o.bank = $2 and o.name = l.name and o.payment_id <> w.id)
        and not exists (select from bank_line_transfer t where t.line_id = l.id and t.taken_back_at is null)
        and not exists (select from borrower_payment_now b where b.line_id = l.id)
        and not exists (select from lender_virtual_account v
                         where v.number = l.number and v.lender_id <> w.intended_for)
      group by w.id, w.names having count(*) = 1`,
    [methodPayment, bank],
  )
  if (listed.length === 0) return
  const ofBank = (name: string) => ({ bank, name })
  const namesOf = ({ names, newName }: Listed) => [...names, ...(newName === null ? [] : [newName])]
  await lockNames(tx, listed.flatMap(namesOf).map(ofBank))
  const known = await findNamed(tx, listed.flatMap(namesOf).map(ofBank))
  // Read again under the lock: a notice or an operator may have come first.
  const confirmed = listed.flatMap((one) => {
    const payment = known.get(nameKey(ofBank(one.names[0] ?? '')))
    return payment?.id === one.paymentId && isIntended(payment) ? [{ ...one, payment }] : []
  })
  await insertNames(
    tx,
    confirmed.flatMap(({ newName, paymentId }) =>
      newName === null || known.has(nameKey(ofBank(newName))) ? [] : [{ ...ofBank(newName), paymentId }],
    ),
  )
  await creditConfirmed(
    tx,
    context,
    confirmed.map(({ payment, lineId }) => ({ ...payment, lineId })),
  )
}
