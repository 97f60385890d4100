import { formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'
import { encodeInput } from '../../platform/approvals/input.ts'
import { findProposal, listProposals, type ProposalRow, withdrawProposal } from '../approvals/proposals.ts'

const readNumber = readCount(Number.MAX_SAFE_INTEGER)

/** `proposals`: what waits for a second pair of eyes. Deciding is not done here. */
export function addProposals(proposals: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(proposals, {
      use: 'list',
      description: 'menampilkan usulan yang menunggu, yang terbaru dahulu',
      example: 'proposals list',
      writes: false,
    }).option('--all', 'juga yang sudah berakhir atau lewat waktu'),
    (cursor) => {
      if (/^\d{1,15}$/.test(cursor)) return cursor
      throw new InvalidArgumentError('Bukan nomor usulan.')
    },
  ).action((options: ListOptions, command: Command) =>
    runCommand(terminal, command, ({ context }) => list(context.db, options)),
  )
  addCommand(proposals, {
    use: 'show <number>',
    description: 'menampilkan sebuah usulan: yang akan dijalankan, pengusulnya, dan siapa yang memutuskan',
    example: 'proposals show 12',
    writes: false,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readNumber(number))),
  )
  addCommand(proposals, {
    use: 'withdraw <number>',
    description: 'menarik usulan sendiri (--operator)',
    example: 'proposals withdraw 12',
    writes: true,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => withdraw(tools, readNumber(number))),
  )
}

type ListOptions = PageOptions & { all?: boolean }

async function list(db: CommandTools['context']['db'], { all = false, limit, after }: ListOptions) {
  const page = await listProposals(db, { all, limit, after: after === undefined ? null : Number(after) })
  return pageResult('proposals', page, lineOf)
}

const states: Record<ProposalRow['state'], string> = {
  WAITING: 'menunggu',
  EXPIRED: 'lewat batas waktu',
  DONE: 'dilakukan',
  REFUSED: 'ditolak',
  WITHDRAWN: 'ditarik',
}

const lineOf = ({ number, operation, amount, maker, until, state }: ProposalRow): string =>
  `${number}  ${operation}  ${amount === null ? '-' : formatRupiah(amount)}  oleh ${maker}  ${states[state]}  sampai ${formatDateTimeLong(until)}`

async function show({ context }: CommandTools, number: number) {
  const sheet = await findProposal(context.db, number)
  const { seat, votes, input } = sheet
  return {
    exit: 0 as const,
    lines: [
      lineOf(sheet),
      `diajukan ${formatDateTimeLong(sheet.at)}${seat ? ` dari ${seat.user}@${seat.host}` : ''}`,
      `isi ${encodeInput(input)}`,
      ...votes.map(({ name, verdict, at, needed }) =>
        name === sheet.maker
          ? `dibenarkan pengusulnya pada ${formatDateTimeLong(at)}`
          : `${verdict === 'AGREED' ? 'disetujui' : 'ditolak'} oleh ${name} pada ${formatDateTimeLong(at)} (perlu ${needed})`,
      ),
    ],
    data: { proposal: sheet },
  }
}

async function withdraw({ act, actor }: CommandTools, number: number) {
  const { operation } = await act(withdrawProposal, {
    number,
    maker: { name: actor.seat?.claimed ?? actor.name },
  })
  return {
    exit: 0 as const,
    lines: [`Usulan ${number} (${operation}) ditarik.`],
    data: { number, operation },
  }
}
