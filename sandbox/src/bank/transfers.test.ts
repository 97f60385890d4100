import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import type { KeyObject } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttp } from '../http.ts'
import { addBank } from './plugin.ts'
import { type Change, TestPartner, writeBanks } from './testing/partner.ts'

const LATE_MS = 8_000
let folder: string
let app: FastifyInstance
let key: KeyObject
let partner: TestPartner
/** How far the bank's clock is ahead, milliseconds. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-bank-'))
  ahead = 0
  key = await writeBanks(path.join(folder, 'banks.json'))
  await open()
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<void> {
  app = createHttp()
  await addBank(app, {
    config: {
      keysFile: path.join(folder, 'banks.json'),
      pastLinesFile: null,
      appUrl: 'http://127.0.0.1:9',
      slowMs: 100,
      timeoutMs: 200,
      lateMs: LATE_MS,
      retryMs: 1_000,
    },
    file: path.join(folder, 'bank', 'journal.jsonl'),
    now,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  partner = new TestPartner(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, key, now)
}

type Line = { type: string; amount: { value: string }; detailInfo: { partnerReferenceNo?: string } }

async function linesOf(reference: string): Promise<string[]> {
  const today = now().toISOString().slice(0, 10)
  const { json } = await partner.call('/v1.0/bank-statement', {
    accountNo: '009000000001',
    fromDateTime: `${today}T00:00:00+14:00`,
    toDateTime: `${today}T23:59:59-12:00`,
  })
  return (json['detailData'] as Line[])
    .filter(({ detailInfo }) => detailInfo.partnerReferenceNo === reference)
    .map(({ type, amount }) => `${type} ${amount.value}`)
}

describe('authentication', () => {
  const good = { partnerReferenceNo: 'I-1', beneficiaryAccountNo: '1234567890' }
  const ask = (change?: Change, body: object = good) =>
    partner.call('/v1.0/account-inquiry-internal', body, change)

  test('the sandbox bank accepts a signed call regardless of white space in its body', async () => {
    expect(await ask()).toMatchObject({ code: '2001500', json: { beneficiaryAccountStatus: 'Active' } })
    expect((await ask({ sentBody: JSON.stringify(good, null, 2) })).code).toBe('2001500')
  })

  test.each<[string, Change, string]>([
    ['another secret', { secret: 'secret of bank 1' }, '4011500'],
    ['another body', { sentBody: JSON.stringify({ ...good, beneficiaryAccountNo: '99999' }) }, '4011500'],
    ['a signed path without its prefix', { path: '/v1.0/account-inquiry-internal' }, '4011500'],
    ['an unknown token', { token: 'x'.repeat(32) }, '4011501'],
    ['a timestamp six minutes old', { timestamp: new Date(Date.now() - 360_000).toISOString() }, '4011500'],
    ['another partner', { headers: { 'x-partner-id': 'other' } }, '4011500'],
    ['an X-EXTERNAL-ID that is no number', { headers: { 'x-external-id': 'a1' } }, '4001501'],
    ['no X-TIMESTAMP', { headers: { 'x-timestamp': '' } }, '4001502'],
  ])('the sandbox bank rejects a call with %s', async (_, change, code) => {
    expect((await ask(change)).code).toBe(code)
  })

  test('the sandbox bank issues a token only for the right key, valid for 15 minutes', async () => {
    expect((await partner.askToken({ clientKey: 'app-2' })).code).toBe('4017300')
    expect((await partner.askToken({ timestamp: '2026-01-01T00:00:00Z' })).code).toBe('4017300')
    expect((await partner.askToken()).json).toMatchObject({ responseCode: '2007300', expiresIn: '900' })
    expect((await ask()).code).toBe('2001500')
    ahead = 901_000
    expect((await ask()).code).toBe('4011501')
  })

  test('the sandbox bank accepts each X-EXTERNAL-ID once a day, also after a restart', async () => {
    expect((await ask({ externalId: '42' })).code).toBe('2001500')
    expect((await ask({ externalId: '42' })).code).toBe('4091500')
    await app.close()
    await open()
    expect((await ask({ externalId: '42' })).code).toBe('4091500')
    ahead = 25 * 3_600_000
    await app.close()
    await open()
    expect((await ask({ externalId: '42' })).code).toBe('2001500')
  })

  test('the account inquiry of the sandbox bank reports unknown, inactive and foreign accounts', async () => {
    const about = (account: string) => ask({}, { ...good, beneficiaryAccountNo: account })
    expect((await about('1990001')).code).toBe('4041511')
    expect((await about('1990002')).json).toMatchObject({ beneficiaryAccountStatus: 'Inactive' })
    const named = { additionalInfo: { beneficiaryAccountName: 'Ratna' } }
    expect((await ask({}, { ...good, ...named })).json).toMatchObject({ beneficiaryAccountName: 'Ratna' })
    const foreign = { ...good, ...named, beneficiaryAccountNo: '1990003' }
    expect((await ask({}, foreign)).json).not.toMatchObject({ beneficiaryAccountName: 'Ratna' })
    const outside = await partner.call('/v1.0/account-inquiry-external', {
      ...good,
      beneficiaryBankCode: '014',
    })
    expect(outside).toMatchObject({ code: '2001600', json: { beneficiaryBankCode: '014' } })
  })
})

describe('transfers', () => {
  test.each<[amount: number, code: string, atOnce: string, later: string, lines: string[]]>([
    [100_000, '2001700', '00', '00', ['DEBIT 100000.00']],
    [100_901, '4031718', '06', '06', []],
    [100_902, 'cut', '07', '07', []],
    [100_903, 'cut', '00', '00', ['DEBIT 100903.00']],
    [100_904, '5041700', '00', '00', ['DEBIT 100904.00']],
    [100_905, '5001700', '07', '07', []],
    [100_906, '2021700', '03', '00', ['DEBIT 100906.00']],
    [100_907, '2021700', '03', '06', []],
    [100_908, '4091701', '00', '00', ['DEBIT 100908.00']],
    [100_909, '2001700', '00', '04', ['DEBIT 100909.00', 'CREDIT 100909.00']],
    [100_910, '2001700', '00', '00', ['DEBIT 100910.00']],
    [100_911, 'cut', '07', '00', ['DEBIT 100911.00']],
    [100_912, '2001700', '00', '00', ['DEBIT 101912.00']],
    [100_913, '2001700', '00', '00', []],
    [100_914, '5001700', '00', '00', ['DEBIT 100914.00']],
    [100_915, '2001700', '00', '00', ['DEBIT 100915.00', 'DEBIT 100915.00']],
  ])(
    'a sandbox transfer of %i is answered %s; its status is %s at first and %s finally',
    async (amount, code, atOnce, later, lines) => {
      const reply = await partner.transfer('W-1', amount).catch(() => ({ code: 'cut' }))
      expect(reply.code).toBe(code)
      expect(await partner.status('W-1')).toBe(atOnce)
      ahead = LATE_MS
      expect(await partner.status('W-1')).toBe(later)
      expect(await linesOf('W-1')).toEqual(lines)
    },
  )

  test('the sandbox bank rejects a transfer with a used reference, with the same or other content, and pays it once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => partner.transfer('W-1', 100_000)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['2001700', ...Array(19).fill('4091701')])
    expect((await partner.transfer('W-1', 200_000)).code).toBe('4041718')
    expect((await partner.transfer('W-1', 100_000, { beneficiaryAccountNo: '99999' })).code).toBe('4041718')
    expect(await linesOf('W-1')).toEqual(['DEBIT 100000.00'])
  })

  test('the sandbox bank rejects an invalid transfer and names the invalid field', async () => {
    const faulty = async (more: object) =>
      (await partner.transfer('W-1', 100_000, more)).json['responseMessage']
    expect(await faulty({ amount: { value: '100000', currency: 'IDR' } })).toContain('value')
    expect(await faulty({ amount: { value: '100000.50', currency: 'IDR' } })).toContain('value')
    expect(await faulty({ amount: { value: '100000.00', currency: 'USD' } })).toContain('currency')
    expect(await faulty({ beneficiaryAccountNo: undefined })).toContain('beneficiaryAccountNo')
    expect(await faulty({ partnerReferenceNo: 'a b' })).toContain('partnerReferenceNo')
    expect((await partner.transfer('W-1', 100_000, { sourceAccountNo: '11111' })).code).toBe('4041711')
    expect((await partner.transfer('W-2', 100_000, { beneficiaryAccountNo: '1990002' })).code).toBe('4031718')
    expect((await partner.transfer('W-3', 2_000_000_000_000)).code).toBe('4031714')
    expect(await partner.status('W-3')).toBe('06')
  })

  test('an interbank transfer requires holder and bank code, and its status is queried under service code 18', async () => {
    const order = {
      partnerReferenceNo: 'X-1',
      amount: { value: '100000.00', currency: 'IDR' },
      beneficiaryAccountNo: '1234567890',
      beneficiaryAccountName: 'Ratna Wirasena',
      beneficiaryBankCode: '014',
      sourceAccountNo: '009000000001',
      transactionDate: now().toISOString(),
    }
    const { beneficiaryBankCode: _, ...without } = order
    expect((await partner.call('/v1.0/transfer-interbank', without)).code).toBe('4001802')
    expect(await partner.call('/v1.0/transfer-interbank', order)).toMatchObject({
      code: '2001800',
      json: { beneficiaryBankCode: '014' },
    })
    expect(await partner.status('X-1')).toBe('07')
    const asked = { originalPartnerReferenceNo: 'X-1', serviceCode: '18' }
    expect((await partner.call('/v1.0/transfer/status', asked)).json).toMatchObject({
      responseCode: '2003600',
      latestTransactionStatus: '00',
      amount: { value: '100000.00' },
    })
  })

  test('the sandbox bank still reports paid transfers after a restart, and completes pending ones', async () => {
    await partner.transfer('W-1', 100_000)
    await partner.transfer('W-2', 100_906)
    await app.close()
    await open()
    expect(await partner.status('W-1')).toBe('00')
    expect(await partner.status('W-2')).toBe('03')
    expect((await partner.transfer('W-1', 100_000)).code).toBe('4091701')
    ahead = LATE_MS
    expect(await partner.status('W-2')).toBe('00')
  })

  test('a sandbox fault applies to all transfers until it is reset, and an offline bank answers 503', async () => {
    const turn = (transfers: string | null) =>
      app.inject({ method: 'PUT', url: '/bank/switches', payload: { bank: 1, notices: null, transfers } })
    await turn('refused')
    expect((await partner.transfer('W-1', 100_000)).code).toBe('4031718')
    await turn('offline')
    expect(await partner.transfer('W-2', 100_000)).toMatchObject({ status: 503, code: 'undefined' })
    await turn(null)
    expect((await partner.transfer('W-2', 100_000)).code).toBe('2001700')
  })
})
