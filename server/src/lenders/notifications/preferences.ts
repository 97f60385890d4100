import {
  mandatoryCategory,
  type NoticeCategory,
  noticeCategories,
} from '@pematang/contract/lenders/notifications/kinds'
import type {
  NotificationChoice,
  NotificationPreferences,
} from '@pematang/contract/lenders/notifications/preferences'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isMailable } from './address.ts'

/** The chosen categories per channel. */
export type Preference = { email: NoticeCategory[]; sms: NoticeCategory[]; emailDelivery: 'SINGLE' | 'DAILY' }

/** The default preferences, for a lender who has not chosen any. */
export const byDefault: Preference = {
  email: ['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY'],
  sms: ['SECURITY'],
  emailDelivery: 'SINGLE',
}

type PreferenceContext = Pick<Context, 'config'>

/** The categories of notices that this lender also gets by e-mail and SMS. */
export async function readPreferences(
  { config }: PreferenceContext,
  db: Queryable,
  lenderId: number,
): Promise<NotificationPreferences> {
  const { address } = await one<{ address: string }>(
    db,
    'lenders.notifications.address',
    'select email as address from lender where id = $1',
    [lenderId],
  )
  const chosen =
    (await maybe<Preference>(
      db,
      'lenders.notifications.preference',
      'select email, sms, email_delivery as "emailDelivery" from notification_preference where lender_id = $1',
      [lenderId],
    )) ?? byDefault
  return {
    categories: noticeCategories.map((category) => ({
      category,
      email: chosen.email.includes(category),
      sms: chosen.sms.includes(category),
      isMandatory: category === mandatoryCategory,
    })),
    emailDelivery: chosen.emailDelivery,
    dailyTime: config.NOTIFICATION_TIME,
    canEmail: config.SMTP_URL !== null && isMailable(address),
    canSms: config.SMS_URL !== null,
  }
}

/**
 * Stores the preferences of a lender.
 * @throws Refusal NOTIFICATION_MANDATORY if they turn security notices off
 */
export const setPreferences = mutation<Context, NotificationChoice, NotificationPreferences>({
  operation: 'setNotificationPreferences',
  permit: ['lender'],
  async run(tx, { categories, emailDelivery }, { actor: { lenderId }, context }) {
    const chosen = (channel: 'email' | 'sms') =>
      categories.filter((choice) => choice[channel]).map(({ category }) => category)
    const [email, sms] = [chosen('email'), chosen('sms')]
    if (!email.includes(mandatoryCategory) || !sms.includes(mandatoryCategory))
      throw new Refusal('NOTIFICATION_MANDATORY')
    await run(
      tx,
      'lenders.notifications.set_preference',
      `insert into notification_preference (lender_id, email, sms, email_delivery) values ($1, $2, $3, $4)
       on conflict (lender_id) do update
         set email = excluded.email, sms = excluded.sms, email_delivery = excluded.email_delivery, changed_at = app_now()`,
      [lenderId, email, sms, emailDelivery],
    )
    return {
      answer: await readPreferences(context, tx, lenderId),
      subject: `lender:${lenderId}`,
      detail: { email, sms, emailDelivery },
    }
  },
})
