import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAlive, parseRecord } from '../../server/database/index.ts'
import { readBanks } from '../../server/src/outside/bank/banks.ts'
import { FakeProduct, madeData } from './fake-product.ts'

let data: string
let product: FakeProduct
beforeAll(async () => {
  data = await madeData()
})
beforeEach(async () => {
  product = await FakeProduct.create(data)
})
afterAll(() => rmSync(data, { recursive: true }))
afterEach(() => product.dispose())

const postmasterPid = (): number => Number.parseInt(product.read('data/postgres/cluster/postmaster.pid'), 10)

/** The child processes of a process; Linux only. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('the first start runs all services and prints the address, and SIGTERM stops them in order with code 0', async () => {
  rmSync(product.dataDir, { recursive: true })
  const run = product.start()
  await run.running
  expect(run.output()).toContain(`http://localhost:${product.port}/lender`)
  expect(run.output()).toContain('phone 81234   password Rahasia1')
  expect(run.output()).toContain('demo    | demo data is ready')
  const env = parseRecord(await product.get('/env'))
  expect(env).toMatchObject({
    APP_ORIGIN: `http://localhost:${product.port}`,
    ESIGN_BASE_URL: `http://127.0.0.1:${product.port + 1}`,
    ESIGN_FRAME_ANCESTORS: `http://localhost:${product.port}`,
    SANDBOX_DATA: path.join(product.dataDir, 'sandbox'),
    SMS_URL: `http://127.0.0.1:${product.port + 1}/sms/v1/messages`,
    BANKS_FILE: path.join(product.dataDir, 'banks.json'),
    SANDBOX_BANK_APP_URL: `http://127.0.0.1:${product.port}`,
  })
  for (const file of [String(env.BANKS_FILE), String(env.SANDBOX_BANKS_FILE)]) {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  const [bni] = readBanks(String(env.BANKS_FILE))
  expect(bni?.outbound?.baseUrl).toBe(`http://127.0.0.1:${product.port + 1}/bank/1`)
  expect(env.SMS_API_KEY).toMatch(/^[\w-]{43}$/)
  expect(env.SMS_API_KEY).toBe(env.SANDBOX_SMS_KEY)
  expect(run.output()).toContain(`http://127.0.0.1:${product.port + 1}/sms/ `)
  expect(env.DATABASE_URL).toMatch(/^postgres:\/\/pematang_app@localhost\/pematang\?host=/)
  expect(env.DATABASE_OWNER_URL).toBeUndefined()
  expect(env.ESIGN_API_KEY).toMatch(/^[\w-]{43}$/)
  expect(statSync(path.join(product.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  const pid = postmasterPid()
  await expect.poll(() => product.read('data/ups')).toBe('worker worker ')
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(product.read('data/stops')).toBe('http worker worker ')
  expect(isAlive(pid)).toBe(false)
  await expect(product.get('/')).rejects.toThrow('fetch failed')
})

test('starting the product again on the same data folder is refused, and the running one continues', async () => {
  const first = product.start()
  await first.running
  const second = product.start()
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(
    new RegExp(`^Pematang runs already on .*data \\(process ${first.child.pid}\\): .*\\n$`),
  )
  expect(await product.get('/')).toMatch(/^\d+$/)
})

test('kill -9 of the supervisor leaves no child process, and the next start reuses the running database', async () => {
  const first = product.start()
  await first.running
  const env = parseRecord(await product.get('/env'))
  const http = Number(await product.get('/'))
  const database = postmasterPid()
  const banks = product.read('data/banks.json')
  first.child.kill('SIGKILL')
  await first.ended
  const second = product.start()
  await second.running
  expect(isAlive(http)).toBe(false)
  expect(postmasterPid()).toBe(database)
  expect(product.read('data/starts')).toBe('2')
  const again = parseRecord(await product.get('/env'))
  expect(again.ESIGN_API_KEY).toBe(env.ESIGN_API_KEY)
  expect(product.read('data/banks.json')).toBe(banks)
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('the supervisor restarts a crashed service and a killed database', async () => {
  const run = product.start()
  await run.running
  const http = await product.get('/')
  await product.get('/crash').catch(() => {})
  await expect.poll(() => product.get('/').catch(() => '')).toMatch(/^\d+$/)
  expect(await product.get('/')).not.toBe(http)
  expect(run.output()).toContain('http ended with code 9; it is started again in 250 ms.')
  const database = postmasterPid()
  process.kill(database, 'SIGKILL')
  await expect.poll(() => isAlive(postmasterPid()) && postmasterPid() !== database).toBe(true)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(isAlive(postmasterPid())).toBe(false)
})

test('the supervisor brings PostgreSQL back by itself when its recovery after a crash could not read the disk', async () => {
  const run = product.start()
  await run.running
  const log = path.join(product.dataDir, 'postgres/cluster/pg_wal')
  renameSync(log, `${log}-away`)
  const database = postmasterPid()
  process.kill(childrenOf(database)[0] ?? 0, 'SIGKILL')
  await expect.poll(run.output).toContain('PostgreSQL did not start')
  renameSync(`${log}-away`, log)
  await expect.poll(() => /^ready\s*$/m.test(product.read('data/postgres/cluster/postmaster.pid'))).toBe(true)
  expect(postmasterPid()).not.toBe(database)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

test('a failing migration ends the start with code 1, prints its error and stops the database', async () => {
  const run = product.start({ MIGRATE_FAILS: 'yes' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('migrate | schema is newer than this program')
  expect(run.output()).toContain('migrate ended with code 3')
  expect(product.read('data/postgres/cluster/postmaster.pid')).toBe('')
})

test('the start reports a port in use, and one that is given twice, with the environment variables that move it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    const run = product.start({ SANDBOX_SMTP_PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(
      new RegExp(`Port ${port} is in use .*SANDBOX_SMTP_PORT=${port + 1} npm start`),
    )
  } finally {
    other.close()
  }
  const twice = product.start({ SANDBOX_SMTP_PORT: String(product.port) })
  expect(await twice.ended).toBe(1)
  expect(twice.output()).toContain(`PORT and SANDBOX_SMTP_PORT are both ${product.port}`)
})

const secret = 'a-3kq9vX.7pLw2zRt5yBn8mC4hJ6dGsU'

test('DOOR-02 a production start without settings starts no service and lists all missing settings', async () => {
  rmSync(product.dataDir, { recursive: true })
  const run = product.start({ NODE_ENV: 'production' })
  expect(await run.ended).toBe(1)
  const output = run.output()
  expect(output).toMatch(
    /^In production \(NODE_ENV=production\) every provider is real or nothing starts: [^\n]+\n$/,
  )
  for (const setting of [
    'DATABASE_URL',
    'APP_ORIGIN',
    'ESIGN_BASE_URL',
    'XIGNATURE_BASE_URL',
    'SMS_URL',
    'BANKS_FILE',
  ]) {
    expect(output).toContain(setting)
  }
  expect(product.read('data/secrets.json')).toBe('')
  expect(product.read('data/postgres/cluster/PG_VERSION')).toBe('')
})

test('DOOR-02 a misspelt NODE_ENV starts no sandbox', async () => {
  const run = product.start({ NODE_ENV: 'prod' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/^NODE_ENV is not known: /)
})

test('a production start runs no demo task and uses the configured provider and database', async () => {
  const own = product.start()
  await own.running
  const url = String(parseRecord(await product.get('/env')).DATABASE_URL)
  const second = product.start({
    NODE_ENV: 'production',
    PEMATANG_DATA: path.join(product.root, 'other'),
    PORT: String(product.port + 5),
    DATABASE_URL: url,
    DATABASE_OWNER_URL: url.replace('pematang_app@', 'app@'),
    APP_ORIGIN: 'https://pematang.example',
    ESIGN_PROVIDER: 'gateway',
    ESIGN_BASE_URL: 'https://sign.example',
    ESIGN_API_KEY: secret,
    ESIGN_CALLBACK_SECRET: secret,
    ESIGN_TRUST_FILE: '/etc/pematang/signers.pem',
    XIGNATURE_BASE_URL: 'none',
    SMS_URL: 'https://sms.example',
    SMS_API_KEY: secret,
    SMTP_URL: 'none',
    BANKS_FILE: '/etc/pematang/banks.json',
    PLATFORM_CERTIFICATE_FILE: '/etc/pematang/certificate.pem',
    PLATFORM_KEY_FILE: '/etc/pematang/key.pem',
    AUDIT_KEY_FILE: '/etc/pematang/audit-keys',
  })
  await second.running
  const answer = await fetch(`http://127.0.0.1:${product.port + 5}/env`)
  const env = parseRecord(await answer.text())
  expect(env).toMatchObject({ DATABASE_URL: url, ESIGN_BASE_URL: 'https://sign.example' })
  expect(env.ESIGN_API_KEY).toBe(secret)
  expect(env.SANDBOX_SMS_KEY).toBeUndefined()
  expect(second.output()).not.toContain('/sms/')
  expect(product.read('other/demo.json')).toBe('')
  expect(product.read('other/postgres/cluster/PG_VERSION')).toBe('')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  own.child.kill('SIGTERM')
  expect(await own.ended).toBe(0)
})

test('the start builds the web pages once, and again after their sources changed', async () => {
  const starts = async (): Promise<void> => {
    const run = product.start({ DEMO: 'off' })
    await run.running
    run.child.kill('SIGTERM')
    await run.ended
  }
  await starts()
  await starts()
  expect(product.read('builds')).toBe('1')
  writeFileSync(path.join(product.root, 'web', 'page.ts'), 'second')
  await starts()
  expect(product.read('builds')).toBe('11')
  expect(product.read('data/demo.json')).toBe('')
})
