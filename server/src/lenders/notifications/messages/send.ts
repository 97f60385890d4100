import type { Context } from '../../../context.ts'
import { type Mail, MailRefused, MailUnavailable, MailUnknown } from '../../../outside/mail/port.ts'
import { SmsRefused, SmsUnavailable } from '../../../outside/sms/port.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Job } from '../../../platform/jobs/queue.ts'
import type { JobHandlers, JobResult } from '../../../platform/jobs/worker.ts'
import { isMailable } from '../address.ts'
import { noticeKinds } from '../kinds.ts'
import type { NoticeRow } from '../notice-data.ts'
import { addressOf } from './addresses.ts'
import { composeMail, composeSms } from './compose.ts'
import {
  endMessage,
  type EndState,
  findRecipient,
  lockWaiting,
  markBegun,
  noticesOf,
  putOff,
  type Recipient,
  type WaitingMessage,
} from './store.ts'
import { isGivenUp } from './topics.ts'

type SendContext = Pick<Context, 'db' | 'config' | 'mail' | 'sms' | 'log'>

export const jobs = (context: SendContext): JobHandlers => ({
  'notifications.send': (job) => sendMessage(context, job),
})

/**
 * Sends a closed message. The start of the attempt is committed before the gateway is called, so that an interrupted
 * attempt is recognised. The message is then abandoned if a duplicate would be worse than none (see isGivenUp),
 * otherwise sent again with the same message id.
 */
export async function sendMessage(context: SendContext, job: Job): Promise<JobResult> {
  const { messageId } = job.payload as { messageId: string }
  const message = await begin(context, messageId)
  if (!message) return
  const recipient = await recipientOf(context.db, message)
  const rows = (await noticesOf(context.db, messageId)).filter((row) => isWanted(message, recipient, row))
  const problem =
    rows.length === 0
      ? 'TURNED_OFF'
      : (addressProblem(message, recipient) ?? gatewayProblem(context, message))
  if (problem) return end(context, messageId, 'SKIPPED', problem)
  try {
    await handOver(context, message, recipient, rows)
  } catch (error) {
    return fail(context, message, error)
  }
  return end(context, messageId, 'SENT', null)
}

function begin({ db, config }: SendContext, id: string): Promise<WaitingMessage | undefined> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const message = await lockWaiting(tx, id, config.NOTIFICATION_GIVE_UP_SECONDS)
    if (!message) return undefined
    if (message.wasBegun && isGivenUp(message.channel, message.topic, message.uncertain)) {
      await endMessage(tx, id, 'UNKNOWN', 'INTERRUPTED')
      return undefined
    }
    if (message.isTooOld) {
      await endMessage(tx, id, 'GAVE_UP', null)
      return undefined
    }
    await markBegun(tx, message)
    return message
  })
}

async function recipientOf(db: SendContext['db'], { lenderId, channel, address }: WaitingMessage) {
  const recipient = await findRecipient(db, lenderId)
  if (address === null) return recipient
  return channel === 'EMAIL' ? { ...recipient, address } : { ...recipient, phone: address }
}

/** Whether the lender still wants a notice by this channel, which may have been turned off in the meantime. */
function isWanted({ channel }: WaitingMessage, { chosen }: Recipient, { kind }: NoticeRow): boolean {
  return chosen[channel === 'EMAIL' ? 'email' : 'sms'].includes(noticeKinds[kind].category)
}

const addressProblem = ({ channel }: WaitingMessage, { address, phone }: Recipient): string | null => {
  if (channel === 'EMAIL') return isMailable(address) ? null : 'NO_ADDRESS'
  return /^\d{8,13}$/.test(phone) ? null : 'NO_NUMBER'
}

/**
 * A message to a former address is written without knowing the gateways of the worker; an ordinary one is written by it,
 * and waits if a gateway was taken away since.
 */
const gatewayProblem = (
  { config, mail }: SendContext,
  { channel, address }: WaitingMessage,
): string | null =>
  address !== null && (channel === 'EMAIL' ? mail === null : config.SMS_URL === null) ? 'NOT_SET_UP' : null

async function handOver(
  { config, mail, sms }: SendContext,
  message: WaitingMessage,
  recipient: Recipient,
  rows: readonly NoticeRow[],
): Promise<void> {
  const { id, channel, topic, closedAt, unsubscribeKey, stopKey } = message
  const urls = addressOf(config.APP_ORIGIN)
  const stopUrl = stopKey === null ? null : urls.stopUrlOf(stopKey)
  if (channel === 'SMS') {
    await sms.send({ to: `62${recipient.phone}`, text: composeSms(config, rows, stopUrl), reference: id })
    return
  }
  if (!mail) throw new MailUnavailable('NOT_SET_UP')
  const letter: Mail = {
    to: recipient.address,
    toName: recipient.name,
    fromName: config.OPERATOR_NAME,
    messageId: messageIdOf(id, config.MAIL_FROM),
    date: closedAt,
    unsubscribeUrl: isMandatory(rows) ? null : urls.unsubscribeUrlOf(unsubscribeKey),
    ...composeMail(config, { name: recipient.name, topic, day: closedAt, stopUrl }, rows),
  }
  await mail.send(letter)
}

const isMandatory = (rows: readonly NoticeRow[]): boolean =>
  rows.some(({ kind }) => noticeKinds[kind].category === 'SECURITY')

/** The Message-ID, equal for each attempt, so that mail servers and mail programs recognise a duplicate. */
const messageIdOf = (id: string, from: string): string => `${id}@${from.split('@')[1] ?? 'localhost'}`

async function fail(context: SendContext, message: WaitingMessage, error: unknown): Promise<JobResult> {
  const { id, channel, topic, tries, uncertain } = message
  if (error instanceof MailRefused || error instanceof SmsRefused) {
    context.log.warn({ code: error.code, lender: message.lenderId, channel }, 'a notification was refused')
    return end(context, id, 'REFUSED', error.code)
  }
  const isUncertain = error instanceof MailUnknown
  if (isUncertain && isGivenUp(channel, topic, uncertain + 1)) return end(context, id, 'UNKNOWN', error.code)
  const isAway = error instanceof MailUnavailable || isUncertain || error instanceof SmsUnavailable
  if (!isAway) throw error
  const reason = error instanceof SmsUnavailable ? 'UNAVAILABLE' : error.code
  await inTransaction(context.db, { repeatable: true }, (tx) => putOff(tx, id, { reason, isUncertain }))
  return { again: waitAfter(tries), because: reason }
}

/** Exponential backoff, from half a minute up to a quarter of an hour. */
const waitAfter = (tries: number): string => `${Math.min(30 * 2 ** Math.min(tries, 6), 900)} seconds`

async function end(
  { db }: SendContext,
  id: string,
  state: EndState,
  reason: string | null,
): Promise<undefined> {
  await inTransaction(db, { repeatable: true }, (tx) => endMessage(tx, id, state, reason))
}
