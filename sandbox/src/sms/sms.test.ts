import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttp } from '../http.ts'
import { addSms } from './plugin.ts'
import type { InboxMessage } from './store.ts'

const config = { apiKey: 'key of the tests', slowMs: 300, lateMs: 150 }
let folder: string
let app: FastifyInstance
let clock: number
let sent = 0

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-sms-'))
  clock = Date.parse('2026-11-21T03:00:00Z')
  app = await open()
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<FastifyInstance> {
  const http = createHttp()
  const now = () => new Date((clock += 1_000))
  await addSms(http, { config, file: path.join(folder, 'sms', 'messages.json'), now })
  return http
}

const post = (payload: object, key = config.apiKey) =>
  app.inject({ method: 'POST', url: '/sms/v1/messages', headers: { 'x-api-key': key }, payload })
const send = async (to: string, text = 'Kode Anda 123456', reference = `r-${(sent += 1)}`) => {
  const { statusCode, headers } = await post({ to, text, reference })
  return { status: statusCode, retryAfter: headers['retry-after'] }
}
const inbox = async (to?: string): Promise<InboxMessage[]> => {
  const answer = await app.inject(`/sms/inbox.json${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
  return answer.json<{ messages: InboxMessage[] }>().messages
}
const texts = async (to?: string) => (await inbox(to)).map(({ text }) => text)

test('the SMS inbox lists messages by number in any notation, newest first', async () => {
  expect((await send('6281234567890', 'one')).status).toBe(202)
  expect((await send('081234567890', 'two')).status).toBe(202)
  expect((await send('+6281234567891', 'other')).status).toBe(202)
  for (const to of ['+6281234567890', '6281234567890', '081234567890', '81234567890', '0812-3456-7890']) {
    expect(await texts(to), to).toEqual(['two', 'one'])
  }
  expect(await texts()).toEqual(['other', 'two', 'one'])
  expect(await texts('81234567892')).toEqual([])
  expect(await texts('nobody')).toEqual([])
})

test('the SMS sandbox rejects an invalid message and a wrong API key', async () => {
  const good = { to: '6281234567890', text: 'x', reference: 'a' }
  expect((await post(good, 'another key')).statusCode).toBe(401)
  expect((await post({ ...good, more: 1 })).statusCode).toBe(400)
  expect((await post({ ...good, text: '' })).statusCode).toBe(400)
  for (const to of ['81234567890', '6221555000', '628', 'abc', '']) {
    expect((await post({ ...good, to })).statusCode, to).toBe(422)
  }
  expect((await post(good)).statusCode).toBe(202)
  expect((await post({ ...good, text: 'y' })).json()).toMatchObject({ code: 'REFERENCE_REUSED' })
  expect(await texts()).toEqual(['x'])
})

test('the SMS sandbox stores one message for twenty concurrent calls with the same reference', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('6281234567890', 'once', 'same')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await texts()).toEqual(['once'])
})

test('special phone numbers make the SMS sandbox answer 500, 422, 429 once or 503 twice', async () => {
  expect((await send('6289900000001')).status).toBe(500)
  expect((await send('6289900000008')).status).toBe(422)
  const busy = () => send('6289900000007', 'busy', 'busy-1')
  expect(await busy()).toEqual({ status: 429, retryAfter: '1' })
  expect((await busy()).status).toBe(202)
  const unsteady = async () => (await send('6289900000006', 'unsteady', 'unsteady-1')).status
  expect([await unsteady(), await unsteady(), await unsteady()]).toEqual([503, 503, 202])
  expect(await texts()).toEqual(['unsteady', 'busy'])
})

test('special phone numbers make the SMS sandbox lose, double or delay a message, or answer slowly', async () => {
  expect((await send('6289900000002', 'lost')).status).toBe(202)
  expect((await send('6289900000003', 'doubled')).status).toBe(202)
  expect(await texts()).toEqual(['doubled', 'doubled'])
  expect((await send('6289900000005', 'late')).status).toBe(202)
  expect(await texts('6289900000005')).toEqual([])
  await vi.waitFor(async () => expect(await texts('6289900000005')).toEqual(['late']), 60_000)
  const slow = send('6289900000004', 'slow')
  await vi.waitFor(async () => expect(await texts('6289900000004')).toEqual(['slow']), 60_000)
  expect((await slow).status).toBe(202)
})

test('the SMS sandbox keeps its messages after a restart', async () => {
  await send('6281234567890', 'kept', 'kept-1')
  await app.close()
  app = await open()
  expect(await texts()).toEqual(['kept'])
  expect((await send('6281234567890', 'kept', 'kept-1')).status).toBe(202)
  expect(await texts()).toEqual(['kept'])
})

test('the SMS inbox page lists one or all numbers, highlights the code and escapes messages', async () => {
  await send('6281234567890', 'Kode verifikasi Pematang Anda 482913. Jangan berikan kepada siapa pun.')
  await send('6281234567891', '<img src=x onerror=alert(1)>')
  const all = await app.inject('/sms/')
  expect(all.headers['content-security-policy']).not.toContain('unsafe')
  expect(all.body).toContain('<strong class="code">482913</strong>')
  expect(all.body).not.toContain('<img')
  expect(all.body).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]* (style|on[a-z]+)=/)
  expect(all.body.indexOf('+6281234567891')).toBeLessThan(all.body.indexOf('+6281234567890'))
  const one = await app.inject('/sms/?to=81234567890')
  expect(one.body).toContain('482913')
  expect(one.body).not.toContain('onerror')
  expect((await app.inject('/sms/?to=81299999999')).body).toContain('Belum ada pesan untuk +6281299999999.')
  expect((await app.inject('/sms/?to=%22%3E%3Cb%3E')).body).toContain('bukan nomor telepon')
  for (const [, asset = ''] of all.body.matchAll(/(?:src|href)="(\/sms\/assets\/[^"]+)"/g)) {
    expect((await app.inject(asset)).statusCode, asset).toBe(200)
  }
  expect((await app.inject('/sms/assets/..%2f..%2fplugin.ts')).statusCode).toBe(404)
})
