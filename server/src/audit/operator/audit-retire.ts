import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Retirement, retireAudit } from '../../platform/audit/retire.ts'
import { Database } from '../../platform/db/database.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readMoment } from '../../operator/values.ts'

type Options = { before: Date; anchor?: string }

/** `audit retire`: drops the partitions of the audit trail at the end of their retention. */
export function addAuditRetire(audit: Command, terminal: Terminal): void {
  addCommand(audit, {
    use: 'retire',
    description:
      'drop the years of the audit trail that ended before a day, at least ten years ago, after verifying all of it and its signed heads; needs DATABASE_OWNER_URL',
    example: 'audit retire --before 2037-01-01 --anchor /mnt/evidence/pematang-audit.jsonl --dry-run',
    writes: true,
  })
    .requiredOption('--before <time>', 'years that ended by that day in Jakarta, or that time', readMoment)
    .option('--anchor <file>', 'the file of signed heads; default: AUDIT_ANCHOR_FILE')
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => retire(tools, options)),
    )
}

async function retire(
  { context, ownerUrl, actor, dryRun }: CommandTools,
  { before, anchor = context.config.AUDIT_ANCHOR_FILE ?? undefined }: Options,
) {
  const keys = context.auditKeys()
  if (keys === null)
    throw new CommandError('AUDIT_KEY_FILE is not set: what is to be dropped cannot be verified.')
  if (anchor === undefined)
    throw new CommandError('No file of signed heads is named (--anchor, AUDIT_ANCHOR_FILE).')
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL names the login that owns the tables; the one of the application may not drop them.',
    )
  const anchors = await readFile(anchor, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`The signed heads in ${anchor} cannot be read.`, { cause })
  })
  const owner = new Database({ ...context.db.options, url: ownerUrl, size: 2, role: undefined })
  try {
    const retired = await retireAudit({
      owner,
      random: context.random,
      actor,
      keys,
      anchors: anchors.split('\n'),
      before,
      dryRun,
    })
    return {
      exit: 0 as const,
      lines: [describe(retired, dryRun)],
      data: { ...retired, until: retired.until.toISOString() },
    }
  } finally {
    await owner.close()
  }
}

const describe = ({ partitions, entries, until, lastRow }: Retirement, dryRun: boolean): string =>
  `${partitions.join(', ')}: ${entries} entries from before ${until.toISOString()}, up to row ${lastRow}, ${
    dryRun ? 'would be dropped' : 'were dropped'
  }. The chain goes on from that row.`
