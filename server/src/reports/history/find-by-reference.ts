import { addDays, startOfDay } from '@pematang/contract/format/business-date'
import {
  fundingNumber,
  repaymentNumber,
  topUpNumber,
  withdrawalNumber,
} from '@pematang/contract/format/reference-number'
import { idAt } from '../../platform/audit/id-at.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { isRequestId } from '../../platform/http/requests.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'

/** A lender whom a reference is of, and what it is. */
export type ReferencedLender = {
  lenderId: number
  kind: string
  /** The id of the withdrawal or payment, or the reference of a borrower's payment; null for anything else. */
  id: string | null
}

/** What a reference can be, as staff read it. */
export const referenceWords: Readonly<Record<string, string>> = {
  phone: 'nomor telepon',
  lender: 'nomor Pemberi Dana',
  'virtual account': 'virtual account',
  'funding of a bulk product': 'pendanaan product',
  agreement: 'nomor perjanjian',
  'payment of a lender': 'pembayaran Pemberi Dana',
  'reference of a withdrawal at the bank': 'referensi penarikan di bank',
  'payment of a borrower': 'pembayaran Penerima Dana',
  withdrawal: 'penarikan',
  funding: 'pendanaan',
  transfer: 'perpindahan dana',
  'transfer of holdings': 'pengalihan pendanaan',
  request: 'nomor permintaan',
}

/**
 * The lenders whom a reference is of, whatever kind it has: what a statement, a screen, a bank or an error prints. A
 * payment of a borrower has several.
 */
export async function lendersByReference(db: Queryable, given: string): Promise<ReferencedLender[]> {
  const text = given.trim()
  return [
    ...(await byNames(db, text)),
    ...(isUuid.test(text) ? await byIds(db, text) : []),
    ...(await byShownNumber(db, text.toUpperCase())),
  ]
}

const isUuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

const byNames = (db: Queryable, text: string): Promise<ReferencedLender[]> =>
  many<ReferencedLender>(
    db,
    'reports.history.by_names',
    `select id as "lenderId", 'phone' as kind, null as id from lender where phone_search = any($2)
      union select id, 'lender', null from lender where id = $3
      union select lender_id, 'virtual account', null from lender_virtual_account where number = replace($1, ' ', '')
      union select lender_id, 'funding of a bulk product', null from bulk_funding where number = upper($1)
      union select lender_id, 'agreement', null from agreement where number = upper($1)
      union select lender_id, 'payment of a lender', id::text from bank_payment
             where bank in ('BNI', 'OTHER') and payment_request_id = $1 and lender_id is not null
      union select p.lender_id, 'payment of a lender', p.id::text from bank_payment_name n join bank_payment p on p.id = n.payment_id
             where n.bank in ('BNI', 'OTHER') and n.name = $1 and p.lender_id is not null
      union select lender_id, 'reference of a withdrawal at the bank', id::text from withdrawal where bank_reference = $1
      union select r.lender_id, 'payment of a borrower', p.reference from loan_payment p join lender_repayment r on r.payment_id = p.id
             where upper(btrim(p.reference) collate "C") = upper(btrim($1) collate "C")`,
    [
      text,
      new Lookup(text.replace(/^\+?62|^0/, ''), text),
      Number(/^lender:([1-9]\d{0,15})$/.exec(text)?.[1] ?? 0),
    ],
  )

const byIds = (db: Queryable, id: string): Promise<ReferencedLender[]> =>
  many<ReferencedLender>(
    db,
    'reports.history.by_ids',
    `select lender_id as "lenderId", 'withdrawal' as kind, id::text from withdrawal where id = $1
      union select lender_id, 'funding', null from funding where id = $1
      union select unnest(array[from_lender, to_lender]), 'transfer of holdings', null from holding_transfer_record where order_id = $1
      union select lender_id, 'payment of a lender', id::text from top_up where id = $1
      union select r.lender_id, 'payment of a borrower', p.reference from lender_repayment r join loan_payment p on p.id = r.payment_id
             where r.payment_id = $1
      union select a.owner_id, 'transfer', null from transfer t join account a on a.id in (t.debit_account, t.credit_account)
             where t.id = $1 and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')`,
    [id],
  )

const shown = /^(FND|TOP|RPY|WDR)-(\d{2})(\d{2})(\d{2})-[0-9A-HJKMNP-TV-Z]{10}$/

/** A number that a screen shows says the day of its row; of the rows of that day one has it. */
async function byShownNumber(db: Queryable, number: string): Promise<ReferencedLender[]> {
  const [, prefix = '', year, month, dayOfMonth] = shown.exec(number) ?? []
  if (prefix === '') return []
  const day = `20${year}-${month}-${dayOfMonth}`
  if (Number.isNaN(Date.parse(day))) return []
  const rows = await many<ReferencedLender & { id: string; shownAs: string | null }>(
    db,
    'reports.history.by_shown_number',
    `select id, lender_id as "lenderId", 'funding' as kind, null as "shownAs" from funding where $3 = 'FND' and id >= $1 and id < $2
      union all select id, lender_id, 'payment of a lender', id::text from top_up where $3 = 'TOP' and id >= $1 and id < $2
      union all select id, lender_id, 'withdrawal', id::text from withdrawal where $3 = 'WDR' and id >= $1 and id < $2
      union all select p.id, r.lender_id, 'payment of a borrower', p.reference from loan_payment p
             join lender_repayment r on r.payment_id = p.id where $3 = 'RPY' and p.id >= $1 and p.id < $2`,
    [idAt(startOfDay(day)), idAt(startOfDay(addDays(day, 1))), prefix],
  )
  const numberOf = { FND: fundingNumber, TOP: topUpNumber, WDR: withdrawalNumber, RPY: repaymentNumber }[
    prefix
  ]
  return rows
    .filter(({ id }) => numberOf?.(id) === number)
    .map(({ lenderId, kind, shownAs }) => ({ lenderId, kind, id: shownAs }))
}

/**
 * The lenders whom a request is of, to be asked for last. The trail has no index of requests, which would cost each funding.
 * The ids that the server and the screens make say when (uuid v7), and the ids of entries too; any other, e.g. of a proxy, is
 * looked for in all entries since a time.
 */
export async function lendersByRequest(
  db: Queryable,
  given: string,
  since: Date = new Date(0),
): Promise<ReferencedLender[]> {
  const text = given.trim()
  if (!isRequestId(text)) return []
  const made = madeAt(text)
  return many<ReferencedLender>(
    db,
    'reports.history.by_request',
    `select distinct l.id as "lenderId", 'request' as kind, null as id
       from audit_event e cross join lateral (values (e.actor), (e.subject)) as named (who)
       join lender l on l.id = substring(named.who from '^lender:([0-9]{1,16})$')::bigint
      where e.request_id = $1 and e.id >= $2 and e.id < $3`,
    [
      text,
      idAt(made === null ? since : new Date(made - around)),
      made === null ? lastId : idAt(new Date(made + around)),
    ],
  )
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Longer than any request is worked on and than most clocks of devices are wrong, in milliseconds. */
const around = 24 * 3_600_000

/** When a uuid of version 7 was made, in milliseconds; null for any other text. */
const madeAt = (text: string): number | null =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
    ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)
    : null
