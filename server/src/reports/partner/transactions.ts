import { startOfDay } from '@pematang/contract/format/business-date'
import type { EndpointAnswer, EndpointQuery } from '@pematang/contract/endpoint'
import type {
  CashAccountName,
  listPartnerTransactions,
  PartnerTransaction,
} from '@pematang/contract/partner/endpoints'
import { type CashSpan, cashSpansOf, linesBetween, type TransferKind } from '../../books/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Refusal } from '../../platform/refusal.ts'
import { movementsOf, type StatementMovement } from '../statements/index.ts'

type Query = EndpointQuery<typeof listPartnerTransactions>

const kindOf = { MAIN: 'LENDER_CASH', ADDITIONAL: 'LENDER_CASH_ADDITIONAL' } as const

/**
 * A page of the movements on one cash account of a lender, the oldest first. The numbers of an account are given out under
 * its lock and without a gap, so whatever commits later has a higher number than all that can be read.
 * @throws Refusal CURSOR_UNKNOWN for a cursor of another list or lender
 * @throws Refusal CURSOR_OUTDATED for one from before a restore: what it was read after is not there, or something else is
 */
export async function listTransactions(
  db: Queryable,
  lenderId: number,
  { account: name, cursor, from, limit }: Query,
): Promise<EndpointAnswer<typeof listPartnerTransactions>> {
  const place = cursor === undefined ? null : placeOf(lenderId, name, cursor)
  const span = (
    await cashSpansOf(db, lenderId, {
      since: from === undefined ? new Date(0) : startOfDay(from),
      until: null,
      ...(place && { begins: new Map([[place.account, place.number]]) }),
    })
  ).find(({ kind }) => kind === kindOf[name])
  if (place && place.account !== span?.account) throw new Refusal('CURSOR_UNKNOWN')
  if (!span) return { list: [], next: null, hasMore: false }
  if (place && (await transferAt(db, span.account, place.number)) !== place.transferId)
    throw new Refusal('CURSOR_OUTDATED')
  const last = Math.min(span.last, span.after + limit)
  const list: PartnerTransaction[] = []
  for await (const movement of movementsOf(db, lenderId, [{ ...span, last }]))
    list.push(toTransaction(name, movement))
  return { list, next: await nextOf(db, lenderId, name, span, list.at(-1)), hasMore: last < span.last }
}

type Place = { account: number; number: number; transferId: string }

const listName = (lenderId: number, name: CashAccountName): string => `transactions:${lenderId}:${name}`

function placeOf(lenderId: number, name: CashAccountName, cursor: string): Place {
  const [account, number, transferId = ''] = readCursor(listName(lenderId, name), cursor, 3)
  const place = { account: Number(account), number: Number(number), transferId }
  if (!Number.isSafeInteger(place.account) || !Number.isSafeInteger(place.number) || place.number < 1)
    throw new Refusal('CURSOR_UNKNOWN')
  return place
}

/** The transfer with this number on an account; undefined if it has no such number. */
async function transferAt(db: Queryable, account: number, number: number): Promise<string | undefined> {
  const [line] = await linesBetween(db, { account, after: number - 1, last: number, limit: 1 })
  return line?.transferId
}

async function nextOf(
  db: Queryable,
  lenderId: number,
  name: CashAccountName,
  { account, after }: CashSpan,
  last: PartnerTransaction | undefined,
): Promise<string | null> {
  const write = (number: number, id: string) => writeCursor(listName(lenderId, name), [account, number, id])
  if (last) return write(last.number, last.id)
  const before = after === 0 ? undefined : await transferAt(db, account, after)
  return before === undefined ? null : write(after, before)
}

const kinds: Partial<Record<TransferKind, PartnerTransaction['kind']>> = {
  TOP_UP: 'TOP_UP',
  CASH_OPENING: 'OPENING',
  FUNDING: 'FUNDING',
  REFUND: 'REFUND',
  REPAYMENT: 'REPAYMENT',
  WITHDRAWAL: 'WITHDRAWAL',
  WITHDRAWAL_RETURN: 'WITHDRAWAL_RETURN',
  RECOVERY: 'RECOVERY',
  ADVANCE: 'ADVANCE',
}

const toTransaction = (account: CashAccountName, movement: StatementMovement): PartnerTransaction => ({
  id: movement.transferId,
  account,
  number: movement.seq,
  at: movement.at.toISOString(),
  day: movement.day,
  valueDate: movement.valueDate,
  kind: movement.isFee ? 'FEE' : (kinds[movement.kind] ?? 'CORRECTION'),
  transactionNumber: movement.number,
  loanNumber: movement.loanNumber,
  amount: movement.amount,
  balance: movement.balanceAfter,
  ...movement.sums,
})
