import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from '../../testing/compile-cache.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** Fills the database in a process of its own and kills it. */
export async function killedAfter({ databaseUrl }: Fixture, milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: databaseUrl,
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'test-key-of-the-sandbox',
      ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  setTimeout(() => child.kill('SIGKILL'), milliseconds)
  await ended
}
