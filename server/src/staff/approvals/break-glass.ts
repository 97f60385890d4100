import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { type Mail, MailRefused } from '../../outside/mail/port.ts'
import { breakGlassJob } from '../../platform/approvals/gate.ts'
import { findByName, requireRight } from '../../platform/approvals/rights.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { Refusal } from '../../platform/refusal.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { listStaff } from '../people/index.ts'

/** A run of the command line without a second pair. */
export type BrokenGlass = {
  number: number
  operator: string
  reason: string
  at: Date
  /** Who has looked at it; null while nobody has. */
  lookedBy: string | null
}

/** The newest of all runs without a second pair, of those that nobody has looked at, or one. */
export const listBreakGlass = (
  db: Queryable,
  { all = false, number = null }: { all?: boolean; number?: number | null },
): Promise<BrokenGlass[]> =>
  many<BrokenGlass>(
    db,
    'staff.approvals.break_glass',
    `select b.number, b.operator, b.reason, b.at, s.name as "lookedBy"
       from break_glass b left join staff s on s.id = b.looked_by
      where case when $2::bigint is not null then b.number = $2 else $1 or b.looked_at is null end
      order by b.number desc limit 100`,
    [all, number],
  )

/**
 * Notes that a person of the staff has looked at a run without a second pair. They say so at the console: a name that is
 * typed on the command line could be anybody's.
 * @throws Refusal PROPOSAL_OWN if it was their own, STAFF_RIGHT_MISSING if they may not look; Error if there is none
 *   that waits
 */
export const lookAtBreakGlass = mutation<
  Context,
  { number: number; by: { name: string } },
  { number: number }
>({
  operation: 'lookAtBreakGlass',
  permit: ['operator'],
  withoutSecondPair: 'it is the look of the second pair',
  async run(tx, { number, by }) {
    const staffId = (await findByName(tx, by.name))?.id ?? 0
    await requireRight(tx, staffId, 'LOOK')
    const found = await maybe<{ operator: string }>(
      tx,
      'staff.approvals.lock_break_glass',
      'select operator from break_glass where number = $1 and looked_at is null for update',
      [number],
    )
    if (!found) throw new Error(`Tidak ada perintah ${number} yang menunggu ditinjau.`)
    if (found.operator === by.name) throw new Refusal('PROPOSAL_OWN')
    await run(
      tx,
      'staff.approvals.look',
      'update break_glass set looked_by = $2, looked_at = app_now() where number = $1',
      [number, staffId],
    )
    return { answer: { number }, subject: `break-glass:${number}`, detail: { staff: staffId } }
  },
})

/** Tells an administrator of a run without a second pair, also where the right was taken from them since. */
export const jobs = (context: Context): JobHandlers => ({
  [breakGlassJob]: async ({ id, payload }) => {
    const { number, staffId } = payload as { number: number; staffId: number }
    const { config, db, mail, log } = context
    const admin = (await listStaff(db)).find((person) => person.id === staffId)
    const broken = (await listBreakGlass(db, { number })).at(0)
    if (!mail || !admin || !broken) return
    try {
      await mail.send({
        to: admin.email,
        toName: admin.name,
        fromName: oneLine(config.OPERATOR_NAME),
        messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
        unsubscribeUrl: null,
        ...letterOf(broken, `${consoleOrigin(config)}/console`),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error(
        { code: error.code, staff: staffId },
        'the mail server refused the address of an administrator',
      )
    }
  },
})

function letterOf(
  { number, operator, reason, at }: BrokenGlass,
  address: string,
): Pick<Mail, 'subject' | 'text' | 'html' | 'date'> {
  const words = [
    `${oneLine(operator)} menjalankan perintah tanpa persetujuan orang kedua pada ${formatDateTimeLong(at)}.`,
    `Alasan: ${oneLine(reason)}`,
    `Tinjau di konsol: ${address}`,
  ]
  return {
    subject: `Perintah tanpa persetujuan orang kedua (${number})`,
    text: `${words.join('\n')}\n`,
    html: words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    date: at,
  }
}
