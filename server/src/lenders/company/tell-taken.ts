import type { Context } from '../../context.ts'
import { maybe } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue, type Job } from '../../platform/jobs/queue.ts'
import type { Random } from '../../platform/random.ts'
import { sendSms, urgentQueue } from '../auth/index.ts'

/** The job that tells a person that they are no longer an administrator. */
export const takenJob = 'company.administrator_taken'

/** Has a person told whose role somebody else took: it may be the begin of a take-over, and they can still call. */
export const tellTaken = (tx: Transaction, random: Random, memberId: number): Promise<unknown> =>
  enqueue(tx, [{ id: random.uuid(), kind: takenJob, payload: { memberId }, queue: urgentQueue }])

export async function sendTaken(context: Context, job: Job): Promise<undefined> {
  const { memberId } = job.payload as { memberId: number }
  const told = await maybe<{ phone: string; company: string }>(
    context.db,
    'lenders.company.taken',
    `select m.phone, coalesce(c.company_name, l.name) as company from lender m join lender l on l.id = m.company_id
       left join lender_institution c on c.lender_id = l.id where m.id = $1`,
    [memberId],
  )
  if (!told) return
  await sendSms(context, {
    operation: 'tellAdministratorTaken',
    lenderId: memberId,
    phone: told.phone,
    text: `Peran administrator Anda di ${told.company} pada ${context.config.OPERATOR_NAME} baru saja dicabut. Jika ini tidak semestinya, segera hubungi layanan kami.`,
    reference: job.id,
  })
}
