import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import {
  addCommand,
  CommandError,
  type CommandResult,
  type CommandSpec,
  type CommandTools,
  exitAfter,
  runCommand,
} from './command.ts'
import type { Proposal } from '../platform/commands/propose.ts'
import { confirm } from './confirm.ts'
import { type FileCounts, type FileKind, type FileTask, isIdle, type RefusedLine } from './files/index.ts'
import { beginFile, type NewFile } from './new-file.ts'
import { progressBar } from './progress-bar.ts'
import { type FileGate, proposedLines } from './second-pair.ts'
import type { Terminal } from './terminal.ts'

/** `yes` answers the question of a command that asks, and has no effect on others. */
export type FileOptions = { report?: string; allOrNothing?: boolean; yes?: boolean }

/** How many rejected lines are printed; the file of --report has all of them. */
const shownRefusals = 20

export const addFileOptions = (command: Command): Command =>
  command
    .option(
      '--all-or-nothing',
      'memeriksa semua baris dahulu, dan tidak mengambil apa pun bila ada yang ditolak',
    )
    .addOption(
      new Option('--report <path>', 'menulis semua baris yang ditolak ke berkas ini, sebagai JSON per baris'),
    )

/** The input file of a command. It can be read repeatedly, shows progress and collects rejected lines. */
export class FileSource {
  readonly refusals: RefusedLine[] = []
  refused = 0
  /** The file's name without its folder. */
  readonly name: string
  readonly #tools: CommandTools
  readonly #path: string
  readonly #size: number
  readonly #report: NewFile | null
  #bar: SingleBar | null = null

  constructor(tools: CommandTools, path: string, size: number, report: NewFile | null) {
    this.name = basename(path)
    this.#tools = tools
    this.#path = path
    this.#size = size
    this.#report = report
  }

  /** Opens the file from the start with a new progress bar. */
  open(task: string): Readable {
    this.#bar?.stop()
    this.#bar = this.#tools.interactive
      ? progressBar(
          `${task} {bar} {percentage}% {value}/{total} byte, sisa {eta_formatted}`,
          this.#tools.terminal.stderr,
        )
      : null
    this.#bar?.start(this.#size, 0)
    return createReadStream(this.#path)
  }

  /** Called with the number of bytes read so far; advances the progress bar. */
  onProgress = (bytes: number): void => this.#bar?.update(bytes)

  /** Called with each rejected line; only the first ones are kept in memory. */
  onRefused = ({ line, reason }: RefusedLine): void => {
    this.refused += 1
    if (this.refusals.length < shownRefusals) this.refusals.push({ line, reason })
    this.#report?.stream.write(`${JSON.stringify({ line, reason })}\n`)
  }

  get lines(): string[] {
    const more = this.refused - this.refusals.length
    return [
      ...this.refusals.map(({ line, reason }) => `baris ${line} ditolak: ${reason}`),
      ...(more > 0 ? [`… dan ${more} lagi ditolak`] : []),
    ]
  }

  endProgress(): void {
    this.#bar?.stop()
  }
}

/**
 * Opens the input file of a command for the duration of `work`.
 * @throws CommandError if there is no such file, or the report cannot be begun
 */
export async function withFile<T>(
  tools: CommandTools,
  path: string,
  options: FileOptions,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  const size = await requireFile(path)
  const report = options.report === undefined ? null : await beginFile(tools, options.report)
  const source = new FileSource(tools, path, size, report)
  try {
    const done = await work(source)
    await report?.keep()
    return done
  } finally {
    source.endProgress()
    await report?.discard()
  }
}

/** The way out where a rule asks for two at what the lines do, and none at their file: they can be proposed by their file alone. */
const linesNeedPair =
  'Baris-baris itu memerlukan orang kedua, tetapi berkasnya tidak dapat diajukan sebelum ada aturannya: "approvals set --operation acceptFile".'

async function requireFile(path: string): Promise<number> {
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) throw new CommandError(facts ? `${path} bukan berkas.` : `Tidak ada berkas ${path}.`)
  return facts.size
}

/**
 * Processes a file line by line. --dry-run only checks it; --all-or-nothing checks it first, and applies nothing if a
 * line is invalid. A file of sums that needs a second pair is proposed only if no line is refused.
 */
