import { type Command, Option } from 'commander'
import { type FailedMessage, failedMessages, sendAgain } from '../notifications/messages/failed.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

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
      'send messages again: those named, or with --all all that were given up or refused for a fault of our setting',
    example: 'notifications send-again --all',
    writes: true,
  })
    .addOption(new Option('--all', 'all that were given up, or refused for a fault of our setting'))
    .action((ids: string[], { all = false }: { all?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act, dryRun }) => {
        if (all === ids.length > 0)
          throw new CommandError('Name messages, or all that were given up with --all.')
        if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
          throw new CommandError('A message is named by its id, as `notifications failed` shows it.')
        const { messages } = await act(sendAgain, { ids: all ? null : ids })
        const lines = [`${messages} messages ${dryRun ? 'would be' : 'are'} sent again`]
        return { exit: 0, lines, data: { messages } }
      }),
    )
}

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
