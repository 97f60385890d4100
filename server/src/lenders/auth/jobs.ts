import { otpLength } from '@pematang/contract/lenders/auth/rules'
import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Context } from '../../context.ts'
import { maybe } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { tellRegistered } from './invite.ts'
import { findOtpToSend, storeCodeHash } from './otp-store.ts'
import { sendSms } from './send-sms.ts'
import { type BrowserName, deviceName } from './user-agent.ts'

/** Jobs that send messages to lenders. They retry while the gateway is unavailable; a refusal is audited and final. */
export const jobs = (context: Context): JobHandlers => ({
  'auth.send_code': (job) => sendCode(context, job),
  'auth.tell_registered': (job) => tellRegistered(context, job),
  'auth.tell_password_set': (job) => tellPasswordSet(context, job),
  'auth.notify_login': (job) => notifyLogin(context, job),
  // Enqueued by processes of the version before; the notice of the change tells it now.
  'auth.notify_bank_account': async () => undefined,
})

/**
 * Creates the code and sends it. Only its hash is stored, so a retry sends a new code under a new reference, and only
 * the newest message is valid.
 */
async function sendCode(context: Context, job: Job): Promise<undefined> {
  const { transactionId } = job.payload as { transactionId: string }
  const otp = await findOtpToSend(context.db, transactionId)
  if (!otp || otp.lenderId === null || otp.phone === null) return
  const code = context.random.digits(otpLength)
  const hash = await context.passwords.hash(code, 'lender')
  const kept = await inTransaction(context.db, { repeatable: true }, (tx) =>
    storeCodeHash(tx, transactionId, hash),
  )
  if (kept === 0) return
  await sendSms(context, {
    operation: 'sendOtp',
    lenderId: otp.lenderId,
    phone: otp.phone,
    text: `${code} adalah kode verifikasi ${context.config.OPERATOR_NAME} Anda, berlaku 5 menit. Jangan berikan kode ini kepada siapa pun.`,
    reference: `${job.id}-${job.attempts}`,
  })
}

async function sendTo(
  context: Context,
  lenderId: number,
  message: { operation: string; text: string; reference: string },
): Promise<void> {
  const lender = await maybe<{ phone: string }>(
    context.db,
    'lenders.auth.phone',
    'select phone from lender where id = $1',
    [lenderId],
  )
  if (lender) await sendSms(context, { ...message, lenderId, phone: lender.phone })
}

async function tellPasswordSet(context: Context, job: Job): Promise<undefined> {
  const { lenderId } = job.payload as { lenderId: number }
  await sendTo(context, lenderId, {
    operation: 'tellPasswordSet',
    text: `Kata sandi akun ${context.config.OPERATOR_NAME} Anda baru saja diubah. Jika bukan Anda yang mengubahnya, segera atur ulang kata sandi.`,
    reference: job.id,
  })
}

async function notifyLogin(context: Context, job: Job): Promise<undefined> {
  const { lenderId, sessionId } = job.payload as { lenderId: number; sessionId: string }
  const session = await maybe<BrowserName & { createdAt: Date }>(
    context.db,
    'lenders.auth.session_opened',
    'select browser, system, created_at as "createdAt" from session where id = $1 and lender_id = $2',
    [sessionId, lenderId],
  )
  if (!session) return
  const { OPERATOR_NAME } = context.config
  await sendTo(context, lenderId, {
    operation: 'notifyLogin',
    text: `Akun ${OPERATOR_NAME} Anda baru saja dibuka di ${inSentence(session)}, ${formatDateTimeLong(session.createdAt)}. Jika bukan Anda, segera ubah kata sandi.`,
    reference: job.id,
  })
}

const inSentence = (name: BrowserName): string =>
  name.browser === null && name.system === null ? 'perangkat yang tidak dikenal' : deviceName(name)
