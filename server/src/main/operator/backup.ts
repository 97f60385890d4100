import path from 'node:path'
import { type Command, Option } from 'commander'
import {
  type archiveOf,
  checkFiles,
  checkLog,
  createBackup,
  listBackups,
  type Manifest,
  planPrune,
  pruneBackups,
} from '../../../database/index.ts'
import { archiveFor } from './backup-places.ts'
import { addRestore } from './backup-restore.ts'
import { addCommand, addGroup, CommandError, type CommandResult, runBare } from '../../operator/command.ts'
import type { Backups, HostTerminal } from './open-backups.ts'
import { readCount } from '../../operator/values.ts'

/** `backup`: copies of the embedded database, and the restore to a point in time. */
export function addBackup(program: Command, terminal: HostTerminal): void {
  const backup = addGroup(program, 'backup', 'backups of the embedded database (docs/operating/restore.md)')
  addCommand(backup, {
    use: 'create',
    description: 'copy the running database to BACKUP_FOLDER, beside its traffic',
    example: 'backup create',
    writes: true,
    withoutDryRun: 'it only adds a copy, and what could go wrong shows only while it is made',
  })
    .addOption(
      new Option('--archive-seconds <number>', 'longest wait for the archive to take the last of the log')
        .argParser(readCount(86_400))
        .default(300),
    )
    .action((options: { archiveSeconds: number }, command: Command) =>
      runBare(terminal, command, () => create(terminal.openBackups(), options.archiveSeconds)),
    )
  addCommand(backup, {
    use: 'list',
    description: 'list backups, and how far the archived log goes after each; exit 1 if one cannot be used',
    example: 'backup list',
    writes: false,
  }).action((_: object, command: Command) => runBare(terminal, command, () => list(terminal.openBackups())))
  addCommand(backup, {
    use: 'verify [id]',
    description:
      'read every file of the newest backup, or of one, and the log after it; exit 1 if any is damaged',
    example: 'backup verify',
    writes: false,
  }).action((id: string | undefined, _: object, command: Command) =>
    runBare(terminal, command, () => verify(terminal.openBackups(), id)),
  )
  addRestore(backup, terminal)
  addCommand(backup, {
    use: 'prune',
    description: 'remove old backups, and the log that only they needed',
    example: 'backup prune --keep 4 --dry-run',
    writes: true,
  })
    .addOption(
      new Option('--keep <number>', 'how many of the newest backups stay')
        .argParser(readCount(10_000))
        .makeOptionMandatory(),
    )
    .action((options: { keep: number; dryRun?: true }, command: Command) =>
      runBare(terminal, command, async () => prune(terminal.openBackups(), options)),
    )
}

async function create(places: Backups, archiveSeconds: number): Promise<CommandResult> {
  const server = await places.join()
  try {
    const { connection } = server
    const made = await createBackup({
      connection,
      backupFolder: places.folder,
      archiveLimitMs: archiveSeconds * 1_000,
    })
    return {
      exit: 0,
      lines: [describe(made), 'Any moment after it can be restored, as far as the archive goes.'],
      data: { backup: summaryOf(made) },
    }
  } finally {
    if (!server.attached) await server.stop()
  }
}

async function list(places: Backups): Promise<CommandResult> {
  const archive = archiveFor(places)
  const { complete, interrupted } = listBackups(archive.base)
  const reports: (ReturnType<typeof summaryOf> & { log: Awaited<ReturnType<typeof checkLog>> })[] = []
  for (const one of complete) reports.push({ ...summaryOf(one), log: await checkLog(archive, one) })
  const lines = complete.flatMap((one, i) => [describe(one), `  ${describeLog(reports[i]?.log)}`])
  const broken = interrupted.map((id) => `${id}: interrupted, cannot be used; the next backup removes it`)
  const bad = interrupted.length > 0 || reports.some(({ log }) => log.problem !== null)
  return {
    exit: bad || complete.length === 0 ? 1 : 0,
    lines: complete.length + broken.length > 0 ? [...lines, ...broken] : [`No backup is in ${archive.base}.`],
    data: { backups: reports, interrupted },
  }
}

async function verify(places: Backups, id: string | undefined): Promise<CommandResult> {
  const archive = archiveFor(places)
  const chosen = pick(archive, id)
  const damage = await checkFiles(archive.base, chosen)
  const log = await checkLog(archive, chosen)
  const problems = [damage, log.problem].filter((problem) => problem !== null)
  return {
    exit: problems.length > 0 ? 1 : 0,
    lines: problems.length > 0 ? problems : [`${describe(chosen)}, is whole.`, describeLog(log)],
    data: { backup: summaryOf(chosen), problems, log },
  }
}

function pick({ base }: ReturnType<typeof archiveOf>, id: string | undefined): Manifest {
  const chosen = listBackups(base).complete.findLast((one) => id === undefined || one.id === id)
  if (!chosen)
    throw new CommandError(id === undefined ? `No backup is in ${base}.` : `There is no backup ${id}.`)
  return chosen
}

function prune(places: Backups, { keep, dryRun = false }: { keep: number; dryRun?: boolean }): CommandResult {
  const archive = archiveFor(places)
  const plan = planPrune(archive, keep)
  if (!dryRun) pruneBackups(archive, plan)
  const { removed, logFiles, kept } = plan
  const verdict = dryRun ? 'would be removed' : 'were removed'
  return {
    exit: 0,
    lines: [
      ...removed.map(describe),
      `${removed.length} backups and ${logFiles.length} files of the log ${verdict}; ${kept.length} backups stay.`,
    ],
    data: {
      removed: removed.map(({ id }) => id),
      logFiles: logFiles.length,
      kept: kept.map(({ id }) => id),
    },
  }
}

const summaryOf = ({ id, startedAt, completedAt, timeline, firstSegment, lastSegment, bytes }: Manifest) => ({
  id,
  startedAt,
  completedAt,
  timeline,
  firstSegment,
  lastSegment,
  bytes,
})

const describe = ({ id, completedAt, bytes }: Manifest): string =>
  `${id}: complete at ${completedAt}, ${Math.ceil(bytes / 1e6)} MB`

const describeLog = (log: Awaited<ReturnType<typeof checkLog>> | undefined): string =>
  log?.problem ??
  `the log after it is archived up to ${path.basename(log?.last ?? 'nothing')}, which came in at ${log?.archivedAt ?? 'no time'}`
