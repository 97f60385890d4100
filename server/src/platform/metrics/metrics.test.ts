import * as fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnapApp } from '../../main/testing.ts'
import { freePort } from '../../../testing/free-port.ts'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, anAgreement } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { watch as watchJobs } from '../jobs/job-metrics.ts'
import { enqueue } from '../jobs/queue.ts'
import { gauge, Metrics } from './metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'
import { readExposition } from './testing/read-exposition.ts'

let fixture: Fixture
let app: TestApp
let server: MetricsServer
let screens: string
const warnings: string[] = []
const log = { warn: (_: object, message: string) => warnings.push(message) }

beforeAll(async () => {
  // The test has its own web folder, so that the counts do not depend on whether the real pages are built.
  screens = await mkdtemp(join(tmpdir(), 'screens-'))
  await writeFile(join(screens, 'index.html'), '<!doctype html>')
  fixture = await makeFixture({ withoutFaults: 'it counts requests', settings: { WEB_ROOT: screens } })
  app = await startApp(fixture)
  watchJobs(fixture.context)
  server = await open(fixture.context.metrics, await freePort())
})
afterAll(async () => {
  await server.close()
  await app.close()
  await fixture.close()
  await rm(screens, { recursive: true })
})

const open = (metrics: Metrics, port: number) => serveMetrics({ metrics, port, host: '127.0.0.1', log })

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
async function scrape() {
  const metrics = readExposition(await (await ask('/metrics')).text())
  const samples = [...metrics.values()].flatMap((metric) => metric.samples)
  return (name: string, labels: Record<string, string> = {}): number | undefined =>
    samples.find(
      (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )?.value
}

test('the metrics count calls by operation and status, and unknown paths under one label', async () => {
  const lender = await logIn(fixture, app, { cash: 10_000_000 })
  for (let i = 0; i < 3; i += 1) await app.get('/tkb')
  await app.get('/lender/summary')
  for (let i = 0; i < 20; i += 1) await app.get(`/nothing-${i}`)
  for (let i = 0; i < 20; i += 1) await app.get(`//lender/no-${i}`)
  const loan = await aLoan(fixture.context)
  await anAgreement(fixture.context, {
    lenderId: lender.lenderId,
    loanNumber: loan.loanNumber,
    amount: 1_000_000,
  })
  expect((await lender.pay('/funding', { ...loan, amount: 1_000_000 })).status).toBe(200)
  expect((await lender.pay('/funding', { ...loan, amount: 99 })).status).toBe(400)
  const value = await scrape()
  const count = (operation: string, status: string) =>
    value('http_request_duration_seconds_count', { operation, status })
  expect(count('getTkb', '200')).toBe(3)
  expect(count('login', '200')).toBe(1)
  expect(count('fundLoan', '200')).toBe(1)
  expect(count('none', '404')).toBe(20)
  expect(count('other', '200')).toBe(20)
  expect(value('http_request_duration_seconds_sum', { operation: 'login' })).toBeGreaterThan(0.005)
  expect(value('pematang_batch_requests_total', { batcher: 'funding', end: 'answered' })).toBe(1)
  expect(value('pematang_batch_requests_total', { batcher: 'funding', end: 'refused' })).toBe(1)
  expect(value('pematang_batch_size_count', { batcher: 'funding' })).toBe(2)
  expect(value('pematang_batch_waiting', { batcher: 'sessions' })).toBe(0)
  expect(value('pematang_http_in_flight')).toBe(0)
  expect(value('pematang_http_overloaded_total')).toBe(0)
  expect(value('pematang_password_hashing', { state: 'running' })).toBe(0)
})

test('the metrics count calls of the SNAP port separately under the label server', async () => {
  const door = await createSnapApp(fixture.context)
  const before = await scrape()
  expect((await door.inject('/healthz')).statusCode).toBe(200)
  expect((await app.get('/tkb')).status).toBe(200)
  const after = await scrape()
  await door.close()
  const count = (of: typeof after, labels: Record<string, string>) =>
    of('http_request_duration_seconds_count', { status: '200', ...labels }) ?? 0
  expect(count(after, { operation: 'other', server: 'snap' })).toBe(1)
  expect(count(after, { operation: 'getTkb' })).toBe(count(before, { operation: 'getTkb' }) + 1)
  expect(count(after, { operation: 'getTkb', server: 'snap' })).toBe(0)
  expect(after('pematang_http_in_flight', { server: 'snap' })).toBe(0)
})

test('the metrics report the connection pool, the job queue and the event loop', async () => {
  const before = await scrape()
  const taken = await Promise.all([fixture.context.db.pool.connect(), fixture.context.db.pool.connect()])
  const during = await scrape()
  for (const client of taken) client.release()
  expect(during('pematang_pool_connections', { state: 'used' })).toBeGreaterThanOrEqual(2)
  expect(during('pematang_pool_connections', { state: 'max' })).toBe(16)
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    enqueue(tx, [
      { id: fixture.context.random.uuid(), kind: 'unknown', payload: {} },
      { id: fixture.context.random.uuid(), kind: 'unknown', payload: {}, delay: '1 hour' },
    ]),
  )
  const until = performance.now() + 150
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50))
  const after = await scrape()
  const jobs = (state: string) =>
    (after('pematang_jobs', { state }) ?? 0) - (before('pematang_jobs', { state }) ?? 0)
  expect([jobs('waiting'), jobs('due'), jobs('running'), jobs('dead')]).toEqual([2, 1, 0, 0])
  expect(after('pematang_jobs_oldest_due_seconds')).toBeGreaterThan(0)
  expect(after('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1)
  expect(after('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(after('pematang_metrics_failed', { part: 'jobs' })).toBe(0)
})

test('an unreachable database removes only its own metrics', async () => {
  const metrics = new Metrics()
  const db = new Database({ url: 'postgres://app@127.0.0.1:9/none', size: 1 })
  watchJobs({ db, metrics })
  metrics.set('whole', { one: gauge('One.') }, () => ({ one: [{ value: 1 }] }))
  const read = readExposition(await metrics.text())
  await db.close()
  expect(read.get('one')?.samples[0]?.value).toBe(1)
  expect(read.get('pematang_jobs')?.samples).toEqual([])
  expect(read.get('pematang_metrics_failed')?.samples).toContainEqual({
    name: 'pematang_metrics_failed',
    labels: { part: 'jobs' },
    value: 1,
  })
})

test('the metrics port serves only GET /metrics and /healthz; the app’s port has no metrics', async () => {
  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/metrics', { method: 'POST', body: 'x' })).status).toBe(404)
  expect((await ask('/')).status).toBe(404)
  expect((await app.get('//metrics')).status).toBe(404)
})

test('an occupied metrics port is logged and does not stop the process', async () => {
  const second = await open(new Metrics(), server.port ?? 0)
  expect(second.port).toBeNull()
  expect(warnings.at(-1)).toContain(String(server.port))
  await second.close()
  const off = await open(new Metrics(), 0)
  expect(off.port).toBeNull()
})

test('a sample with a label that its metric does not declare answers 500, is logged and does not stop the process', async () => {
  const metrics = new Metrics()
  metrics.set('wrong', { any: gauge('Any.') }, () => ({ any: [{ labels: { unknown: '1' }, value: 1 }] }))
  const third = await open(metrics, await freePort())
  expect((await fetch(`http://127.0.0.1:${third.port}/metrics`)).status).toBe(500)
  expect(warnings.at(-1)).toBe('the metrics cannot be written')
  expect((await fetch(`http://127.0.0.1:${third.port}/healthz`)).status).toBe(200)
  await third.close()
})

test('an idle connection to the metrics port does not delay the shutdown', async () => {
  const third = await open(new Metrics(), await freePort())
  const socket = connect(third.port ?? 0, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  await third.close()
  await expect(closed).resolves.toBeDefined()
})

test('metrics with arbitrary label texts and values survive writing and reading', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.double({ noNaN: true })), {
        selector: ([text]) => text,
      }),
      async (pairs) => {
        const metrics = new Metrics()
        const samples = pairs.map(([text, value]) => ({ labels: { text }, value }))
        metrics.set('any', { any: gauge('Any \\ thing\n.', 'text') }, () => ({ any: samples }))
        const read = readExposition(await metrics.text()).get('any')?.samples ?? []
        expect(read.map(({ labels, value }) => [labels['text'], value])).toEqual(
          pairs.map(([text, value]) => [text, value + 0]),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('a histogram metric counts each value once in the smallest bucket that holds it', async () => {
  const metrics = new Metrics()
  const observe = metrics.histogram({ name: 'any', help: 'Any.', buckets: [1, 2, 4], labels: ['kind'] })
  for (const value of [0, 1, 1.5, 2, 3, 4, 5]) observe({ kind: 'some' }, value)
  const samples = readExposition(await metrics.text()).get('any')?.samples ?? []
  const buckets = samples.filter(({ name }) => name === 'any_bucket')
  expect(buckets.map(({ labels, value }) => [labels['le'], value])).toEqual([
    ['1', 2],
    ['2', 4],
    ['4', 6],
    ['+Inf', 7],
  ])
  expect(samples.find(({ name }) => name === 'any_sum')?.value).toBe(16.5)
})

test('a metric without values has no sample, and each server of the process has its own metrics', async () => {
  const metrics = new Metrics()
  metrics.set('none', { none: gauge('None.') }, () => ({ none: [] }))
  const calls = { name: 'calls_total', help: 'Calls.' }
  const counters = [metrics, metrics.part('snap')].map((one) => one.counter(calls))
  counters[1]?.()
  const read = readExposition(await metrics.text())
  expect(read.get('none')?.samples).toEqual([])
  expect(read.get('calls_total')).toEqual({
    type: 'counter',
    help: 'Calls.',
    samples: [
      { name: 'calls_total', labels: {}, value: 0 },
      { name: 'calls_total', labels: { server: 'snap' }, value: 1 },
    ],
  })
})

test('a metric that is declared twice is refused with both declarations, and so is a part of that name', () => {
  const metrics = new Metrics()
  const heads = { waiting: gauge('What waits.') }
  const register = (part: string, these: typeof heads) =>
    metrics.set(part, these, () => ({ waiting: [{ value: 1 }] }))
  register('mine', heads)
  register('mine', heads)
  register('of another server', heads)
  expect(() => register('yours', { waiting: gauge('Who waits.') })).toThrow(
    'two metrics are called waiting: “What waits.” and “Who waits.”',
  )
  expect(() => metrics.counter({ name: 'waiting', help: 'Waits.' })).toThrow(
    'two metrics are called waiting: “What waits.” and “Waits.”',
  )
  expect(() => metrics.set('mine', { running: gauge('Runs.') }, () => ({ running: [] }))).toThrow(
    'two parts of the metrics are called mine: that of waiting and that of running',
  )
})
