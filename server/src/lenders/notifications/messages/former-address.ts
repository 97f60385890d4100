import { run } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { Sealed } from '../../../platform/keys/personal-data.ts'
import { isMailable } from '../address.ts'
import type { Kind } from '../notice-data.ts'
import { enqueueSending, type MessageContext } from './assign.ts'

/** The lender's previous contact data; a field is null if it has not changed. */
export type Former = { email: string | null; phone: string | null }

/**
 * Sends a notice also to the lender's previous address, because an attacker may have changed it. The address is stored,
 * encrypted, until the message is sent.
 */
export async function notifyFormer(
  tx: Transaction,
  { random, mail, config }: Pick<MessageContext, 'random' | 'mail' | 'config'>,
  notice: { lenderId: number; id: string; kind: Kind },
  { email, phone }: Former,
): Promise<void> {
  const channels = [
    ...(mail !== null && email !== null && isMailable(email) ? [{ channel: 'EMAIL', address: email }] : []),
    ...(config.SMS_URL !== null && phone !== null ? [{ channel: 'SMS', address: phone }] : []),
  ]
  for (const { channel, address } of channels) {
    const id = random.uuid()
    await run(
      tx,
      'lenders.notifications.to_former',
      `with message as (
         insert into notification_message (id, lender_id, channel, topic, due_at, state, closed_at, unsubscribe_key, address)
         values ($1, $2, $3, $4, app_now(), 'WAITING', app_now(), $5, $6) returning id, lender_id
       )
       insert into notification_message_notice (message_id, lender_id, notice_id) select id, lender_id, $7 from message`,
      [id, notice.lenderId, channel, notice.kind, random.uuid(), new Sealed(address), notice.id],
    )
    await enqueueSending(tx, random, [id])
  }
}
