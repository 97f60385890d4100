import { many, run } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { Sealed } from '../../../platform/keys/personal-data.ts'
import { isMailable } from '../address.ts'
import type { Kind } from '../notice-data.ts'
import { enqueueSending, stopKeyFor, type MessageContext } from './assign.ts'
import type { Channel } from './topics.ts'

type Contact = { email: string; phone: string }
type Random = Pick<MessageContext, 'random'>

/** How long a former address is kept, encrypted, and told of changes. */
const keptFor = '30 days'

/**
 * Sends a notice also to the lender's former addresses, because an attacker may have changed them. Which gateways there
 * are is decided by the worker that sends, never by the shell of the operator who made the change.
 * @param now the lender's present addresses, which the notice itself reaches
 */
export async function tellFormer(
  tx: Transaction,
  { random }: Random,
  notice: { lenderId: number; id: string; kind: Kind },
  now: Contact,
): Promise<void> {
  const former = await many<{ channel: Channel; address: string }>(
    tx,
    'lenders.notifications.former',
    `select channel, address from former_contact
      where lender_id = $1 and replaced_at > app_now() - $2::interval order by replaced_at, id`,
    [notice.lenderId, keptFor],
  )
  const told = new Set([`EMAIL ${now.email}`, `SMS ${now.phone}`])
  for (const { channel, address } of former) {
    if (told.has(`${channel} ${address}`) || (channel === 'EMAIL' && !isMailable(address))) continue
    told.add(`${channel} ${address}`)
    const id = random.uuid()
    await run(
      tx,
      'lenders.notifications.to_former',
      `with message as (
         insert into notification_message (id, lender_id, channel, topic, due_at, state, closed_at, unsubscribe_key, address, stop_key)
         values ($1, $2, $3, $4, app_now(), 'WAITING', app_now(), $5, $6, $8) returning id, lender_id
       )
       insert into notification_message_notice (message_id, lender_id, notice_id) select id, lender_id, $7 from message`,
      [
        ...[id, notice.lenderId, channel, notice.kind, random.linkKey(), new Sealed(address), notice.id],
        stopKeyFor(notice.kind, random),
      ],
    )
    await enqueueSending(tx, random, [id])
  }
}

/** Deletes former addresses that are kept no longer. */
export async function deleteOldContacts(tx: Transaction): Promise<number> {
  return run(
    tx,
    'lenders.notifications.retention_former',
    'delete from former_contact where replaced_at < app_now() - $1::interval',
    [keptFor],
  )
}