export async function processFile<Report extends FileCounts>(
  tools: CommandTools,
  path: string,
  options: FileOptions,
  asked: FileTask<Report>,
): Promise<CommandResult> {
  await requireFile(path)
  if (asked.withoutSecondPair) return processOpen(tools, path, options, asked)
  const gate = await tools.fileGate(path)
  try {
    return await processOpen(tools, gate.path, options, {
      ...asked,
      propose: tools.dryRun ? null : gate.propose,
    })
  } finally {
    await gate.close()
  }
}

function processOpen<Report extends FileCounts>(
  tools: CommandTools,
  path: string,
  options: FileOptions,
  {
    task,
    work,
    describe,
    question,
    gives,
    changesKnown,
    propose = null,
  }: FileTask<Report> & Partial<Pick<FileGate, 'propose'>>,
): Promise<CommandResult> {
  const { dryRun } = tools
  // What is refused today and taken tomorrow would lack in the sum that is decided.
  const isWhole = Boolean(options.allOrNothing) || Boolean(propose && gives)
  return withFile(tools, path, options, async (source) => {
    const result = (report: Report, nothing: boolean): CommandResult => ({
      exit: nothing ? 2 : exitAfter(report.refused),
      lines: [
        ...source.lines,
        nothing
          ? `${report.refused} dari ${report.lines} baris ditolak, jadi tidak ada yang diambil`
          : describe(report),
        ...(source.refusals.some(({ reason }) => reason.startsWith('SECOND_PAIR_NEEDED'))
          ? [linesNeedPair]
          : []),
      ],
      data: { ...(nothing ? leftAlone(report) : report), refusals: source.refusals },
    })
    const { name, onProgress } = source
    const read = (checksOnly: boolean, onRefused = source.onRefused) =>
      work(source.open(checksOnly ? 'memeriksa' : task), { name, onProgress, onRefused, dryRun: checksOnly })
    let foreseen: Report | null = null
    if (dryRun || options.allOrNothing || propose) {
      foreseen = await read(true)
      const stops = isWhole && foreseen.refused > 0
      if (stops || dryRun) return result(foreseen, stops)
    }
    if (propose && foreseen) {
      const tried = result(foreseen, false)
      // Nobody is asked to decide what would do nothing.
      if (isIdle(foreseen, changesKnown)) return tried
      return withProposal(tried, await propose(gives?.(foreseen) ?? 0))
    }
    if (question && !options.yes) {
      // What is refused is told when the file is processed.
      const asked = question(foreseen ?? (await read(true, () => {})))
      source.endProgress()
      if (asked !== null) await confirm(tools, asked)
    }
    return result(await read(false), false)
  })
}

/** What the command line needs of a kind of file, whether or not the console takes it too. */
type KindOfFile<Report extends FileCounts, Options> = Pick<FileKind<Report, Options>, 'task' | 'isTaking'>

/**
 * Adds a command that processes a file of a kind. Options that the caller adds to it are passed to its task.
 * @param spec the command, and the kind of its file
 */
export const addImport = <Report extends FileCounts, Options extends FileOptions = FileOptions>(
  parent: Command,
  terminal: Terminal,
  { kind, ...spec }: Omit<CommandSpec, 'writes'> & { kind: KindOfFile<Report, Options> },
): Command =>
  addFileOptions(addCommand(parent, { ...spec, writes: true })).action(
    (file: string, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => processKind(tools, file, options, kind)),
  )

/** Processes a file of a kind (`processFile`). */
export const processKind = <Report extends FileCounts, Options extends FileOptions>(
  tools: CommandTools,
  path: string,
  options: Options,
  { task, isTaking }: KindOfFile<Report, Options>,
): Promise<CommandResult> =>
  processFile(tools, path, options, { ...task(tools, options), withoutSecondPair: isTaking })

const withProposal = (tried: CommandResult, proposal: Proposal): CommandResult => ({
  ...tried,
  lines: [...tried.lines, ...proposedLines(proposal)],
  data: { ...tried.data, dryRun: true, proposal },
})

/** The counts of a report with every count set to zero, for a file that was not applied. */
const leftAlone = (report: FileCounts): Record<string, number> => ({
  ...Object.fromEntries(
    Object.entries(report).flatMap(([count, value]) => (typeof value === 'number' ? [[count, 0]] : [])),
  ),
  lines: report.lines,
  refused: report.refused,
})
