import { formatDateLong } from '@pematang/contract/format/date'
import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { type Mail, MailRefused } from '../../outside/mail/port.ts'
import { maybe } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { TodayLines } from './load-lines.ts'
import { readToday, type Today } from './read-today.ts'
import { wordsOf } from './words.ts'

const kind = 'today.mail'

/** Asks once a day, from 07:00 in Jakarta on, for one e-mail to each address of the setting. */
export async function askForMorningMail({ db, config, mail, random }: Context): Promise<void> {
  const addresses = new Set(config.MORNING_MAIL_TO)
  if (addresses.size === 0 || mail === null) return
  await inTransaction(db, { repeatable: true }, async (tx) => {
    const asked = await maybe<{ day: string }>(
      tx,
      'main.today.ask_for_mail',
      `insert into morning_mail (day)
       select business_day(app_now())
        where (app_now() at time zone 'Asia/Jakarta')::time >= time '07:00'
           on conflict (day) do nothing returning day`,
    )
    if (!asked) return
    const jobs = [...addresses].map((to) => ({ id: random.uuid(), kind, payload: { to } }))
    await enqueue(tx, jobs)
  })
}

/** Sends the list as it is now, so that one that waited for the mail server says nothing old. */
export const morningMailJobs = (context: Context, lines: TodayLines): JobHandlers => ({
  [kind]: async ({ id, payload }) => {
    const { config, mail, log } = context
    const { to } = payload as { to: string }
    if (mail === null || !config.MORNING_MAIL_TO.includes(to)) return
    const today = await readToday(context, lines)
    const messageId = `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`
    try {
      await mail.send({ to, messageId, ...letterOf(today, oneLine(config.OPERATOR_NAME)) })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error({ code: error.code }, 'the mail server refused an address of MORNING_MAIL_TO')
    }
  },
})

/** The list as an e-mail: what is red first. */
function letterOf({ at, red, lines }: Today, operator: string): Omit<Mail, 'to' | 'messageId'> {
  const title = `Daftar pagi ${formatDateLong(at)}`
  const sorted = [...lines.filter((line) => line.red), ...lines.filter((line) => !line.red)]
  const rows = sorted.map((line) => ({ ...line, words: wordsOf(line, at) }))
  const summary = red > 0 ? `${red} baris perlu ditindaklanjuti` : 'Tidak ada yang perlu ditindaklanjuti'
  return {
    toName: '',
    fromName: operator,
    subject: `${title}: ${summary} - ${operator}`,
    text: [
      summary,
      '',
      ...rows.map((row) => `${row.red ? '[!] ' : ''}${row.id}: ${row.words}${seeOf(row)}`),
    ].join('\n'),
    html: `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:Helvetica,Arial,sans-serif;color:#1b2420"><h1 style="font-size:20px">${escapeHtml(title)}</h1>
<p>${escapeHtml(summary)}</p><table style="border-collapse:collapse">${rows.map(rowOf).join('\n')}</table></body></html>`,
    date: at,
    unsubscribeUrl: null,
  }
}

type Row = Today['lines'][number] & { words: string }

const seeOf = ({ see }: Row): string => (see === null ? '' : ` [${see}]`)

const rowOf = (row: Row): string =>
  `<tr style="border-top:1px solid #d5dcd8${row.red ? ';background:#fdecea' : ''}">
<td style="padding:6px">${row.red ? '<b>!</b>' : ''}</td><td style="padding:6px">${escapeHtml(row.id)}</td>
<td style="padding:6px">${escapeHtml(row.words)}</td><td style="padding:6px"><code>${escapeHtml(row.see ?? '')}</code></td></tr>`
