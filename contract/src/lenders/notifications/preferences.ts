import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { noticeCategories } from './kinds.ts'

/** `SINGLE`: an e-mail for each kind of event; `DAILY`: one e-mail a day with everything. */
export const emailDeliveries = ['SINGLE', 'DAILY'] as const

const choice = z.strictObject({ category: z.enum(noticeCategories), email: z.boolean(), sms: z.boolean() })
const answer = z.object({
  /** Every category once, in a fixed order. The mandatory one is always sent by e-mail and SMS. */
  categories: z.array(z.object({ ...choice.def.shape, isMandatory: z.boolean() })),
  emailDelivery: z.enum(emailDeliveries),
  /** The time at which the daily e-mail is sent, HH:MM in Jakarta. */
  dailyTime: z.string(),
  /** Whether e-mail is possible: the lender has an address and the platform a gateway. `canSms` is the same for SMS. */
  canEmail: z.boolean(),
  canSms: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof answer>

const body = z.strictObject({
  categories: z.array(choice).check(
    z.length(noticeCategories.length),
    z.refine((list) => new Set(list.map(({ category }) => category)).size === list.length),
  ),
  emailDelivery: z.enum(emailDeliveries),
})
export type NotificationChoice = z.infer<typeof body>

export const getNotificationPreferences = endpoint({
  operationId: 'getNotificationPreferences',
  method: 'GET',
  path: '/notification-preferences',
  auth: 'lender',
  summary: 'The kinds of notices that this lender also gets by e-mail and SMS.',
  answer,
  errors: [],
})

export const setNotificationPreferences = endpoint({
  operationId: 'setNotificationPreferences',
  method: 'PUT',
  path: '/notification-preferences',
  auth: 'lender',
  summary:
    'Choose it, for each category and both channels. What concerns security is always sent and cannot be turned off.',
  body,
  answer,
  errors: ['NOTIFICATION_MANDATORY'],
})
