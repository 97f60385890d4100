import { once } from 'node:events'
import { createWriteStream, rmSync, type Stats, type WriteStream } from 'node:fs'
import { link, lstat, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { type CommandTools, CommandError, write } from './command-tools.ts'

/** A file that a command writes: under its name it is whole or not at all, and no other is lost for it. */
export type NewFile = {
  stream: Writable
  /** Writes to the stream, waiting when its buffer is full. @throws CommandError where it cannot be written, as on a full disk */
  write(piece: string | Uint8Array): Promise<void>
  /** Gives it its name. @throws CommandError where it could not be written, or another has taken the name meanwhile */
  keep(): Promise<void>
  /** Leaves nothing, also where it was kept. */
  discard(): Promise<void>
}

/**
 * Begins a new file that only its owner can read: reports and lists have personal data, and a shell's umask lets others
 * in. A pipe or a device is written as it is.
 * @throws CommandError where there is such a file, or its folder cannot be written
 */
export async function beginFile({ context }: CommandTools, path: string): Promise<NewFile> {
  const facts = await factsOf(path)
  if (facts?.isDirectory()) throw new CommandError(`${path} bukan berkas.`)
  if (facts?.isFIFO() || facts?.isCharacterDevice())
    return fileOf(path, await opened(path, path, 'w'), asItIs)
  if (facts) throw isThere(path)
  const draft = join(dirname(path), `.${basename(path)}.${context.random.uuid()}`)
  return fileOf(path, await opened(path, draft, 'wx'), draftOf(draft, path))
}

const asItIs = { keep: async () => {}, discard: async () => {} }

async function opened(path: string, draft: string, flags: 'w' | 'wx'): Promise<WriteStream> {
  const stream = createWriteStream(draft, { flags, mode: 0o600, flush: flags === 'wx' })
  await once(stream, 'open').catch((cause: unknown) => {
    throw new CommandError(`${path} tidak dapat ditulis: foldernya tidak ada atau tidak boleh ditulis.`, {
      cause,
    })
  })
  return stream
}

function fileOf(
  path: string,
  stream: WriteStream,
  { keep, discard }: Pick<NewFile, 'keep' | 'discard'>,
): NewFile {
  const fault: { cause: unknown } = { cause: undefined }
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.on('error', (cause) => (fault.cause ??= cause))
  const end = async () => {
    stream.end()
    await closed
  }
  const requireWhole = () => {
    if (fault.cause === undefined) return
    throw new CommandError(`${path} tidak dapat ditulis seluruhnya.`, { cause: fault.cause })
  }
  return {
    stream,
    async write(piece) {
      requireWhole()
      await write(stream, piece).catch(requireWhole)
    },
    async keep() {
      await end()
      requireWhole()
      await keep()
    },
    async discard() {
      await end()
      await discard()
    },
  }
}

/** Drafts that an interrupted command takes with it. */
const drafts = new Set<string>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function onSignal(signal: NodeJS.Signals): void {
  for (const draft of drafts) rmSync(draft, { force: true })
  for (const one of signals) process.off(one, onSignal)
  process.kill(process.pid, signal)
}

function draftOf(draft: string, path: string): Pick<NewFile, 'keep' | 'discard'> {
  if (drafts.size === 0) for (const one of signals) process.on(one, onSignal)
  drafts.add(draft)
  const forget = async () => {
    await rm(draft, { force: true })
    drafts.delete(draft)
    if (drafts.size === 0) for (const one of signals) process.off(one, onSignal)
  }
  return {
    async keep() {
      try {
        await nameOnce(draft, path)
      } finally {
        await forget()
      }
    },
    discard: forget,
  }
}

/** A link, unlike a new name, is refused where the name is taken. Some file systems, as of USB sticks, have none. */
async function nameOnce(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch {
    if (await factsOf(path)) throw isThere(path)
    await rename(draft, path)
  }
}

/** What has a name, also a link to nothing; null where nothing has it. */
const factsOf = (path: string): Promise<Stats | null> => stat(path).catch(() => lstat(path).catch(() => null))

const isThere = (path: string) =>
  new CommandError(`${path} sudah ada dan tidak ditimpa. Sebutkan nama lain, atau hapus berkas itu dahulu.`)

/** Writes lines, or the pieces of a binary file. @returns how many */
export type WriteLines = (
  lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
) => Promise<number>

/**
 * Has `work` write what a command is asked for, to a new file or to standard output. The file is begun before the work,
 * which may take long or cannot be taken back; it is there once the work is done, if it wrote anything.
 * @throws CommandError as `beginFile`
 */
export async function withNewFile<T>(
  tools: CommandTools,
  path: string | undefined,
  work: (writeLines: WriteLines) => Promise<T>,
): Promise<T> {
  if (path === undefined) return work(linesTo((line) => write(tools.terminal.stdout, line)))
  const file = await beginFile(tools, path)
  let isWritten = false
  try {
    const done = await work((lines) => {
      isWritten = true
      return linesTo((line) => file.write(line))(lines)
    })
    if (isWritten) await file.keep()
    return done
  } finally {
    await file.discard()
  }
}

const linesTo =
  (writeLine: (line: string | Uint8Array) => Promise<void>): WriteLines =>
  async (lines) => {
    let count = 0
    for await (const line of lines) {
      await writeLine(line)
      count += 1
    }
    return count
  }
