import { makeBooksChecker } from '../src/audit/index.ts'
import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import { people } from './people.ts'
import { addStaffOfDemo } from './staff.ts'
import { callVotesOfDemo } from './votes.ts'

/**
 * Adds what the past of the demo does not have: votes and staff, if there are none. Then checks the whole books, as the worker
 * does once a day, so that staff who log in at once find them checked.
 */
export async function addPresent(context: Context, actor: ActorOf<'operator'>): Promise<void> {
  const [spared, lenderId] = [await idOf(context, people[0]?.phone), await idOf(context, people[1]?.phone)]
  await callVotesOfDemo(context, actor, { lenderId, spared })
  await addStaffOfDemo(context, actor, spared)
  await makeBooksChecker(context).whole()
}

async function idOf({ db }: Context, phone = ''): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    'demo.lender',
    'select id from lender where phone_search = any($1)',
    [new Lookup(phone)],
  )
  return id
}
