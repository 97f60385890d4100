import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAllJobs } from '../../../../testing/drain.ts'
import { givePassword, goodPassword, type LoggedIn } from '../../../../testing/http.ts'
import { codeOf, setUpApp } from '../../../../testing/second-factor.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../../../testing/withdrawal-scenario.ts'
import { withdrawalJobs } from '../../../cash/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { many, one } from '../../../platform/db/database.ts'
import {
  acceptanceOf,
  closeLender,
  deleteOldRequests,
  openRequests,
  reactivateLender,
  refuseBankAccount,
  storeBankAccount,
  suspendLender,
} from '../index.ts'
import { jobs } from './follow.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterEach(() => {
  scenario.fixture.travel(undefined)
  scenario.bank.offline = false
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

const actor = { kind: 'operator', name: 'test' } as const
const context = () => scenario.fixture.context
const path = '/lender/bank-account/request'
const refused = (code: string) => expect.objectContaining({ code })
const silent = { error: () => {}, warn: () => {} }

let numbers = 0
const wanted = (accountName: string) => ({
  ...{ bankCode: '008', accountName },
  accountNumber: `88${String((numbers += 1)).padStart(8, '0')}`,
})

async function aLender() {
  const lender = await scenario.lender()
  const name = String(lender.body(1)['accountName'])
  const { lenderId } = lender
  return {
    ...lender,
    name,
    wanted: wanted(name),
    accept: async () =>
      perform(context(), storeBankAccount, { actor, input: await acceptanceOf(context().db, lenderId) }),
    refuse: (reason: string) => perform(context(), refuseBankAccount, { actor, input: { lenderId, reason } }),
  }
}

async function ask(lender: LoggedIn, account: object) {
  await givePassword(lender)
  return lender.post(path, account)
}
const newest = async (lender: LoggedIn) => (await lender.get(path)).json.request

async function after(time: string | undefined): Promise<void> {
  scenario.fixture.travel(time)
  await runAllJobs(context(), { ...withdrawalJobs(context()), ...jobs(context()) }, silent)
}
const notices = async ({ lenderId }: LoggedIn) =>
  (
    await many<{ what: string }>(
      context().db,
      'test.notices',
      `select coalesce(data ->> 'request', kind) as what from notice
        where lender_id = $1 and kind like 'BANK_ACCOUNT%' order by since, id`,
      [lenderId],
    )
  ).map(({ what }) => what)
/** The newest request, also where the session has ended. */
const stateOf = async ({ lenderId }: LoggedIn) =>
  (
    await one<{ state: string }>(
      context().db,
      'test.state',
      'select state from bank_account_request where lender_id = $1 order by at desc limit 1',
      [lenderId],
    )
  ).state
const registered = ({ lenderId }: LoggedIn) =>
  one<{ number: string; bank: string; versions: number }>(
    context().db,
    'test.registered',
    `select account_number as number, bank_name as bank,
            (select count(*) from lender_bank_account_version v where v.lender_id = b.lender_id) as versions
       from lender_bank_account b where lender_id = $1`,
    [lenderId],
  )

test('MFA-03 a lender asks with their password, the bank names the holder, staff accept, and a day later cash goes there; a withdrawal of before goes where it was asked to', async () => {
  const lender = await aLender()
  expect((await lender.post(path, lender.wanted)).json).toEqual(refused('PASSWORD_CHECK_REQUIRED'))
  const before = await lender.withdraw(100_000)
  const asked = await ask(lender, lender.wanted)
  expect(asked.json.request).toMatchObject({
    ...{ state: 'ASKED', bankName: 'Bank Mandiri', bankSays: null, endedAt: null, reason: null },
    lastDigits: lender.wanted.accountNumber.slice(-4),
  })
  await after(undefined)
  expect((await newest(lender)).bankSays).toBe('SAME_NAME')
  await lender.accept()
  expect(await newest(lender)).toMatchObject({ state: 'ACCEPTED', endedAt: expect.any(String) })
  expect(await registered(lender)).toEqual({
    ...{ number: lender.wanted.accountNumber, bank: 'Bank Mandiri', versions: 2 },
  })
  const body = lender.body(100_000, lender.wanted)
  expect((await lender.pay('/withdrawals', body)).json).toEqual(refused('WITHDRAWAL_WAITS'))
  await after('25 hours')
  const login = { phoneNumber: lender.phone, password: goodPassword, type: 'lender' }
  const { token } = (await scenario.app.post('/auth/login', login)).json
  const headers = { 'idempotency-key': 'after-the-wait' }
  const { status, json } = await scenario.app.post('/withdrawals', body, { token, headers })
  expect(status).toBe(200)
  await after('25 hours')
  const accounts = ({ id }: { id: string }) => scenario.bank.transfers.get(id.replaceAll('-', ''))?.account
  expect(accounts(before)).toBe(lender.body(1)['accountNumber'])
  expect(accounts(json)).toBe(lender.wanted.accountNumber)
  expect(await notices(lender)).toEqual(['BANK_ACCOUNT_CHANGED', 'ASKED', 'BANK_ACCOUNT_CHANGED'])
})

