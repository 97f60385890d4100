import { mandatoryCategory, noticeCategories } from '@pematang/contract/lenders/notifications/kinds'
import type { Context } from '../../../context.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { maybe, run } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { noticeKinds } from '../kinds.ts'
import { findRecipient } from './store.ts'
import type { Topic } from './topics.ts'

/** Whether an unsubscribe key belongs to a message. */
export const knowsUnsubscribeKey = async ({ db }: Pick<Context, 'db'>, key: string): Promise<boolean> =>
  isKey(key) &&
  (await maybe(
    db,
    'lenders.notifications.knows_key',
    'select from notification_message where unsubscribe_key = $1',
    [key],
  )) !== undefined

const isKey = (key: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)

/**
 * Unsubscribes from e-mail about a message's category, or from everything except security if it was a daily summary.
 * Repeating it changes nothing.
 * @throws Refusal NOT_FOUND for an unknown key
 */
export function unsubscribe(context: Context, key: string, requestId: string): Promise<void> {
  if (!isKey(key)) throw new Refusal('NOT_FOUND')
  return perform(context, turnOff, { actor: { kind: 'system' }, input: { key }, requestId })
}

const turnOff = mutation<Context, { key: string }, void>({
  operation: 'unsubscribeByMail',
  permit: ['system'],
  async run(tx, { key }) {
    const message = await maybe<{ lenderId: number; topic: Topic }>(
      tx,
      'lenders.notifications.of_key',
      'select lender_id as "lenderId", topic from notification_message where unsubscribe_key = $1',
      [key],
    )
    if (!message) throw new Refusal('NOT_FOUND')
    const { lenderId, topic } = message
    const subject = `lender:${lenderId}`
    const off = topic === 'DIGEST' ? noticeCategories : [noticeKinds[topic].category]
    const { chosen } = await findRecipient(tx, lenderId)
    const email = chosen.email.filter((one) => one === mandatoryCategory || !off.includes(one))
    await run(
      tx,
      'lenders.notifications.turn_off',
      `insert into notification_preference (lender_id, email, sms, email_delivery) values ($1, $2, $3, $4)
       on conflict (lender_id) do update set email = array(
         select kept from unnest(notification_preference.email) kept where kept = any($2)), changed_at = app_now()`,
      [lenderId, email, chosen.sms, chosen.emailDelivery],
    )
    return { answer: undefined, subject, detail: { topic } }
  },
})
