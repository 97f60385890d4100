import type { AccountRequest } from '@pematang/contract/lenders/bank-account/endpoints'
import { accountRequestDays, type BankAnswer } from '@pematang/contract/lenders/bank-account/rules'
import { maskNumber } from '@pematang/contract/format/mask-number'
import { many, type Queryable } from '../../../platform/db/database.ts'
import type { Window } from '../../../platform/pages.ts'
import { newestRequest, requestColumns, type StoredRequest } from './store.ts'

/** The newest request as its lender sees it. Whose account it is at the bank is not told them: it may be a stranger's. */
export async function requestOf(
  db: Queryable,
  lenderId: number,
): Promise<{ request: AccountRequest | null }> {
  const newest = await newestRequest(db, lenderId)
  if (!newest) return { request: null }
  const { id, bankCode, bankName, accountName, accountNumber, state, reason, bankSays } = newest
  return {
    request: {
      ...{ id, bankCode, bankName, accountName, state, reason, bankSays },
      lastDigits: accountNumber.slice(-4),
      askedAt: newest.at.toISOString(),
      expiresAt: newest.expiresAt.toISOString(),
      endedAt: newest.endedAt?.toISOString() ?? null,
    },
  }
}

/** The requests that wait with the phone of their lender, the oldest first; pages go on after the id of a request. */
export const openRequests = (
  db: Queryable,
  { limit, after }: Window = {},
): Promise<(StoredRequest & { phone: string })[]> =>
  many<StoredRequest & { phone: string }>(
    db,
    'lenders.profile.open_account_requests',
    `select ${requestColumns}, (select phone from lender where id = r.lender_id) as phone from bank_account_request r
      where r.state = 'ASKED' and r.at + make_interval(days => $1) > app_now()
        and ($3::uuid is null or (r.at, r.id) > (select at, id from bank_account_request where id = $3))
      order by r.at, r.id limit $2`,
    [accountRequestDays, limit, after ?? null],
  )

const answers: Record<BankAnswer, string> = {
  SAME_NAME: 'nama sama',
  OTHER_NAME: 'nama lain',
  INACTIVE: 'rekening tidak aktif',
  UNKNOWN: 'rekening tidak dikenal',
  UNAVAILABLE: 'bank belum menjawab',
}

/** What the bank says of the account of a request, for staff. */
export const bankAnswerInWords = ({ bankSays, nameAtBank }: StoredRequest): string =>
  bankSays === null
    ? 'belum diperiksa'
    : `${answers[bankSays]}${nameAtBank === null ? '' : ` (menurut bank: ${nameAtBank})`}`

export const requestInWords = (request: StoredRequest): string =>
  `${request.bankName} ${maskNumber(request.accountNumber)} atas nama ${request.accountName}; ${bankAnswerInWords(request)}`
