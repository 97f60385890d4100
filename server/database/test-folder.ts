import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type Connection, type EmbeddedPostgres, stopCluster } from './index.ts'

/** A folder for one test; disposing it stops a server that still runs there and removes the folder. */
export function testFolder(): { path: string; [Symbol.asyncDispose](): Promise<void> } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pg-test-'))
  chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  return {
    path: dataDir,
    [Symbol.asyncDispose]: async () => {
      await stopCluster(dataDir)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function query(
  target: Connection | EmbeddedPostgres,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client('url' in target ? { connectionString: target.url } : target)
  // A server that dies makes the statement fail, which the caller sees; the event only repeats that.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
