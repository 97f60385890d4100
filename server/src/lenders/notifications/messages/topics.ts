import { mandatoryCategory } from '@pematang/contract/lenders/notifications/kinds'
import { noticeKinds } from '../kinds.ts'
import type { Kind } from '../notice-data.ts'
import type { Preference } from '../preferences.ts'

export type Channel = 'EMAIL' | 'SMS'
/** What a message is about: one kind of notice, or the summary of a day. */
export type Topic = Kind | 'DIGEST'

/**
 * `NOW`: immediately, in a message of its own. `SOON`: together with what follows within a minute. `EVENING`: in the
 * daily summary. `PROMPT`: as `SOON`, also a second time on a day.
 */
export type Timing = 'NOW' | 'PROMPT' | 'SOON' | 'EVENING'

export type Delivery = { channel: Channel; topic: Topic; timing: Timing }

/** Kinds for which the authentication module already sends an SMS. */
const sentByAuth: ReadonlySet<Kind> = new Set(['NEW_DEVICE'])

/** Changes that an attacker may have made; each message about one has a link that stops the account. */
const stoppable: ReadonlySet<Topic> = new Set<Topic>([
  'CONTACT_CHANGED',
  'BANK_ACCOUNT_CHANGED',
  'BANK_ACCOUNT_REQUEST',
  'FACTORS_CHANGED',
  'FACTOR_RECOVERY',
  'CALL_BACK_CHANGED',
  'KEYS_CHANGED',
])
export const isStoppable = (topic: Topic): boolean => stoppable.has(topic)

/** E-mails that must not be sent twice: they only summarise events, and the notification list contains everything. */
const atMostOnce: ReadonlySet<Topic> = new Set<Topic>([
  'DIGEST',
  'INSTALLMENT_RECEIVED',
  'AUTO_FUNDED',
  'LOAN_DISBURSED',
  'OFFER_IN_SAVED_SEARCH',
])

/** The maximum number of attempts with an unknown outcome for other e-mails, because each may have sent a duplicate. */
const mostUncertain = 5

/**
 * Whether a message is abandoned after this many attempts with an unknown outcome. Never for an SMS, because its
 * gateway recognises a repeated reference.
 */
export const isGivenUp = (channel: Channel, topic: Topic, uncertain: number): boolean =>
  channel === 'EMAIL' && uncertain >= (atMostOnce.has(topic) ? 1 : mostUncertain)

/** The messages that collect a notice of this kind, by the lender's preferences and the available gateways. */
export function deliveriesFor(
  kind: Kind,
  chosen: Preference,
  gateways: Readonly<Record<Channel, boolean>>,
): Delivery[] {
  const { category } = noticeKinds[kind]
  const timing = timingOf(kind)
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

function timingOf(kind: Kind): Timing {
  const { category, gathers, returns } = noticeKinds[kind]
  if (category === mandatoryCategory) return 'NOW'
  if (returns) return 'PROMPT'
  return gathers ? 'EVENING' : 'SOON'
}
