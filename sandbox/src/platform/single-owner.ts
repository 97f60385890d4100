import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Ensures that only one process at a time uses a data folder. The claim is a listening socket, which the operating
 * system closes however the process dies: no stale lock file, no reused pid. Throws an Error with a readable sentence
 * when another process has the folder.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const name = `pematang-sandbox-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)}`
  const address = socketAddress(name)
  const onDisk = address.startsWith(path.sep) && process.platform !== 'win32'
  if (onDisk && !(await someoneListens(address))) await rm(address, { force: true })
  const server = createServer((socket) => socket.destroy())
  await listen(server, address, folder)
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Linux has abstract sockets and Windows named pipes; other systems use a socket file that may be left behind. */
function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.join(tmpdir(), `${name}.sock`)
}

function listen(server: Server, address: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`another sandbox already uses the data folder ${folder}`)
          : error,
      )
    })
    server.listen(address, resolve)
  })
}

function someoneListens(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(address)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
