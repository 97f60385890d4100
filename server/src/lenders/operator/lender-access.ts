import type { Command } from 'commander'
import { englishDeviceName, liveSessions } from '../auth/index.ts'
import {
  changeContact,
  closeLender,
  endLenderSessions,
  reactivateLender,
  suspendLender,
} from '../profile/index.ts'
import { recoverFactors, stopFactorRecovery } from '../factor-changes/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readEmail, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type OfLender = { phone: string; reason: string }
type ContactOptions = OfLender & { newPhone?: string; newEmail?: string }

/** `lenders suspend`, `close`, `reactivate`, `change-contact`, `sessions`, `end-sessions`, `recover-factor`, `stop-recovery`. */
export function addLenderAccess(lenders: Command, terminal: Terminal): void {
  for (const { use, description, verb, told } of [
    {
      use: 'suspend',
      description: 'suspend a lender: no login, funding or withdrawal; sessions end and holdings continue',
      verb: suspendLender,
      told: 'suspended',
    },
    {
      use: 'close',
      description: 'close an account without cash, holds and unfinished fundings',
      verb: closeLender,
      told: 'closed',
    },
    {
      use: 'reactivate',
      description: 'reactivate a suspended lender or a closed account',
      verb: reactivateLender,
      told: 'active',
    },
  ]) {
    const leaf = addCommand(lenders, {
      use,
      description,
      example: `lenders ${use} --phone 81234567890 --reason "letter of 20 November"`,
      writes: true,
    })
    addReason(leaf).action(({ phone, reason }: OfLender, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        const { changed, sessionsEnded } = await act(verb, { lenderId, reason })
        const line = changed
          ? `lender ${lenderId} is ${told}, ${sessionsEnded} sessions ended`
          : `lender ${lenderId} was ${told} before; nothing was done`
        return { exit: 0, lines: [line], data: { lenderId, changed, sessionsEnded } }
      }),
    )
  }
  addReason(
    addCommand(lenders, {
      use: 'change-contact',
      description: 'change the phone number or e-mail address of a lender; all sessions end',
      example:
        'lenders change-contact --phone 81234567890 --new-phone 81298765432 --reason "new number, identity checked"',
      writes: true,
    }),
  )
    .option('--new-phone <digits>', 'national number, with or without +62', readPhone)
    .option('--new-email <address>', 'where to write to', readEmail)
    .action((options: ContactOptions, command: Command) =>
      runCommand(terminal, command, (tools) => change(tools, options)),
    )
  addSessions(lenders, terminal)
  addRecovery(lenders, terminal)
}

function addSessions(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'sessions',
    description: 'list the live sessions of a lender by last use: browser, start and latest end',
    example: 'lenders sessions --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .option('--limit <count>', 'rows at most, up to 1000', readCount(1000), 100)
    .action(({ phone, limit }: { phone: string; limit: number }, command: Command) =>
      runCommand(terminal, command, (tools) => showSessions(tools, phone, limit)),
    )
  addReason(
    addCommand(lenders, {
      use: 'end-sessions',
      description: 'end all sessions of a lender and invalidate codes that were sent',
      example: 'lenders end-sessions --phone 81234567890 --reason "telephone lost"',
      writes: true,
    }),
  )
    .option('--session <id>', 'only this session, by its id in `lenders sessions`', readText(40))
    .action(({ phone, reason, session }: OfLender & { session?: string }, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        const { sessionsEnded } = await act(endLenderSessions, {
          lenderId,
          reason,
          ...(session === undefined ? {} : { session }),
        })
        return { exit: 0, lines: [`${sessionsEnded} sessions ended`], data: { lenderId, sessionsEnded } }
      }),
    )
}

function addRecovery(lenders: Command, terminal: Terminal): void {
  addReason(
    addCommand(lenders, {
      use: 'recover-factor',
      description:
        'take a lost second factor off a lender whose identity was checked: 24 hours later, unless they stop it',
      example: 'lenders recover-factor --phone 81234567890 --reason "telephone lost, identity checked"',
      writes: true,
    }),
  ).action(({ phone, reason }: OfLender, command: Command) =>
    runCommand(terminal, command, async ({ context, act }) => {
      const lenderId = await lenderOf(context, phone)
      const { at } = await act(recoverFactors, { lenderId, reason })
      return {
        exit: 0,
        lines: [`the second factor of lender ${lenderId} ends at ${at}`],
        data: { lenderId, at },
      }
    }),
  )
  addReason(
    addCommand(lenders, {
      use: 'stop-recovery',
      description: 'stop the recovery of a second factor that waits',
      example: 'lenders stop-recovery --phone 81234567890 --reason "they did not ask for it"',
      writes: true,
    }),
  ).action(({ phone, reason }: OfLender, command: Command) =>
    runCommand(terminal, command, async ({ context, act }) => {
      const lenderId = await lenderOf(context, phone)
      await act(stopFactorRecovery, { lenderId, reason })
      return { exit: 0, lines: [`the recovery of lender ${lenderId} is stopped`], data: { lenderId } }
    }),
  )
}

async function showSessions({ context }: CommandTools, phone: string, limit: number) {
  const lenderId = await lenderOf(context, phone)
  const rows = await liveSessions(context.db, lenderId, context.config.SESSION_IDLE_SECONDS, limit)
  const sessions = rows.map((row) => ({
    id: row.id,
    device: englishDeviceName(row),
    lastUsed: row.usedAt.toISOString(),
    since: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }))
  return {
    exit: 0 as const,
    lines: [
      ...sessions.map(
        ({ id, device, lastUsed, since, endsAt }) =>
          `${id}  ${device}, last used ${lastUsed}, since ${since}, until ${endsAt} at the latest`,
      ),
      `${sessions.length} sessions`,
    ],
    data: { lenderId, sessions },
  }
}

const addReason = (command: Command): Command =>
  command
    .requiredOption('--phone <digits>', 'the lender', readPhone)
    .requiredOption('--reason <text>', 'why, for the audit trail; no personal data', readText(200))

async function change({ context, act }: CommandTools, { phone, newPhone, newEmail, reason }: ContactOptions) {
  if (newPhone === undefined && newEmail === undefined)
    throw new CommandError('Name what changes: --new-phone, --new-email or both.')
  const lenderId = await lenderOf(context, phone)
  const changed = await act(changeContact, {
    lenderId,
    reason,
    ...(newPhone === undefined ? {} : { phone: newPhone }),
    ...(newEmail === undefined ? {} : { email: newEmail }),
  })
  const what = [changed.phone ? 'phone' : '', changed.email ? 'e-mail' : ''].filter((word) => word !== '')
  return {
    exit: 0 as const,
    lines: [
      what.length === 0
        ? 'it was so before; nothing was done'
        : `${what.join(' and ')} changed, ${changed.sessionsEnded} sessions ended`,
    ],
    data: { lenderId, ...changed },
  }
}
