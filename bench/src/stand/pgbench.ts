import { spawn, spawnSync } from 'node:child_process'
import type { Connection } from '../../../server/database/index.ts'

/** The reference load: PostgreSQL's own TPC-B with prepared statements and 16 clients, on the measured server. */
export type Pgbench = {
  version: string
  /**
   * Runs TPC-B.
   * @returns transactions per second
   */
  run(seconds: number): Promise<number>
}

const database = 'pgbench'

/** Creates and fills pgbench's database; returns a sentence with the reason where pgbench is missing. */
export async function preparePgbench(
  connection: Connection,
  scale: number,
): Promise<Pgbench | { why: string }> {
  const version = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  if (version.error || version.status !== 0)
    return {
      why: 'pgbench is not in the PATH (Debian: postgresql-contrib or postgresql-15), so there is no yardstick',
    }
  const place = ['-h', connection.host, '-p', String(connection.port), '-U', connection.user]
  await call(['-i', '-q', '-s', String(scale), ...place, database])
  return {
    version: version.stdout.trim(),
    async run(seconds) {
      const output = await call([
        '-n',
        '-M',
        'prepared',
        '-c',
        '16',
        '-j',
        '1',
        '-T',
        String(seconds),
        ...place,
        database,
      ])
      const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1])
      if (!(tps > 0)) throw new Error(`pgbench printed no rate:\n${output}`)
      return tps
    },
  }
}

export const pgbenchDatabase = database

function call(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench: ${output.slice(-2000)}`)),
    )
  })
}
