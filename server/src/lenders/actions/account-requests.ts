import type { WaitingThing } from '@pematang/contract/staff/today'
import type { Queryable } from '../../platform/db/database.ts'
import { cutPage, oneMore, type Page } from '../../platform/pages.ts'
import { openRequests, requestInWords } from '../profile/account-request/list.ts'
import { ofLender } from './telling.ts'

/** The requests that wait, each with its decisions. */
export async function accountRequestList(
  db: Queryable,
  asked: { limit: number; after?: string | undefined },
): Promise<Page<WaitingThing>> {
  const { rows, next } = cutPage(await openRequests(db, oneMore(asked)), asked.limit, ({ id }) => id)
  return {
    next,
    rows: rows.map((request) => {
      const input = { lenderId: String(request.lenderId) }
      return {
        id: request.id,
        words: requestInWords(request),
        amount: null,
        since: request.at.toISOString(),
        about: ofLender(request),
        actions: ['acceptBankAccount', 'refuseBankAccount'].map((name) => ({ name, input })),
      }
    }),
  }
}
