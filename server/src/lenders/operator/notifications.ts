import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type Command, Option } from 'commander'
import {
  type FailedMessage,
  failedMessages,
  sendAgain,
  type SentAgain,
} from '../notifications/messages/failed.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { actAfterAsking } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readDate } from '../../operator/values.ts'

type AgainOptions = { all?: boolean; since?: BusinessDate; yes?: boolean }

/** `notifications`: messages to lenders that were not sent. */
export function addNotifications(notifications: Command, terminal: Terminal): void {
  addCommand(notifications, {
    use: 'failed',
    description:
      'menampilkan pesan yang ditolak, tidak dicoba lagi, atau mungkin sudah terkirim, yang terbaru dahulu; kode keluar 1 bila ada',
    example: 'notifications failed --limit 20',
    writes: false,
  })
    .addOption(new Option('--page <number>', 'halaman ke berapa').argParser(readCount(1_000_000)).default(1))
    .addOption(
      new Option('--limit <number>', 'jumlah pesan sehalaman').argParser(readCount(1000)).default(100),
    )
    .action((options: { page: number; limit: number }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(notifications, {
    use: 'send-again [ids...]',
    description:
      'mengirim pesan lagi: yang disebut, atau dengan --all semua yang tidak dicoba lagi atau ditolak karena pengaturan kita; --all bertanya dahulu, dengan jumlah tiap jenisnya',
    example: 'notifications send-again --all',
    writes: true,
  })
    .addOption(new Option('--all', 'semua yang tidak dicoba lagi, atau ditolak karena pengaturan kita'))
    .addOption(
      new Option(
        '--since <date>',
        'bersama --all: yang sejak hari ini; tanpa itu dari 30 hari terakhir',
      ).argParser(readDate),
    )
    .addOption(new Option('--yes', 'tidak bertanya'))
    .action((ids: string[], options: AgainOptions, command: Command) =>
      runCommand(terminal, command, (tools) => again(tools, ids, options)),
    )
}

async function again(tools: CommandTools, ids: string[], { all = false, since, yes }: AgainOptions) {
  if (all === ids.length > 0 || (since && !all))
    throw new CommandError(
      'Sebutkan pesan, atau semua yang tidak dicoba lagi dengan --all, yang menerima --since.',
    )
  if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    throw new CommandError('Pesan disebut dengan nomornya, seperti dalam "notifications failed".')
  const data = await actAfterAsking(tools, sendAgain, all ? { ids: null, since: since ?? null } : { ids }, {
    yes,
    question: (foreseen) => (all && foreseen.messages > 0 ? `Kirim lagi ${summary(foreseen)}?` : null),
  })
  const line = `${tools.dryRun ? 'akan mengirim' : 'mengirim'} lagi ${summary(data)}`
  return { exit: 0 as const, lines: [line], data }
}

/** Such as `12 messages (8 EMAIL LATE, 4 SMS LATE), the oldest of 2026-11-02`. */
const summary = ({ messages, kinds, oldest }: SentAgain): string =>
  oldest === null
    ? `${messages} pesan`
    : `${messages} pesan (${kinds.map((one) => `${one.messages} ${one.channel} ${one.topic}`).join(', ')}), yang tertua ${oldest}`

async function list({ context: { db } }: CommandTools, page: { page: number; limit: number }) {
  const failed = await failedMessages(db, page)
  return {
    exit: failed.length > 0 ? (1 as const) : (0 as const),
    lines: failed.length > 0 ? failed.map(describe) : ['Tidak ada yang gagal.'],
    data: { messages: failed, page: page.page },
  }
}

const describe = ({ id, lenderId, channel, topic, state, reason, endedAt }: FailedMessage): string =>
  `${id}  ${channel} kepada Pemberi Dana ${lenderId}, ${topic}: ${state}${reason ? ` (${reason})` : ''}, ${momentText(endedAt)}`
