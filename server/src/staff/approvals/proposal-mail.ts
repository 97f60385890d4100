import { formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Context } from '../../context.ts'
import { oneLine } from '../../outside/mail/one-line.ts'
import { MailRefused } from '../../outside/mail/port.ts'
import { expiredJob, proposalJob } from '../../platform/approvals/gate.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { consoleOrigin } from '../../platform/settings/config.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { listStaff } from '../people/index.ts'
import { findProposal, type ProposalSheet } from './proposals.ts'

/**
 * Tells a person of a proposal that they may decide, or that was typed in their name; nobody is told of one that has ended
 * meanwhile, but for whose name was used. Tells its maker of one that nobody decided in time.
 */
export const proposalMailJobs = (context: Context, titleOf: TitleOf): JobHandlers => ({
  [proposalJob]: async ({ id, payload }) => {
    const { person, proposal } = await readToTell(context, payload as Told)
    if (person && person.name === proposal.maker)
      await send(context, id, person, letterToMaker(proposal, await whatOf(proposal, titleOf)))
    else if (person?.rights.includes('DECIDE') && proposal.state === 'WAITING')
      await send(context, id, person, letterToDecider(proposal, await whatOf(proposal, titleOf)))
  },
  [expiredJob]: async ({ id, payload }) => {
    const { person, proposal } = await readToTell(context, payload as Told)
    if (person) await send(context, id, person, letterOfEnd(proposal, await whatOf(proposal, titleOf)))
  },
})

/** The title that the console gives what is proposed, in the words of its form. */
type TitleOf = (proposal: { operation: string; input: unknown }) => Promise<string>

type Told = { number: number; staffId: number }

async function readToTell({ db }: Context, { number, staffId }: Told) {
  const people = await listStaff(db)
  return { person: people.find(({ id }) => id === staffId), proposal: await findProposal(db, number) }
}

type Person = Awaited<ReturnType<typeof listStaff>>[number]

async function send(
  { config, mail, log }: Context,
  id: string,
  person: Person,
  { number, at, subject, words }: Letter,
): Promise<void> {
  const address = `${consoleOrigin(config)}/console/persetujuan/${number}`
  try {
    await mail?.send({
      to: person.email,
      toName: person.name,
      fromName: oneLine(config.OPERATOR_NAME),
      messageId: `${id}@${config.MAIL_FROM.split('@')[1] ?? 'localhost'}`,
      unsubscribeUrl: null,
      subject,
      // The link only opens it: whoever follows it decides there, with a passkey.
      text: `${[...words, `Lihat: ${address}`].join('\n')}\n`,
      html: `${words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}\n<p><a href="${escapeHtml(address)}">Lihat usulan</a></p>`,
      date: at,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.error(
      { code: error.code, staff: person.id },
      'the mail server refused the address of a person of the staff',
    )
  }
}

type Letter = { number: number; at: Date; subject: string; words: readonly string[] }

/** What it is about; what the input says stays out of it: mail is read by others. */
async function whatOf(proposal: ProposalSheet, titleOf: TitleOf): Promise<string> {
  const { amount } = proposal
  return `${await titleOf(proposal)}${amount === null ? '' : `, ${formatRupiah(amount)}`}`
}

const letterToDecider = (proposal: ProposalSheet, what: string): Letter => ({
  number: proposal.number,
  at: proposal.at,
  subject: `Usulan ${proposal.number} menunggu keputusan Anda`,
  words: [
    `${oneLine(proposal.maker)} mengajukan usulan ${proposal.number}: ${what}.`,
    `Paling lambat diputuskan ${formatDateTimeLong(proposal.until)}.`,
  ],
})

const letterToMaker = (proposal: ProposalSheet, what: string): Letter => ({
  number: proposal.number,
  at: proposal.at,
  subject: `Usulan ${proposal.number} dibuat atas nama Anda`,
  words: [
    `Di baris perintah ${oneLine(`${proposal.seat?.user}@${proposal.seat?.host}`)} diajukan usulan ${proposal.number} atas nama Anda: ${what}.`,
    'Bila ini usulan Anda, benarkan di konsol. Bila bukan, tarik dan beri tahu pengurus staf.',
  ],
})

const letterOfEnd = (proposal: ProposalSheet, what: string): Letter => ({
  number: proposal.number,
  at: proposal.endedAt ?? proposal.until,
  subject: `Usulan ${proposal.number} lewat batas waktu`,
  words: [
    `Usulan ${proposal.number} tidak diputuskan sampai batas waktunya, ${formatDateTimeLong(proposal.until)}: ${what}.`,
    'Ajukan kembali bila masih diperlukan.',
  ],
})
