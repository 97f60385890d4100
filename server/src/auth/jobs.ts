import { otpLength } from '@pematang/contract/auth/rules'
import type { Context } from '../context.ts'
import { SmsRefused } from '../outside/sms/port.ts'
import { auditAlone } from '../platform/audit/audit.ts'
import { maybe } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Job } from '../platform/jobs/queue.ts'
import type { JobHandlers } from '../platform/jobs/worker.ts'
import { findOtpToSend, keepCodeHash } from './otp-store.ts'

/** The messages of an account. A gateway that is away is asked again; one that says no is recorded and left. */
export const authJobs = (context: Context): JobHandlers => ({
  'auth.send_code': (job) => sendCode(context, job),
  'auth.tell_password_set': (job) => tellPasswordSet(context, job),
})

/**
 * Makes the code and sends it. The code is nowhere but in the message: the row has its hash alone, so another try of
 * this job is a new code under a new reference, and the newest message counts.
 */
async function sendCode(context: Context, job: Job): Promise<undefined> {
  const { transactionId } = job.payload as { transactionId: string }
  const otp = await findOtpToSend(context.db, transactionId)
  if (!otp || otp.lenderId === null) return
  const code = context.random.digits(otpLength)
  const hash = await context.passwords.hash(code, 'lender')
  const kept = await inTransaction(context.db, { repeatable: true }, (tx) =>
    keepCodeHash(tx, transactionId, hash),
  )
  if (kept === 0) return
  await send(context, {
    operation: 'sendOtp',
    lenderId: otp.lenderId,
    phone: otp.phone,
    text: `${code} adalah kode verifikasi ${context.config.OPERATOR_NAME} Anda, berlaku 5 menit. Jangan berikan kode ini kepada siapa pun.`,
    reference: `${job.id}-${job.attempts}`,
  })
}

async function tellPasswordSet(context: Context, job: Job): Promise<undefined> {
  const { lenderId } = job.payload as { lenderId: number }
  const lender = await maybe<{ phone: string }>(
    context.db,
    'auth.phone',
    'select phone from lender where id = $1',
    [lenderId],
  )
  if (!lender) return
  await send(context, {
    operation: 'tellPasswordSet',
    lenderId,
    phone: lender.phone,
    text: `Kata sandi akun ${context.config.OPERATOR_NAME} Anda baru saja diubah. Jika bukan Anda yang mengubahnya, segera atur ulang kata sandi.`,
    reference: job.id,
  })
}

type Message = { operation: string; lenderId: number; phone: string; text: string; reference: string }

async function send(context: Context, message: Message): Promise<void> {
  let outcome = 'done'
  try {
    await context.sms.send({ to: `62${message.phone}`, text: message.text, reference: message.reference })
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    outcome = 'SMS_REFUSED'
    context.log.warn({ code: error.code, lender: message.lenderId }, 'the SMS gateway refused a message')
  }
  await auditAlone(context.db, {
    id: context.random.uuid(),
    actor: { kind: 'system' },
    operation: message.operation,
    subject: `lender:${message.lenderId}`,
    outcome,
  })
}
