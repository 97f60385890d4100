import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The server that the pages call external: Debian's, with a password and TLS for every login that comes over the network. */
export class ExternalPostgres {
  readonly port: number
  readonly #bin: string
  readonly #data: string
  readonly #root: string
  readonly #environment: Record<string, string>

  constructor(root: string, port: number, environment: Record<string, string>) {
    const [bin] = globSync('/usr/lib/postgresql/15/bin')
    if (bin === undefined) throw new Error('install postgresql-15 first: the page is tried with it')
    this.#bin = bin
    this.port = port
    this.#root = root
    this.#environment = environment
    this.#data = path.join(root, 'var/lib/postgresql/15/main')
  }

  /** Runs a program as the user postgres, or as the caller, if that is not root. */
  as(program: string, args: readonly string[], input?: string): string {
    const isRoot = process.getuid?.() === 0
    const command = isRoot ? 'runuser' : program
    const rest = isRoot ? ['-u', 'postgres', '--', program, ...args] : [...args]
    return execFileSync(command, rest, {
      cwd: this.#root,
      env: { ...process.env, ...this.#environment, PGHOST: `${this.#root}/run`, PGPORT: String(this.port) },
      encoding: 'utf8',
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      ...(input !== undefined && { input }),
      timeout: 300_000,
    })
  }

  make({ certificate, key }: { certificate: string; key: string }): void {
    for (const folder of [
      'var/lib/postgresql/15',
      'var/lib/pgbackrest',
      'var/spool/pgbackrest',
      'run',
      'log',
    ])
      mkdirSync(path.join(this.#root, folder), { recursive: true })
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', this.#root])
    this.as(path.join(this.#bin, 'initdb'), [
      ...['-D', this.#data, '-U', 'postgres', '--auth-local=trust', '--auth-host=scram-sha-256'],
    ])
    for (const [file, name] of [
      [certificate, 'server.crt'],
      [key, 'server.key'],
    ] as const)
      this.as('tee', [path.join(this.#data, name)], readFileSync(file, 'utf8'))
    this.as('chmod', ['600', path.join(this.#data, 'server.key')])
    this.as('sed', ['-i', 's/^host /hostssl /', path.join(this.#data, 'pg_hba.conf')])
    this.start()
  }

  start(): void {
    const options = `-p ${this.port} -k ${this.#root}/run -c listen_addresses=127.0.0.1 -c ssl=on`
    const log = path.join(this.#root, 'log/postgres')
    this.as(path.join(this.#bin, 'pg_ctl'), ['-D', this.#data, '-w', '-l', log, '-o', options, 'start'])
  }

  stop(): void {
    if (existsSync(path.join(this.#data, 'postmaster.pid')))
      this.as(path.join(this.#bin, 'pg_ctl'), ['-D', this.#data, '-w', '-m', 'fast', 'stop'])
  }

  restart(): void {
    this.stop()
    this.start()
  }
}

/** A certificate of 127.0.0.1 and localhost by an authority of its own, both in the folder. */
export function writeCertificates(folder: string): { ca: string; certificate: string; key: string } {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...ec,
    '-days',
    '90',
    '-subj',
    '/CN=ca',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
  )
  openssl('req', ...ec, '-subj', '/CN=localhost', '-keyout', file('web.key'), '-out', file('web.csr'))
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  const by = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-in',
    file('web.csr'),
    ...by,
    '-days',
    '90',
    '-extfile',
    file('names'),
    '-out',
    file('web.pem'),
  )
  return { ca: file('ca.pem'), certificate: file('web.pem'), key: file('web.key') }
}
