import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-facts.ts'

export type CopiedFile = { path: string; bytes: number; sha256: string }

/**
 * Excluded from a base backup: the log, which the archive has, and files that the server recreates (PostgreSQL's
 * manual, 25.3.3).
 */
const contentsLeftOut = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = (name: string): boolean =>
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*|recovery\.signal|standby\.signal)$/.test(
    name,
  )
const control = path.join('global', 'pg_control')

const chunkBytes = 1024 * 1024
/** Files copied concurrently: a disk flushes several files in about the time of one. */
const copiesAtOnce = 8

/**
 * Copies the files of a cluster between pg_backup_start and pg_backup_stop. Files may change or vanish meanwhile, which
 * the log repairs; the control file is copied last, so that it is not older than any other file.
 */
export async function copyCluster(
  cluster: string,
  target: string,
): Promise<{ files: CopiedFile[]; folders: string[] }> {
  const { files: names, folders } = await findFiles(cluster)
  for (const folder of folders) await mkdir(path.join(target, folder), { recursive: true, mode: 0o700 })
  const files: CopiedFile[] = []
  const copyOne = async (name: string): Promise<void> => {
    const copied = await copyFile(path.join(cluster, name), path.join(target, name))
    if (copied !== null) files.push({ path: name, ...copied })
  }
  const waiting = names.filter((name) => name !== control)
  const lanes = Array.from({ length: copiesAtOnce }, async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await copyOne(name)
  })
  await Promise.all(lanes)
  await copyOne(control)
  for (const folder of ['.', ...folders]) await syncPath(path.join(target, folder))
  return { files, folders }
}

async function findFiles(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const found = { files: [] as string[], folders: [] as string[] }
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(cluster, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name)
      if (leftOut(entry.name)) continue
      if (entry.isFile()) found.files.push(name)
      if (!entry.isDirectory()) continue
      found.folders.push(name)
      if (!contentsLeftOut.has(name)) await visit(name)
    }
  }
  await visit('.')
  return { files: found.files, folders: [...found.folders, path.join('pg_wal', 'archive_status')] }
}

/** Copies and flushes one file; null when it no longer exists, as after dropping a table. */
export async function copyFile(from: string, to: string): Promise<Omit<CopiedFile, 'path'> | null> {
  const source = await open(from).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (source === null) return null
  await using input = source
  await using output = await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(chunkBytes)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await input.read(buffer, 0, chunkBytes, bytes)
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await output.writeFile(chunk)
    bytes += bytesRead
  }
  await output.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** Flushes a folder, which makes its entries survive a power failure. */
export async function syncPath(target: string): Promise<void> {
  await using handle = await open(target)
  await handle.sync()
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  await using handle = await open(file)
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream()) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
