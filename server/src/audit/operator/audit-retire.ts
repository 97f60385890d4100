import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Retirement, retireAudit } from '../../platform/audit/retire.ts'
import { Database } from '../../platform/db/database.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { momentText } from '../../operator/moment-text.ts'
import { readMoment } from '../../operator/moment-value.ts'

type Options = { before: Date; anchor?: string }

/** `audit retire`: drops the partitions of the audit trail at the end of their retention. */
export function addAuditRetire(audit: Command, terminal: Terminal): void {
  addCommand(audit, {
    use: 'retire',
    description:
      'menghapus tahun-tahun jejak audit yang berakhir sebelum suatu hari, paling sedikit sepuluh tahun yang lalu, setelah memeriksa seluruhnya dan kepala rantai yang ditandatangani; memerlukan DATABASE_OWNER_URL',
    example: 'audit retire --before 2037-01-01 --anchor /mnt/evidence/pematang-audit.jsonl --dry-run',
    writes: true,
  })
    .requiredOption(
      '--before <time>',
      'tahun yang berakhir paling lambat hari itu di Jakarta, atau waktu itu',
      readMoment,
    )
    .option('--anchor <file>', 'berkas kepala rantai yang ditandatangani; bawaan: AUDIT_ANCHOR_FILE')
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
    throw new CommandError('AUDIT_KEY_FILE tidak diisi: yang akan dihapus tidak dapat diperiksa.')
  if (anchor === undefined)
    throw new CommandError('Berkas kepala rantai tidak disebut (--anchor, AUDIT_ANCHOR_FILE).')
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL menyebut login pemilik tabel; login aplikasi tidak boleh menghapusnya.',
    )
  const anchors = await readFile(anchor, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`Kepala rantai di ${anchor} tidak dapat dibaca.`, { cause })
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
  `${partitions.join(', ')}: ${entries} catatan sebelum ${momentText(until)}, sampai baris ${lastRow}, ${
    dryRun ? 'akan dihapus' : 'dihapus'
  }. Rantai berlanjut dari baris itu.`
