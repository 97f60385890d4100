import { statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBanks } from '../../server/src/outside/bank/banks.ts'
import { isAlive, parseRecord } from '../../server/src/platform/embedded-postgres/index.ts'
import { FakeProduct } from './fake-product.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: FakeProduct
beforeEach(async () => {
  product = await FakeProduct.create()
})
afterEach(() => product.dispose())

const postmasterPid = (): number => Number.parseInt(product.read('data/postgres/cluster/postmaster.pid'), 10)

test('a first start brings everything up and says where; SIGTERM ends all of it in order with code 0', async () => {
  const run = product.start()
  await run.running
  expect(run.output()).toContain(`http://localhost:${product.port}/lender`)
  expect(run.output()).toContain('phone 81234   password Rahasia1')
  expect(run.output()).toContain('demo    | demo world is ready')
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
  expect(env.DATABASE_URL).toMatch(/^postgres:\/\/app@localhost\/pematang\?host=/)
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

test('a second start on the same folder is refused in one sentence, and the first goes on', async () => {
  const first = product.start()
  await first.running
  const second = product.start()
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(
    new RegExp(`^Pematang runs already on .*data \\(process ${first.child.pid}\\): .*\\n$`),
  )
  expect(await product.get('/')).toMatch(/^\d+$/)
})

test('kill -9 of the supervisor leaves no child behind; the next start joins the database and keeps all', async () => {
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

test('a crashed service and a killed database come back without the supervisor ending', async () => {
  const run = product.start()
  await run.running
  const http = await product.get('/')
  await product.get('/crash').catch(() => {})
  await expect.poll(() => product.get('/').catch(() => ''), { timeout: 10_000 }).toMatch(/^\d+$/)
  expect(await product.get('/')).not.toBe(http)
  expect(run.output()).toContain('http ended with code 9; it is started again in 250 ms.')
  const database = postmasterPid()
  process.kill(database, 'SIGKILL')
  await expect
    .poll(() => isAlive(postmasterPid()) && postmasterPid() !== database, { timeout: 20_000 })
    .toBe(true)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(isAlive(postmasterPid())).toBe(false)
})

test('a failing migration ends the start with code 1, its words shown and the database stopped', async () => {
  const run = product.start({ MIGRATE_FAILS: 'yes' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('migrate | schema is newer than this program')
  expect(run.output()).toContain('migrate ended with code 3')
  expect(product.read('data/postgres/cluster/postmaster.pid')).toBe('')
})

test('a port in use is named with its variable', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(product.port, '127.0.0.1', resolve))
  try {
    const run = product.start()
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(
      new RegExp(`Port ${product.port} is in use .*PORT=${product.port + 1} npm start`),
    )
  } finally {
    other.close()
  }
})

test('production has no demo task; a provider and a database of one own are used as they are', async () => {
  const own = product.start()
  await own.running
  const url = String(parseRecord(await product.get('/env')).DATABASE_URL)
  const second = product.start({
    NODE_ENV: 'production',
    PEMATANG_DATA: path.join(product.root, 'other'),
    PORT: String(product.port + 5),
    DATABASE_URL: url,
    ESIGN_BASE_URL: 'https://sign.example',
  })
  await second.running
  const answer = await fetch(`http://127.0.0.1:${product.port + 5}/env`)
  const env = parseRecord(await answer.text())
  expect(env).toMatchObject({ DATABASE_URL: url, ESIGN_BASE_URL: 'https://sign.example' })
  expect(env.ESIGN_API_KEY).toBeUndefined()
  expect(env.SMS_API_KEY).toBeUndefined()
  expect(second.output()).not.toContain('/sms/')
  expect(product.read('other/demo.json')).toBe('')
  expect(product.read('other/postgres/cluster/PG_VERSION')).toBe('')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  own.child.kill('SIGTERM')
  expect(await own.ended).toBe(0)
})

test('the pages are built once, and again after their sources changed', async () => {
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
