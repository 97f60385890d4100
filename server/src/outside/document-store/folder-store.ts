import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, ObjectTooLarge, type ObjectStore, type StoredObject, StoreUnavailable } from './port.ts'
import { LimitedCalls } from './time-limit.ts'

export type FolderConfig = {
  /** A folder that all nodes share. */
  folder: string
  /** Time limit of one call, milliseconds. */
  timeoutMs: number
}

/**
 * The marker file of a prepared folder. Without it nothing is read or written, because the mount point of a network
 * folder that is not mounted is an empty folder on the local disk.
 */
export const markerName = 'pematang-documents'

/** How many calls run concurrently; Node has four threads for files. */
const atOnce = 2

/** Temporary files begin with a dot, so that no key names one. */
const temporary = /^\.[0-9a-z-]+\.[0-9a-f]{16}$/

/** The age from which a temporary file counts as left behind by a killed process. */
const abandonedMs = 86_400_000

/** Stores each object as a file of a folder. */
export function folderStore({ folder, timeoutMs }: FolderConfig): ObjectStore {
  const calls = new LimitedCalls(`document folder ${folder}`, { limitMs: timeoutMs, atOnce })
  const pathOf = (key: string) => join(folder, checkKey(key))
  const within = <T>(call: () => Promise<T>): Promise<T> =>
    calls.run(async () => {
      try {
        await stat(join(folder, markerName))
      } catch (error) {
        throw new StoreUnavailable(
          `document folder ${folder}: the file ${markerName} is not there (not mounted, or not prepared)`,
          { cause: error },
        )
      }
      return translated(folder, call)
    })
  return {
    put: (key, bytes) => within(() => writeDurably(pathOf(key), folder, bytes)),
    get: (key, largest) => within(() => unlessMissing(() => readWhole(pathOf(key), largest), null)),
    has: (key) => within(() => unlessMissing(async () => (await stat(pathOf(key))).isFile(), false)),
    delete: (key) =>
      within(async () => {
        const path = pathOf(key)
        await rm(path, { force: true })
        await unlessMissing(() => flushFolder(dirname(path)), undefined)
      }),
    list: (prefix) => listFolder(folder, prefix, within),
    prepare: () =>
      calls.run(() =>
        translated(folder, async () => {
          await mkdir(folder, { recursive: true })
          const probe = join(folder, `.probe.${randomBytes(8).toString('hex')}`)
          const bytes = randomBytes(32)
          await writeDurably(probe, folder, bytes)
          const read = await readWhole(probe, bytes.length)
          await rm(probe)
          if (!read.equals(bytes)) throw new StoreUnavailable(`document folder ${folder}: reads other bytes`)
          await writeDurably(join(folder, markerName), folder, Buffer.from('documents of Pematang\n'))
        }),
      ),
  }
}

/** Writes and flushes a temporary file, renames it, and flushes its folder. */
async function writeDurably(path: string, root: string, bytes: Buffer): Promise<void> {
  const parent = dirname(path)
  await makeFolders(parent, root)
  const name = path.slice(parent.length + 1).replace(/^\./, '')
  const unfinished = join(parent, `.${name}.${randomBytes(8).toString('hex')}`)
  try {
    const file = await open(unfinished, 'wx', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
  await flushFolder(parent)
}

/** Makes the folders of a file, and flushes the parent of each new folder. */
async function makeFolders(parent: string, root: string): Promise<void> {
  const first = await mkdir(parent, { recursive: true })
  if (first === undefined) return
  for (let made = parent; made.length > root.length; made = dirname(made)) await flushFolder(dirname(made))
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readWhole(path: string, largest: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > largest) throw new ObjectTooLarge(`${path} has ${size} bytes, and ${largest} were asked for`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

type Within = <T>(call: () => Promise<T>) => Promise<T>

/** Lists the files below a prefix in the order of their keys, and removes temporary files that were abandoned. */
async function* listFolder(root: string, prefix: string, within: Within): AsyncGenerator<StoredObject> {
  const entries = await within(() =>
    unlessMissing(() => readdir(join(root, prefix), { withFileTypes: true }), []),
  )
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    const key = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`, within)
    else if (entry.isFile()) {
      const path = join(root, key)
      const found = await within(() => unlessMissing(() => stat(path), null))
      if (found === null) continue
      if (!temporary.test(entry.name)) yield { key, size: found.size, modifiedAt: found.mtime }
      else if (Date.now() - found.mtimeMs > abandonedMs) await within(() => rm(path, { force: true }))
    }
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

async function unlessMissing<T, U>(call: () => Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise
    throw error
  }
}

/** Reports an error of the file system (no space, no rights, stale handle) as an unavailable store. */
async function translated<T>(folder: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    throw new StoreUnavailable(`document folder ${folder}: ${(error as Error).message}`, { cause: error })
  }
}
