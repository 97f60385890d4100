import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres, stopCluster } from '../../server/database/index.ts'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { keepBanks } from './banks.ts'
import { keepCertificate } from './certificate.ts'

const PROGRAMS: Record<string, string> = {
  'migrate.mjs': `import fs from 'node:fs'
    const pg = (await import(process.env.PG_MODULE)).default
    const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL })
    await client.connect()
    await client.query('create table if not exists started (at timestamptz default now())')
    await client.query('insert into started default values')
    const { rows } = await client.query('select count(*)::int as n from started')
    fs.writeFileSync(process.env.PEMATANG_DATA + '/starts', String(rows[0].n))
    await client.end()
    if (process.env.MIGRATE_FAILS) { console.error('schema is newer than this program'); process.exit(3) }`,
  'demo.mjs': `import fs from 'node:fs'
    fs.writeFileSync(process.env.PEMATANG_DATA + '/demo.json', JSON.stringify({ phone: '81234', password: 'Rahasia1' }))
    console.log('demo data is ready')`,
  'http.mjs': `import http from 'node:http'
    import fs from 'node:fs'
    const server = http.createServer((request, reply) => {
      if (request.url === '/env') return reply.end(JSON.stringify(process.env))
      if (request.url === '/crash') process.exit(9)
      reply.end(String(process.pid))
    })
    server.listen(Number(process.env.PORT), '127.0.0.1')
    process.on('SIGTERM', () => server.close(() => {
      fs.appendFileSync(process.env.PEMATANG_DATA + '/stops', 'http ')
      process.exit(0)
    }))`,
  'worker.mjs': `import fs from 'node:fs'
    const note = (file) => fs.appendFileSync(process.env.PEMATANG_DATA + '/' + file, 'worker ')
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => { note('stops'); process.exit(0) })
    note('ups')`,
  'main.mjs': `import fs from 'node:fs'
    import path from 'node:path'
    // Runs the supervisor as scripts/start.ts does, on this folder's programs.
    const from = (file) => import(path.join(process.env.START_FOLDER, file))
    const { supervise } = await from('supervisor.ts')
    const { listenForStop } = await from('signals.ts')
    const plan = {
      tasks: [{ name: 'migrate', script: 'migrate.mjs', asOwner: true }, { name: 'demo', script: 'demo.mjs', onlyForDemo: true }],
      services: [{ name: 'http', script: 'http.mjs' }, { name: 'worker', script: 'worker.mjs' },
                 { name: 'sandbox', script: 'worker.mjs', onlyWithSandbox: true }],
    }
    const build = 'require("fs").mkdirSync("web/dist",{recursive:true});' +
      'require("fs").writeFileSync("web/dist/index.html","x");require("fs").appendFileSync("builds","1")'
    try {
      await supervise({ root: import.meta.dirname, env: process.env, plan, verbose: false, print: console.log,
        buildCommand: [process.execPath, '-e', build], ...listenForStop(process.env) })
      process.exit(0)
    } catch (error) { console.error(error.message); process.exit(1) }`,
}

/** One run of the supervisor in a process of its own. */
export interface Run {
  child: ChildProcess
  output: () => string
  /** Resolves with the exit code when the supervisor has ended. */
  ended: Promise<number | null>
  /** Resolves when the supervisor has reported that everything runs; rejects when it ends before. */
  running: Promise<void>
}

/** A data folder with an empty database and keys, from which products begin: to make them takes longer than a start. */
export async function madeData(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'start-data-'))
  chmodSync(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), database: 'pematang' })
  await server.stop()
  keepBanks(folder, 1)
  await keepCertificate(folder, {})
  return folder
}

/** A fake product in a temporary folder: real processes, a real database, a trivial "web build". */
export class FakeProduct {
  readonly root: string
  readonly dataDir: string
  readonly port: number
  readonly #children: ChildProcess[] = []

  private constructor(root: string, port: number) {
    this.root = root
    this.dataDir = path.join(root, 'data')
    this.port = port
  }

  /** @param data the folder of madeData() */
  static async create(data: string): Promise<FakeProduct> {
    const root = mkdtempSync(path.join(os.tmpdir(), 'start-test-'))
    chmodSync(root, 0o755)
    mkdirSync(path.join(root, 'web'))
    writeFileSync(path.join(root, 'web', 'page.ts'), 'first')
    for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(path.join(root, name), text)
    // With its owners: for a superuser the database runs as another user.
    spawnSync('cp', ['-a', data, path.join(root, 'data')])
    return new FakeProduct(root, await freePort())
  }

  start(extra: NodeJS.ProcessEnv = {}): Run {
    const child = spawn(process.execPath, [path.join(this.root, 'main.mjs')], {
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        START_FOLDER: import.meta.dirname,
        PG_MODULE: import.meta.resolve('pg'),
        PEMATANG_DATA: this.dataDir,
        PORT: String(this.port),
        SANDBOX_PORT: String(this.port + 1),
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    let text = ''
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const running = new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        text += chunk.toString('utf8')
        if (text.includes('Stop with Ctrl-C')) resolve()
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      void ended.then((code) => reject(new Error(`the supervisor ended with ${code}:\n${text}`)))
    })
    running.catch(() => {})
    return { child, output: () => text, ended, running }
  }

  async get(route: string): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.port}${route}`, { headers: { connection: 'close' } })
    return answer.text()
  }

  /** The text of a file in the data folder or the root, '' if it does not exist. */
  read(relative: string): string {
    const file = path.join(this.root, relative)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** Ends the remaining processes and removes the folder. */
  async dispose(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    await stopCluster(path.join(this.dataDir, 'postgres'))
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
