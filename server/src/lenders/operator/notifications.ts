import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type Command, Option } from 'commander'
import {
  type FailedMessage,
  failedMessages,
  sendAgain,
  type SentAgain,
} from '../notifications/messages/failed.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { actAfterAsking } from '../../operator/ask-first.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readDate } from '../../operator/values.ts'

type AgainOptions = { all?: boolean; since?: BusinessDate; yes?: boolean }

/** `notifications`: messages to lenders that were not sent. */
export function addNotifications(program: Command, terminal: Terminal): void {
  const notifications = addGroup(program, 'notifications', 'e-mails and text messages to lenders')
  addCommand(notifications, {
    use: 'failed',
    description:
      'list messages that were refused, given up or may have been sent, newest first; exit 1 if there are any',
    example: 'notifications failed --limit 20',
    writes: false,
  })
    .addOption(new Option('--page <number>', 'which page').argParser(readCount(1_000_000)).default(1))
    .addOption(new Option('--limit <number>', 'messages of a page').argParser(readCount(1000)).default(100))
    .action((options: { page: number; limit: number }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(notifications, {
    use: 'send-again [ids...]',
    description:
      'send messages again: those named, or with --all all that were given up or refused for a fault of our setting; --all asks first, with how many of which kind',
    example: 'notifications send-again --all',
    writes: true,
  })
    .addOption(new Option('--all', 'all that were given up, or refused for a fault of our setting'))
    .addOption(
      new Option(
        '--since <date>',
        'with --all: those of this day or later; without it of the last 30 days',
      ).argParser(readDate),
    )
    .addOption(new Option('--yes', 'do not ask'))
    .action((ids: string[], options: AgainOptions, command: Command) =>
      runCommand(terminal, command, (tools) => again(tools, ids, options)),
    )
}

async function again(tools: CommandTools, ids: string[], { all = false, since, yes }: AgainOptions) {
  if (all === ids.length > 0 || (since && !all))
    throw new CommandError('Name messages, or all that were given up with --all, which takes --since.')
  if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    throw new CommandError('A message is named by its id, as `notifications failed` shows it.')
  const data = await actAfterAsking(tools, sendAgain, all ? { ids: null, since: since ?? null } : { ids }, {
    yes,
    question: (foreseen) => (all && foreseen.messages > 0 ? `Send again ${summary(foreseen)}?` : null),
  })
  const line = `${tools.dryRun ? 'would send' : 'sends'} again ${summary(data)}`
  return { exit: 0 as const, lines: [line], data }
}

/** Such as `12 messages (8 EMAIL LATE, 4 SMS LATE), the oldest of 2026-11-02`. */
const summary = ({ messages, kinds, oldest }: SentAgain): string =>
  oldest === null
    ? `${messages} messages`
    : `${messages} messages (${kinds.map((one) => `${one.messages} ${one.channel} ${one.topic}`).join(', ')}), the oldest of ${oldest}`

async function list({ context: { db } }: CommandTools, page: { page: number; limit: number }) {
  const failed = await failedMessages(db, page)
  return {
    exit: failed.length > 0 ? (1 as const) : (0 as const),
    lines: failed.length > 0 ? failed.map(describe) : ['Nothing failed.'],
    data: { messages: failed, page: page.page },
  }
}

const describe = ({ id, lenderId, channel, topic, state, reason, endedAt }: FailedMessage): string =>
  `${id}  ${channel} to lender ${lenderId}, ${topic}: ${state}${reason ? ` (${reason})` : ''}, ${endedAt.toISOString()}`
