import { formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { type Mail, MailRefused } from '../../outside/mail/port.ts'
import { proposalJob } from '../../platform/approvals/gate.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { listStaff } from '../people/index.ts'
import { findProposal, type ProposalRow } from './proposals.ts'

/** Tells a person of a proposal that they may decide; nobody is told of one that has ended meanwhile. */
export const jobs = (context: Context): JobHandlers => ({
  [proposalJob]: async ({ id, payload }) => {
    const { number, staffId } = payload as { number: number; staffId: number }
    const { config, db, mail, log } = context
    if (!mail) return
    const decider = (await listStaff(db)).find((person) => person.id === staffId)
    const proposal = await findProposal(db, number)
    if (!decider?.rights.includes('DECIDE') || proposal.state !== 'WAITING') return
    try {
      await mail.send({
        to: decider.email,
        toName: decider.name,
        fromName: oneLine(config.OPERATOR_NAME),
        messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
        unsubscribeUrl: null,
        ...letterOf(proposal, addressOf(context, number)),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error({ code: error.code, staff: staffId }, 'the mail server refused the address of a decider')
    }
  },
})

/** Where the console shows the proposal. The link only opens it: whoever follows it decides there, with a passkey. */
const addressOf = ({ config }: Context, number: number): string =>
  `${consoleOrigin(config)}/console/persetujuan/${number}`

/** What the input says stays out of it: mail is read by others. */
function letterOf(
  { number, operation, amount, maker, at, until }: ProposalRow,
  address: string,
): Pick<Mail, 'subject' | 'text' | 'html' | 'date'> {
  const words = [
    `${oneLine(maker)} mengajukan usulan ${number}: ${operation}${amount === null ? '' : `, ${formatRupiah(amount)}`}.`,
    `Paling lambat diputuskan ${formatDateTimeLong(until)}.`,
  ]
  return {
    subject: `Usulan ${number} menunggu keputusan Anda`,
    text: `${[...words, `Lihat: ${address}`].join('\n')}\n`,
    html: `${words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}\n<p><a href="${escapeHtml(address)}">Lihat usulan</a></p>`,
    date: at,
  }
}