test('MFA-03 a lender with a second factor shows it, and their password does not do', async () => {
  const lender = await aLender()
  const { secret } = await setUpApp(context().db, lender)
  expect((await ask(lender, lender.wanted)).json).toEqual(refused('FACTOR_CHECK_REQUIRED'))
  await lender.post('/auth/factors/check', { code: await codeOf(context().db, secret, 1) })
  expect((await lender.post(path, lender.wanted)).status).toBe(200)
})

test('MFA-03 the bank says of another holder, an inactive and an unknown account; the lender is not told whose it is', async () => {
  const answers = []
  for (const known of [{ name: 'ORANG LAIN' }, { status: 'Closed' }, { unknown: true as const }]) {
    const lender = await aLender()
    scenario.bank.accounts.set(lender.wanted.accountNumber, known)
    await ask(lender, lender.wanted)
    await after(undefined)
    const request = await newest(lender)
    expect(JSON.stringify(request)).not.toContain('ORANG LAIN')
    answers.push(request.bankSays)
  }
  expect(answers).toEqual(['OTHER_NAME', 'INACTIVE', 'UNKNOWN'])
})

test('MFA-03 a bank that does not answer is asked again, and staff decide meanwhile or not', async () => {
  const [lender, other] = [await aLender(), await aLender()]
  scenario.bank.offline = true
  await ask(lender, lender.wanted)
  await ask(other, other.wanted)
  await after(undefined)
  expect((await newest(lender)).bankSays).toBe('UNAVAILABLE')
  await other.accept()
  scenario.bank.offline = false
  await after('6 minutes')
  expect((await newest(lender)).bankSays).toBe('SAME_NAME')
  expect(await newest(other)).toMatchObject({ state: 'ACCEPTED', bankSays: 'UNAVAILABLE' })
})

test('MFA-03 one request waits at a time; it is refused with a reason, withdrawn by its lender only, and made anew', async () => {
  const [lender, other] = [await aLender(), await aLender()]
  const { id } = (await ask(lender, lender.wanted)).json.request
  expect((await ask(lender, wanted(lender.name))).json).toEqual(refused('BANK_ACCOUNT_ASKED'))
  expect((await other.post(`${path}/withdraw`, { id })).json).toEqual(refused('NOT_FOUND'))
  await lender.refuse('nama pemilik berbeda')
  expect(await newest(lender)).toMatchObject({ state: 'REFUSED', reason: 'nama pemilik berbeda' })
  expect((await lender.post(`${path}/withdraw`, { id })).json).toEqual(refused('NOT_FOUND'))
  await expect(lender.refuse('lagi')).rejects.toThrow('Tidak ada permintaan')
  const { id: next } = (await ask(lender, lender.wanted)).json.request
  expect((await lender.post(`${path}/withdraw`, { id: next })).json.request.state).toBe('WITHDRAWN')
  await expect(lender.accept()).rejects.toThrow('Tidak ada permintaan')
  expect((await registered(lender)).versions).toBe(1)
})

test('MFA-03 the account of today and accounts that are none are refused, and a sixth request in a day', async () => {
  const lender = await aLender()
  const { accountNumber, accountName, bankCode } = lender.body(1)
  const same = { accountNumber, bankCode, accountName: String(accountName).toUpperCase() }
  expect((await ask(lender, same)).json).toEqual(refused('BANK_ACCOUNT_SAME'))
  for (const wrong of [
    { bankCode: '999' },
    { accountNumber: '12' },
    { accountNumber: '12345x7890' },
    { accountName: ' ' },
    { more: 1 },
  ])
    expect((await ask(lender, { ...lender.wanted, ...wrong })).json, JSON.stringify(wrong)).toEqual(
      refused('INPUT_INVALID'),
    )
  for (let asked = 0; asked < 5; asked += 1) {
    const { id } = (await ask(lender, lender.wanted)).json.request
    await lender.post(`${path}/withdraw`, { id })
  }
  expect((await ask(lender, lender.wanted)).json).toEqual(refused('TOO_MANY_REQUESTS'))
})

