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
import { findProposal, type ProposalRow, type ProposalSheet } from './proposals.ts'

/**
 * Tells a person of a proposal that they may decide, or that was typed in their name; nobody is told of one that has ended
 * meanwhile, but for whose name was used.
 */
export const jobs = (context: Context): JobHandlers => ({
  [proposalJob]: async ({ id, payload }) => {
    const { number, staffId } = payload as { number: number; staffId: number }
    const { config, db, mail, log } = context
    if (!mail) return
    const person = (await listStaff(db)).find(({ id: known }) => known === staffId)
    const proposal = await findProposal(db, number)
    const isMaker = person?.name === proposal.maker
    if (!person || (!isMaker && !(person.rights.includes('DECIDE') && proposal.state === 'WAITING'))) return
    const address = addressOf(context, number)
    try {
      await mail.send({
        to: person.email,
        toName: person.name,
        fromName: oneLine(config.OPERATOR_NAME),
        messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
        unsubscribeUrl: null,
        ...(isMaker ? letterToMaker(proposal, address) : letterToDecider(proposal, address)),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error(
        { code: error.code, staff: staffId },
        'the mail server refused the address of a person of the staff',
      )
    }
  },
})

/** Where the console shows the proposal. The link only opens it: whoever follows it decides there, with a passkey. */
const addressOf = ({ config }: Context, number: number): string =>
  `${consoleOrigin(config)}/console/persetujuan/${number}`

type Letter = Pick<Mail, 'subject' | 'text' | 'html' | 'date'>

/** What it is about; what the input says stays out of it: mail is read by others. */
const whatOf = ({ operation, amount }: ProposalRow): string =>
  `${operation}${amount === null ? '' : `, ${formatRupiah(amount)}`}`

const letterToDecider = (proposal: ProposalRow, address: string): Letter =>
  letter(proposal, address, {
    subject: `Usulan ${proposal.number} menunggu keputusan Anda`,
    words: [
      `${oneLine(proposal.maker)} mengajukan usulan ${proposal.number}: ${whatOf(proposal)}.`,
      `Paling lambat diputuskan ${formatDateTimeLong(proposal.until)}.`,
    ],
  })

const letterToMaker = (proposal: ProposalSheet, address: string): Letter =>
  letter(proposal, address, {
    subject: `Usulan ${proposal.number} dibuat atas nama Anda`,
    words: [
      `Di baris perintah ${oneLine(`${proposal.seat?.user}@${proposal.seat?.host}`)} diajukan usulan ${proposal.number} atas nama Anda: ${whatOf(proposal)}.`,
      'Bila ini usulan Anda, benarkan di konsol. Bila bukan, tarik dan beri tahu pengurus staf.',
    ],
  })

function letter(
  { at }: ProposalRow,
  address: string,
  { subject, words }: { subject: string; words: readonly string[] },
): Letter {
  return {
    subject,
    text: `${[...words, `Lihat: ${address}`].join('\n')}\n`,
    html: `${words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}\n<p><a href="${escapeHtml(address)}">Lihat usulan</a></p>`,
    date: at,
  }
}
