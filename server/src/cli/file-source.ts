import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import cliProgress from 'cli-progress'
import { type Command, Option } from 'commander'
import { CommandError, type CommandResult, type CommandTools, write } from './command.ts'

export type FileOptions = { report?: string; allOrNothing?: boolean }

/** A line that was not taken, and why. */
export type RefusedLine = { line: number; reason: string }

/** Refused lines that are shown; all of them go to the file of --report. */
const shownRefusals = 20

/** The options of every command that reads a file. */
export const addFileOptions = (command: Command): Command =>
  command
    .option('--all-or-nothing', 'check every line first, and take nothing where one is bad')
    .addOption(new Option('--report <path>', 'write every refused line there, as JSON lines'))

/** The file of a command: it can be read more than once, with a progress bar, and gathers what is refused. */
export class FileSource {
  readonly refusals: RefusedLine[] = []
  refused = 0
  readonly #tools: CommandTools
  readonly #path: string
  readonly #size: number
  readonly #report: WriteStream | null
  #bar: cliProgress.SingleBar | null = null

  constructor(tools: CommandTools, path: string, size: number, report: WriteStream | null) {
    this.#tools = tools
    this.#path = path
    this.#size = size
    this.#report = report
  }

  /** The file from its beginning, with a new progress bar under this word. */
  open(task: string): Readable {
    this.#bar?.stop()
    this.#bar = this.#tools.interactive
      ? new cliProgress.SingleBar({
          clearOnComplete: true,
          format: `${task} {bar} {percentage}% {value}/{total} bytes, {eta_formatted} left`,
          stream: this.#tools.terminal.stderr,
        })
      : null
    this.#bar?.start(this.#size, 0)
    return createReadStream(this.#path)
  }

  /** Told how many bytes were read. */
  onProgress = (bytes: number): void => this.#bar?.update(bytes)

  /** Told of a line that is not taken; a report of a million lines is never kept in memory. */
  onRefused = ({ line, reason }: RefusedLine): void => {
    this.refused += 1
    if (this.refusals.length < shownRefusals) this.refusals.push({ line, reason })
    this.#report?.write(`${JSON.stringify({ line, reason })}\n`)
  }

  /** The refused lines for people. */
  get lines(): string[] {
    const more = this.refused - this.refusals.length
    return [
      ...this.refusals.map(({ line, reason }) => `line ${line} refused: ${reason}`),
      ...(more > 0 ? [`… and ${more} more refused`] : []),
    ]
  }

  async close(): Promise<void> {
    this.#bar?.stop()
    if (!this.#report) return
    this.#report.end()
    await once(this.#report, 'close')
  }
}

/** Opens the file of a command for as long as `work` takes. @throws CommandError where there is no such file. */
export async function withFile<T>(
  tools: CommandTools,
  path: string,
  options: FileOptions,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) throw new CommandError(`There is no file ${path}.`)
  const source = new FileSource(tools, path, facts.size, await openReport(options.report))
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

async function openReport(path: string | undefined): Promise<WriteStream | null> {
  if (path === undefined) return null
  const report = createWriteStream(path)
  await once(report, 'open').catch(() => {
    throw new CommandError(`The report cannot be written to ${path}.`)
  })
  return report
}

/** What the commands that take a file tell in the same way. */
export type FileCounts = { lines: number; refused: number }

/**
 * The way of a file that is taken line by line: with --dry-run it is only checked, with --all-or-nothing checked
 * first and left alone where a line is bad.
 * @param tell what was, or would be, done
 */
export function takeWithCare<Report extends FileCounts>(
  tools: CommandTools,
  path: string,
  options: FileOptions,
  {
    check,
    take,
    tell,
  }: {
    check: (source: FileSource) => Promise<Report>
    take: (source: FileSource) => Promise<Report>
    tell: (report: Report) => string
  },
): Promise<CommandResult> {
  const { dryRun } = tools
  return withFile(tools, path, options, async (source) => {
    const result = (report: Report, nothing: boolean): CommandResult => ({
      exit: nothing ? 2 : report.refused > 0 ? 1 : 0,
      lines: [
        ...source.lines,
        nothing
          ? `${report.refused} of ${report.lines} lines are refused, so nothing was taken`
          : tell(report),
      ],
      data: { ...(nothing ? leftAlone(report) : report), refusals: source.refusals },
    })
    if (dryRun || options.allOrNothing) {
      const found = await check(source)
      const stops = Boolean(options.allOrNothing) && found.refused > 0
      if (stops || dryRun) return result(found, stops)
    }
    return result(await take(source), false)
  })
}

/** The report of a file of which nothing was taken. */
const leftAlone = (report: FileCounts): Record<string, number> => ({
  ...Object.fromEntries(Object.keys(report).map((count) => [count, 0])),
  lines: report.lines,
  refused: report.refused,
})

/** Writes lines of text to a file or, where none is named, to standard output. @returns how many were written. */
export async function writeLines(
  { terminal }: CommandTools,
  path: string | undefined,
  lines: AsyncIterable<string>,
): Promise<number> {
  const file = path === undefined ? null : createWriteStream(path)
  if (file)
    await once(file, 'open').catch(() => {
      throw new CommandError(`${path} cannot be written.`)
    })
  let count = 0
  for await (const line of lines) {
    await write(file ?? terminal.stdout, line)
    count += 1
  }
  if (file) {
    file.end()
    await once(file, 'close')
  }
  return count
}
