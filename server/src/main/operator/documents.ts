import { type Command, Option } from 'commander'
import { type Place, type PlaceName, places } from '../../documents/store/contents.ts'
import { countToMove, moveDocuments } from '../../documents/store/move.ts'
import { type SweepReport, sweepDocuments } from '../../documents/store/sweep.ts'
import { verifyDocuments, verifySample } from '../../documents/store/verify.ts'
import { StoreUnavailable } from '../../outside/document-store/port.ts'
import { auditAlone } from '../../platform/audit/audit.ts'
import { Database } from '../../platform/db/database.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { progressBar } from '../../operator/progress-bar.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

/** `documents`: where the bytes of documents are. */
export function addDocuments(program: Command, terminal: Terminal): void {
  const documents = addGroup(program, 'documents', 'bytes of documents, in the database or outside')
  addCommand(documents, {
    use: 'prepare',
    description:
      'make the folder or the bucket of DOCUMENT_STORE ready, and check that it can be written, read, listed and deleted from',
    example: 'documents prepare --place folder',
    writes: true,
  })
    .addOption(placeOption('--place <place>', ['folder', 's3']).makeOptionMandatory())
    .action(({ place }: { place: 'folder' | 's3' }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => prepare(tools, place))),
    )
  addCommand(documents, {
    use: 'move',
    description:
      'move all documents to a place while the system runs, each read back before its old place is left; resumes after an interruption; needs DATABASE_OWNER_URL; exit 1 if one stays because its bytes are not those of its hash',
    example: 'documents move --to s3',
    writes: true,
  })
    .addOption(placeOption('--to <place>', ['database', 'folder', 's3']).makeOptionMandatory())
    .action(({ to }: { to: PlaceName }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => move(tools, to))),
    )
  addCommand(documents, {
    use: 'verify',
    description:
      'read documents wherever they are and compare them with their hashes, signed ones also with what was shown; exit 1 if one is missing or differs',
    example: 'documents verify --sample 1000',
    writes: false,
  })
    .option('--sample <count>', 'so many agreements, picked at random, instead of all', readCount(1_000_000))
    .action(({ sample }: { sample?: number }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => verify(tools, sample))),
    )
  addCommand(documents, {
    use: 'sweep',
    description:
      'set aside what no row names, and delete what was set aside a grace period ago; the grace must be longer than backups are kept',
    example: 'documents sweep --grace-days 35 --dry-run',
    writes: true,
  })
    .option('--grace-days <days>', 'how long bytes that no row names stay, twice', readCount(3650), 35)
    .action(({ graceDays }: { graceDays: number }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => sweep(tools, graceDays))),
    )
}

const placeOption = (flags: string, names: PlaceName[]) =>
  new Option(flags, 'a place of documents').choices(names)

/** Reports a store that is not reachable in one sentence. */
async function withStore<T>({ context }: CommandTools, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    context.log.debug({ err: error }, 'a document store is not reachable')
    throw new CommandError(`${error.message}. Nothing is lost: run the command again.`, { cause: error })
  }
}

function storeOf({ context: { contents } }: CommandTools, place: Place) {
  if (contents.stores.has(place)) return contents.storeOf(place)
  throw new CommandError(
    place === 'S3' ? 'The settings DOCUMENT_S3_… are not set.' : 'DOCUMENT_FOLDER is not set.',
  )
}

async function prepare(tools: CommandTools, place: 'folder' | 's3') {
  const store = storeOf(tools, places[place])
  if (tools.dryRun) return { exit: 0 as const, lines: [`The ${place} would be prepared.`], data: { place } }
  await store.prepare()
  return { exit: 0 as const, lines: [`The ${place} is ready for documents.`], data: { place } }
}

async function move(tools: CommandTools, to: PlaceName) {
  const { context, ownerUrl, actor, dryRun } = tools
  const place = places[to]
  if (place !== null) storeOf(tools, place)
  if (dryRun) {
    const documents = await countToMove(context.db, place)
    return { exit: 0 as const, lines: [`${documents} documents would be moved`], data: { to, documents } }
  }
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL names the login that owns the tables; the one of the application may not change rows of documents.',
    )
  const owner = new Database({ ...context.db.options, url: ownerUrl, size: 2, role: undefined })
  try {
    const { moved, left } = await withProgress(tools, 'moving {value} documents', (onProgress) =>
      moveDocuments({ owner, contents: context.contents, random: context.random, actor, onProgress }, place),
    )
    const isElsewhere = context.config.DOCUMENT_STORE !== to
    return {
      exit: left.length > 0 ? (1 as const) : (0 as const),
      lines: [
        ...left.map(({ document, fault }) => `${document} stays: ${fault}`),
        `${moved} documents moved, ${left.length} left`,
        ...(isElsewhere
          ? [`New documents still go elsewhere: DOCUMENT_STORE is ${context.config.DOCUMENT_STORE}.`]
          : []),
      ],
      data: { to, moved, left },
    }
  } finally {
    await owner.close()
  }
}

async function verify(tools: CommandTools, sample: number | undefined) {
  const { context } = tools
  const { db, contents, random } = context
  const { read, outside, faults } = await withProgress(tools, 'verifying {value} documents', (onProgress) =>
    sample === undefined
      ? verifyDocuments({ db, contents, onProgress })
      : verifySample({ db, contents, onProgress, random }, sample),
  )
  return {
    exit: faults.length > 0 ? (1 as const) : (0 as const),
    lines: [
      ...faults.map(({ document, fault }) => `${document}: ${fault}`),
      `${read} documents read, ${outside} of them outside the database, ${faults.length} faults`,
    ],
    data: { read, outside, faults },
  }
}

async function sweep(tools: CommandTools, graceDays: number) {
  const { context, actor, dryRun } = tools
  const { db, contents, clock, random } = context
  const report = await sweepDocuments({ db, contents, now: clock.now(), graceDays, dryRun })
  if (!dryRun)
    await auditAlone(db, {
      id: random.uuid(),
      actor,
      operation: 'sweepDocuments',
      outcome: 'done',
      detail: { ...report, graceDays },
    })
  return { exit: 0 as const, lines: [describe(report)], data: { ...report, graceDays } }
}

const describe = ({ forgotten, setAside, putBack, deleted, unknown }: SweepReport): string =>
  `${setAside} set aside, ${deleted} deleted for good, ${putBack} put back, ${forgotten} places forgotten, ${unknown} objects of others left alone`

async function withProgress<T>(
  { interactive, terminal }: CommandTools,
  format: string,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const bar = interactive ? progressBar(`${format}, {duration_formatted}`, terminal.stderr) : null
  bar?.start(0, 0)
  try {
    return await work((done) => bar?.update(done))
  } finally {
    bar?.stop()
  }
}
