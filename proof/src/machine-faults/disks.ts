import { chmodSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../../deploy/cluster/run.ts'

/**
 * Mounts a new ext4 file system of limited size, which lies in a file.
 * @param bytes its size; the file takes only what is written
 */
export async function mountDisk(image: string, at: string, bytes: number): Promise<void> {
  writeFileSync(image, '')
  truncateSync(image, bytes)
  // -m 0: nothing is reserved for root, so a full disk is full for every process.
  await run('mkfs.ext4', ['-q', '-m', '0', image])
  mkdirSync(at, { recursive: true })
  await run('mount', ['-o', 'loop', image, at])
  rmSync(path.join(at, 'lost+found'), { recursive: true })
  chmodSync(at, 0o711)
}

export async function moveLog(image: string, cluster: string, bytes: number): Promise<void> {
  const log = path.join(cluster, 'pg_wal')
  const draft = `${image}.mounted`
  await mountDisk(image, draft, bytes)
  await run('cp', ['-a', `${log}/.`, draft])
  await run('umount', [draft])
  await run('mount', ['-o', 'loop', image, log])
}

/**
 * Fills the file system of a folder to its last block.
 * @returns removes what fills it
 */
export async function fill(folder: string): Promise<() => void> {
  const file = path.join(folder, 'filler')
  for (let part = 0; part < 12; part += 1) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail === 0) break
    // An extent needs blocks of its own for its description, so the last blocks are taken in smaller pieces.
    const blocks = Math.max(1, part === 0 ? bavail - 64 : Math.floor(bavail / 2))
    await run('fallocate', ['-l', String(blocks * bsize), `${file}-${part}`]).catch(() => '')
  }
  return () => {
    for (let part = 0; part < 12; part += 1) rmSync(`${file}-${part}`, { force: true })
  }
}
