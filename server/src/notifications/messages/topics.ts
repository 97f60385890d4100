import { mandatoryCategory, type NoticeCategory } from '@pematang/contract/notices/kinds'
import { noticeKinds } from '../kinds.ts'
import type { Kind } from '../notice-data.ts'
import type { Preference } from '../preferences.ts'

export type Channel = 'EMAIL' | 'SMS'
/** A kind of notice, or everything of a day. */
export type Topic = Kind | 'DIGEST'

/** `NOW`: by itself. `SOON`: with what follows within a minute. `EVENING`: with everything of the day. */
export type Timing = 'NOW' | 'SOON' | 'EVENING'

export type Delivery = { channel: Channel; topic: Topic; timing: Timing }

/** Kinds of which the auth room sends an SMS in the moment of the event. */
const sentByAuth: ReadonlySet<Kind> = new Set(['NEW_DEVICE', 'BANK_ACCOUNT_CHANGED'])

/** E-mails that only add up what has happened: one too few is better than one too many. The centre has them all. */
const atMostOnce: ReadonlySet<Topic> = new Set<Topic>([
  'DIGEST',
  'INSTALLMENT_RECEIVED',
  'OFFER_IN_SAVED_SEARCH',
])

/** An e-mail of which nobody knows whether it was sent has this many attempts at most: each may have been a copy. */
const mostUncertain = 5

/**
 * Whether a message is given up after so many attempts of which nobody knows whether they were sent. An SMS is not: its
 * gateway knows a message that it has sent by its reference.
 */
export const isGivenUp = (channel: Channel, topic: Topic, uncertain: number): boolean =>
  channel === 'EMAIL' && uncertain >= (atMostOnce.has(topic) ? 1 : mostUncertain)

/** The messages that take up a notice of this kind, by what the lender has chosen and which gateways there are. */
export function deliveriesFor(
  kind: Kind,
  chosen: Preference,
  gateways: Readonly<Record<Channel, boolean>>,
): Delivery[] {
  const { category, gathers } = noticeKinds[kind]
  const timing = timingOf(category, gathers)
  const deliveries: Delivery[] = []
  if (gateways.EMAIL && chosen.email.includes(category)) {
    const isDaily = chosen.emailDelivery === 'DAILY' && category !== mandatoryCategory
    deliveries.push(
      isDaily
        ? { channel: 'EMAIL', topic: 'DIGEST', timing: 'EVENING' }
        : { channel: 'EMAIL', topic: kind, timing },
    )
  }
  if (gateways.SMS && chosen.sms.includes(category) && !sentByAuth.has(kind))
    deliveries.push({ channel: 'SMS', topic: kind, timing })
  return deliveries
}

function timingOf(category: NoticeCategory, gathers: boolean): Timing {
  if (category === mandatoryCategory) return 'NOW'
  return gathers ? 'EVENING' : 'SOON'
}
