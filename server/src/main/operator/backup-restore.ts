import path from 'node:path'
import { type Command, Option } from 'commander'
import {
  acquireLock,
  checkRestore,
  chooseBackup,
  LockHeldError,
  putInPlace,
  type RestorePoint,
  refuseRunning,
  restoreBackup,
} from '../../../database/index.ts'
import { archiveFor } from './backup-places.ts'
import { addCommand, CommandError, type CommandResult, runBare } from '../../operator/command.ts'
import type { Backups, HostTerminal } from './open-backups.ts'
import { readCount, readMoment } from '../../operator/values.ts'

type Options = {
  to: RestorePoint
  backup?: string
  timeline?: number
  into?: string
  despiteBreaches?: true
  dryRun?: true
}

/** `backup restore`: restores the database to a point in time, and audits it before it replaces the present one. */
export function addRestore(backup: Command, terminal: HostTerminal): void {
  addCommand(backup, {
    use: 'restore',
    description:
      'restore the database to a moment and audit its books; the present one is kept beside it. Exit 1 if the audit found something',
    example: 'backup restore --to 2026-11-23T14:30:00+07:00 --dry-run',
    writes: true,
  })
    .addOption(
      new Option(
        '--to <time>',
        'the last moment that is kept, with its zone, or `latest` for all that was archived',
      )
        .argParser((value) => (value === 'latest' ? value : readMoment(value)))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--backup <id>', 'begin with this backup; default: the newest before the moment'))
    .addOption(
      new Option('--timeline <number>', 'follow this timeline; default: the newest').argParser(
        readCount(1_000_000),
      ),
    )
    .addOption(new Option('--into <folder>', 'leave it there for a look, beside a running database'))
    .addOption(new Option('--despite-breaches', 'put it in place although the audit found something'))
    .action((options: Options, command: Command) =>
      runBare(terminal, command, () =>
        options.into === undefined
          ? restoreInPlace(terminal.openBackups(), options)
          : restoreAside(terminal.openBackups(), options, path.resolve(options.into)),
      ),
    )
}

async function restoreInPlace(places: Backups, options: Options): Promise<CommandResult> {
  const lock = await lockStart(places)
  try {
    refuseRunning(places.dataDir)
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const draft = path.join(places.dataDir, `restore-${stamp}`)
    if (options.dryRun) return await foresee(places, options, draft)
    const { breaches, lines, data, seconds } = await restoreAndAudit(places, options, draft)
    if (breaches > 0 && !options.despiteBreaches) {
      return {
        exit: 1,
        lines: [...lines, `Nothing was put in place. The restored database is in ${draft}.`],
        data: { ...data, inPlace: false, folder: draft },
      }
    }
    const former = await putInPlace(draft, places.dataDir, stamp)
    const kept = former === null ? [] : [`The former database is kept in ${former}.`]
    const next =
      'Start the app, make a backup at once, and see what the bank and the provider know beyond that moment (docs/operating/restore.md).'
    return {
      exit: breaches > 0 ? 1 : 0,
      lines: [...lines, `It is in place after ${seconds} s.`, ...kept, next],
      data: { ...data, inPlace: true, former, seconds },
    }
  } finally {
    lock.release()
  }
}

async function restoreAside(places: Backups, options: Options, into: string): Promise<CommandResult> {
  if (options.dryRun) return await foresee(places, options, into)
  const { breaches, lines, data, seconds } = await restoreAndAudit(places, options, into)
  return {
    exit: breaches > 0 ? 1 : 0,
    lines: [...lines, `It is in ${into} after ${seconds} s; the installed database was not touched.`],
    data: { ...data, inPlace: false, folder: into, seconds },
  }
}

async function lockStart({ home }: Backups) {
  try {
    return await acquireLock(path.join(home, 'start.lock'), 0)
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new CommandError(
      `Pematang runs on ${home} (process ${error.pid}): stop it before another state is put in its place, or name --into FOLDER.`,
      { cause: error },
    )
  }
}

/** Checks a restore without making it: only replaying the log shows whether it reaches the moment, and only then is there a book to audit. */
async function foresee(places: Backups, options: Options, into: string): Promise<CommandResult> {
  const archive = archiveFor(places)
  const backup = chooseBackup(archive, options.to, options.backup)
  const { to, timeline } = options
  const log = await checkRestore({ archive, backup, to, into, timeline })
  const moment = momentOf(to)
  const megabytes = Math.ceil(backup.bytes / 1e6)
  const inPlace = options.into === undefined
  return {
    exit: 0,
    lines: [
      `${moment} would be restored from the backup ${backup.id} (${megabytes} MB) and the ${log.checked} segments of the log after it, the last of which came in at ${log.archivedAt}; all of these are whole.`,
      inPlace
        ? `If its books are whole, it would be put in place in ${places.dataDir}, and the present database kept beside it.`
        : `It would be in ${into}; the installed database would not be touched.`,
      ...(log.problem === null ? [] : [log.problem]),
      'Whether the log reaches that moment, and whether the books are whole then, shows only when it is restored.',
    ],
    data: { to: moment, backup: backup.id, bytes: backup.bytes, log, inPlace, folder: inPlace ? null : into },
  }
}

const momentOf = (to: RestorePoint): string => (to === 'latest' ? 'the end of the archive' : to.toISOString())

async function restoreAndAudit(places: Backups, { to, backup: id, timeline }: Options, into: string) {
  const begun = performance.now()
  const archive = archiveFor(places)
  const backup = chooseBackup(archive, to, id)
  const { binDir } = places
  const server = await restoreBackup({ archive, backup, to, into, timeline, binDir, database: 'pematang' })
  try {
    const { breaches } = await places.inspect(server.url, to)
    const moment = momentOf(to)
    const found = breaches.map((breach) => `${breach.invariant} broken: ${JSON.stringify(breach.row)}`)
    return {
      breaches: breaches.length,
      seconds: Math.ceil((performance.now() - begun) / 1_000),
      lines: [
        `Restored to ${moment} from the backup ${backup.id}.`,
        ...(found.length > 0 ? found : ['The books are whole.']),
      ],
      data: { to: moment, backup: backup.id, whole: breaches.length === 0, breaches },
    }
  } finally {
    await server.stop()
  }
}
