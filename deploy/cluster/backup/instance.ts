import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser as user } from '../database-programs.ts'
import { inDatabase } from '../in-database.ts'
import { run } from '../run.ts'

const programs = '/usr/lib/postgresql/15/bin'
const replayLimitMinutes = 240

/** The arguments with which a program runs as the owner of the database's files; only root can. */
export const asOwner = (command: readonly string[]): [string, string[]] => {
  const [program = '', ...args] =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--', ...command]
      : command
  return [program, args]
}

/**
 * Starts PostgreSQL on restored files, beside any other: it listens on a socket in its folder only, archives nothing and
 * waits for no standby. Returns when it has replayed the log.
 * @param folder with the restored files in `data`
 * @throws with the end of its log where it cannot reach the moment that was wanted
 */
export async function startRestored(folder: string): Promise<RestoredServer> {
  const data = path.join(folder, 'data')
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  // Those who may enter the folder are root and its owner.
  const hba = file('hba.conf', 'local all all peer map=restored\n')
  const ident = file('ident.conf', ['root', user].map((who) => `restored ${who} pematang_owner\n`).join(''))
  const config = file(
    'postgresql.conf',
    [
      `data_directory = '${data}'`,
      `hba_file = '${hba}'`,
      `ident_file = '${ident}'`,
      `unix_socket_directories = '${folder}'`,
      `listen_addresses = ''`,
      ...(await limitsOf(data)),
      '',
    ].join('\n'),
  )
  const log = path.join(folder, 'postgres.log')
  const out = openSync(log, 'w')
  // What stands on the command line is stronger than postgresql.auto.conf, which belongs to the restored files.
  const alone = ['archive_mode=off', 'synchronous_standby_names=', 'shared_buffers=128MB', 'ssl=off']
  const [program, args] = asOwner([
    `${programs}/postgres`,
    `--config-file=${config}`,
    ...alone.flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(program, args, { stdio: ['ignore', out, out], cwd: '/' })
  closeSync(out)
  const server = new RestoredServer(folder, child)
  try {
    await server.replayed(log)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** A server needs at least the limits of the one whose log it replays. */
async function limitsOf(data: string): Promise<string[]> {
  const said = await run(...asOwner([`${programs}/pg_controldata`, data]))
  return [...said.matchAll(/^(max_\w+) setting: +(\d+)$/gm)].map(
    // pg_controldata shortens the names of two of them.
    ([, name = '', value]) =>
      `${name.replace(/_xacts?$/, name.endsWith('s') ? '_transactions' : '_transaction')} = ${value}`,
  )
}

class RestoredServer {
  readonly #folder: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(folder: string, child: ChildProcess) {
    this.#folder = folder
    this.#child = child
    this.#ended = new Promise((resolve) => child.once('close', resolve))
  }

  get url(): string {
    return `postgres://pematang_owner@localhost/pematang?host=${encodeURIComponent(this.#folder)}&port=5432`
  }

  /** Waits until the log is replayed and the server takes changes. */
  async replayed(log: string): Promise<void> {
    const end = performance.now() + replayLimitMinutes * 60_000
    for (;;) {
      if (this.#child.exitCode !== null || performance.now() > end)
        throw new Error(`The restored PostgreSQL did not get to that moment:\n${lastLines(log)}`)
      const recovers = await inDatabase(this.url, async (db) => {
        const { rows } = await db.query<{ recovers: boolean }>({
          text: 'select pg_is_in_recovery() as recovers',
        })
        return rows[0]?.recovers ?? true
      }).catch(() => true)
      if (!recovers) return
      await sleep(200)
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null)
      await run(
        ...asOwner([`${programs}/pg_ctl`, 'stop', '-m', 'fast', '-w', '-D', path.join(this.#folder, 'data')]),
      ).catch(() => this.#child.kill('SIGQUIT'))
    await this.#ended
  }
}

const lastLines = (log: string): string =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /FATAL|ERROR|PANIC|recovery|HINT/.test(line))
    .slice(-6)
    .join('\n')
