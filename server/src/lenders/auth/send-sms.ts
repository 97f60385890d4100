import type { Context } from '../../context.ts'
import { SmsRefused } from '../../outside/sms/port.ts'
import { auditAlone } from '../../platform/audit/audit.ts'

/** An SMS to the national number of a lender; `reference` is the same for each attempt to send it. */
type Message = { operation: string; lenderId: number; phone: string; text: string; reference: string }

/** Sends an SMS and records that it was. A refusal of the gateway is recorded and final. */
export async function sendSms(context: Context, message: Message): Promise<void> {
  let outcome = 'done'
  try {
    await context.sms.send({ to: `62${message.phone}`, text: message.text, reference: message.reference })
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    outcome = 'SMS_REFUSED'
    context.log.warn({ code: error.code, lender: message.lenderId }, 'the SMS gateway refused a message')
  }
  await auditMessage(context, message, outcome)
}

/** Records what became of a message, without its text and address. */
export const auditMessage = (
  { db, random }: Context,
  { operation, lenderId }: Pick<Message, 'operation' | 'lenderId'>,
  outcome: string,
): Promise<void> =>
  auditAlone(db, {
    id: random.uuid(),
    actor: { kind: 'system' },
    operation,
    subject: `lender:${lenderId}`,
    outcome,
  })
