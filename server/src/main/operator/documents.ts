import { type Command, Option } from 'commander'
import { type Place, type PlaceName, places } from '../../documents/store/contents.ts'
import { countToMove, moveDocuments } from '../../documents/store/move.ts'
import { type SweepReport, sweepDocuments } from '../../documents/store/sweep.ts'
import { verifyDocuments, verifySample } from '../../documents/store/verify.ts'
import { StoreUnavailable } from '../../outside/document-store/port.ts'
import { auditAlone } from '../../platform/audit/audit.ts'
import { Database } from '../../platform/db/database.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { progressBar } from '../../operator/progress-bar.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

/** `documents`: where the bytes of documents are. */
export function addDocuments(documents: Command, terminal: Terminal): void {
  addCommand(documents, {
    use: 'prepare',
    description:
      'menyiapkan folder atau bucket DOCUMENT_STORE, dan memeriksa bahwa ia dapat ditulis, dibaca, didaftar, dan dihapus isinya',
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
      'memindahkan semua dokumen ke suatu tempat selagi sistem berjalan, masing-masing dibaca ulang sebelum tempat lamanya ditinggalkan; dilanjutkan setelah terputus; memerlukan DATABASE_OWNER_URL; kode keluar 1 bila ada yang tinggal karena isinya tidak sesuai hash-nya',
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
      'membaca dokumen di mana pun adanya dan membandingkannya dengan hash-nya, yang ditandatangani juga dengan yang ditampilkan; kode keluar 1 bila ada yang hilang atau berbeda',
    example: 'documents verify --sample 1000',
    writes: false,
  })
    .option('--sample <count>', 'sekian perjanjian, dipilih acak, sebagai ganti semua', readCount(1_000_000))
    .action(({ sample }: { sample?: number }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => verify(tools, sample))),
    )
  addCommand(documents, {
    use: 'sweep',
    description:
      'menyisihkan yang tidak disebut baris mana pun, dan menghapus yang sudah disisihkan selama masa tenggang; masa tenggang harus lebih lama daripada umur cadangan',
    example: 'documents sweep --grace-days 35 --dry-run',
    writes: true,
  })
    .option(
      '--grace-days <days>',
      'berapa hari isi yang tidak disebut tetap disimpan, dua kali',
      readCount(3650),
      35,
    )
    .action(({ graceDays }: { graceDays: number }, command: Command) =>
      runCommand(terminal, command, (tools) => withStore(tools, () => sweep(tools, graceDays))),
    )
}

const placeOption = (flags: string, names: PlaceName[]) => new Option(flags, 'tempat dokumen').choices(names)

async function withStore<T>({ context }: CommandTools, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    context.log.debug({ err: error }, 'a document store is not reachable')
    throw new CommandError(`${error.message}. Tidak ada yang hilang: jalankan lagi perintahnya.`, {
      cause: error,
    })
  }
}

function storeOf({ context: { contents } }: CommandTools, place: Place) {
  if (contents.stores.has(place)) return contents.storeOf(place)
  throw new CommandError(
    place === 'S3' ? 'Pengaturan DOCUMENT_S3_… tidak diisi.' : 'DOCUMENT_FOLDER tidak diisi.',
  )
}

async function prepare(tools: CommandTools, place: 'folder' | 's3') {
  const store = storeOf(tools, places[place])
  if (tools.dryRun) return { exit: 0 as const, lines: [`${place} akan disiapkan.`], data: { place } }
  await store.prepare()
  return { exit: 0 as const, lines: [`${place} siap bagi dokumen.`], data: { place } }
}

async function move(tools: CommandTools, to: PlaceName) {
  const { context, ownerUrl, actor, dryRun } = tools
  const place = places[to]
  if (place !== null) storeOf(tools, place)
  if (dryRun) {
    const documents = await countToMove(context.db, place)
    return { exit: 0 as const, lines: [`${documents} dokumen akan dipindahkan`], data: { to, documents } }
  }
  if (ownerUrl === undefined)
    throw new CommandError(
      'DATABASE_OWNER_URL menyebut login pemilik tabel; login aplikasi tidak boleh mengubah baris dokumen.',
    )
  const owner = new Database({ ...context.db.options, url: ownerUrl, size: 2, role: undefined })
  try {
    const { moved, left } = await withProgress(tools, 'memindahkan {value} dokumen', (onProgress) =>
      moveDocuments({ owner, contents: context.contents, random: context.random, actor, onProgress }, place),
    )
    const isElsewhere = context.config.DOCUMENT_STORE !== to
    return {
      exit: left.length > 0 ? (1 as const) : (0 as const),
      lines: [
        ...left.map(({ document, fault }) => `${document} tinggal: ${fault}`),
        `${moved} dokumen dipindahkan, ${left.length} tinggal`,
        ...(isElsewhere
          ? [
              `Dokumen baru masih ditulis ke tempat lain: DOCUMENT_STORE adalah ${context.config.DOCUMENT_STORE}.`,
            ]
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
  const { read, outside, faults } = await withProgress(tools, 'memeriksa {value} dokumen', (onProgress) =>
    sample === undefined
      ? verifyDocuments({ db, contents, onProgress })
      : verifySample({ db, contents, onProgress, random }, sample),
  )
  return {
    exit: faults.length > 0 ? (1 as const) : (0 as const),
    lines: [
      ...faults.map(({ document, fault }) => `${document}: ${fault}`),
      `${read} dokumen dibaca, ${outside} di antaranya di luar basis data, ${faults.length} salah`,
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
  `${setAside} disisihkan, ${deleted} dihapus selamanya, ${putBack} dikembalikan, ${forgotten} tempat dilupakan, ${unknown} benda lain dibiarkan`

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