test('MFA-03 asked twice and decided twice at once: one of each', async () => {
  const lender = await aLender()
  await givePassword(lender)
  const asked = await Promise.all([lender.post(path, lender.wanted), lender.post(path, lender.wanted)])
  expect(asked.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
  const decided = await Promise.allSettled([lender.accept(), lender.refuse('ganda')])
  expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { state } = await newest(lender)
  expect(state).toBe(decided[0]?.status === 'fulfilled' ? 'ACCEPTED' : 'REFUSED')
  expect((await registered(lender)).versions).toBe(state === 'ACCEPTED' ? 2 : 1)
})

test('MFA-03 a proposal of staff does not accept a request that its lender withdrew, or another one', async () => {
  const lender = await aLender()
  const { id } = (await ask(lender, lender.wanted)).json.request
  const input = await acceptanceOf(context().db, lender.lenderId)
  await lender.post(`${path}/withdraw`, { id })
  const decide = () => perform(context(), storeBankAccount, { actor, input })
  await expect(decide()).rejects.toThrow('tidak lagi menunggu')
  await ask(lender, wanted(lender.name))
  await expect(decide()).rejects.toThrow('tidak lagi menunggu')
  await expect(
    perform(context(), storeBankAccount, { actor, input: { ...input, request: undefined } }),
    'staff may store it of themselves',
  ).resolves.toEqual({ kept: true })
  expect((await newest(lender)).state).toBe('ASKED')
})

test('MFA-03 staff who store the very account that a lender asks for accept the request', async () => {
  const lender = await aLender()
  await ask(lender, lender.wanted)
  const { request: _, ...account } = await acceptanceOf(context().db, lender.lenderId)
  await perform(context(), storeBankAccount, { actor, input: account })
  expect((await newest(lender)).state).toBe('ACCEPTED')
})

test('MFA-03 a stopped or closed account stops the request for good', async () => {
  const lender = await aLender()
  const { lenderId } = lender
  await ask(lender, lender.wanted)
  const input = await acceptanceOf(context().db, lenderId)
  await perform(context(), suspendLender, { actor, input: { lenderId, reason: 'test' } })
  await expect(perform(context(), storeBankAccount, { actor, input })).rejects.toThrow('tidak lagi menunggu')
  await perform(context(), reactivateLender, { actor, input: { lenderId, reason: 'test' } })
  await expect(lender.accept()).rejects.toThrow('Tidak ada permintaan')
  const closing = await aLender()
  await ask(closing, closing.wanted)
  expect(await closing.cash()).toBeGreaterThan(0)
  await expect(
    perform(context(), closeLender, { actor, input: { lenderId: closing.lenderId, reason: 'test' } }),
  ).rejects.toThrow('tidak dapat ditutup')
  expect((await newest(closing)).state).toBe('ASKED')
  expect(await stateOf(lender)).toBe('STOPPED')
})

test('MFA-03 a request that nobody decides ends after fourteen days and is told; the lender asks again', async () => {
  const lender = await aLender()
  await ask(lender, lender.wanted)
  await after('13 days 23 hours')
  expect(await stateOf(lender)).toBe('ASKED')
  await after('14 days 1 hour')
  scenario.fixture.travel(undefined)
  expect(await stateOf(lender)).toBe('EXPIRED')
  expect(await notices(lender)).toEqual(['BANK_ACCOUNT_CHANGED', 'ASKED', 'EXPIRED'])
  await expect(lender.accept()).rejects.toThrow('Tidak ada permintaan')
  expect((await ask(lender, lender.wanted)).status).toBe(200)
})

test('MFA-03 a request whose fourteen days are over is not accepted, although no job has ended it yet', async () => {
  const lender = await aLender()
  await ask(lender, lender.wanted)
  const input = await acceptanceOf(context().db, lender.lenderId)
  scenario.fixture.travel('14 days 1 second')
  await expect(perform(context(), storeBankAccount, { actor, input })).rejects.toThrow('tidak lagi menunggu')
  await expect(lender.accept()).rejects.toThrow('Tidak ada permintaan')
  await expect(lender.refuse('test')).rejects.toThrow('Tidak ada permintaan')
  expect(await openRequests(context().db)).toEqual([])
  expect(await stateOf(lender)).toBe('ASKED')
  await after('14 days 1 hour')
  expect(await stateOf(lender)).toBe('EXPIRED')
})

test('MFA-03 an ended request for another bank account is deleted after a year, a waiting one is kept, and the bank account that was accepted stays', async () => {
  const [accepted, waiting] = [await aLender(), await aLender()]
  for (const lender of [accepted, waiting]) await ask(lender, lender.wanted)
  await accepted.accept()
  scenario.fixture.travel('364 days')
  await deleteOldRequests(context().db)
  expect(await stateOf(accepted)).toBe('ACCEPTED')
  scenario.fixture.travel('366 days')
  await deleteOldRequests(context().db)
  await expect(stateOf(accepted)).rejects.toThrow()
  expect(await stateOf(waiting)).toBe('ASKED')
  expect((await registered(accepted)).number).toBe(accepted.wanted.accountNumber)
})
