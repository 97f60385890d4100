import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { perform } from '../../platform/commands/perform.ts'
import { secondPairOperations, setApprovalRules } from '../../staff/testing.ts'
import { loadActions } from './load-actions.ts'

let fixture: Fixture
let app: TestApp
let [maya, budi] = [{} as LoggedInStaff, {} as LoggedInStaff]
let [lenderId, phone] = ['', '']
const reason = 'surat nomor 7'

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  const lender = await aLender(fixture.context)
  lenderId = String(lender.lenderId)
  phone = lender.phone
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'DECIDE')
  const rules = secondPairOperations.map((operation) => ({
    ...{ operation, deciders: 1, largeFrom: null, largeDeciders: null, hours: 24 },
  }))
  const input = { rules, reason: 'test' }
  await perform(fixture.context, setApprovalRules, { actor: { kind: 'operator', name: 'test' }, input })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

describe('CON-08 an action of the console', () => {
  test('declares a second pair if its command does, and says so while a rule asks for it', async () => {
    const { json } = await maya.get('/actions')
    const asking = json.actions.filter((one: { needsSecondPair: boolean }) => one.needsSecondPair)
    const { byName } = await loadActions()
    for (const { name } of json.actions) {
      const operation = byName.get(name)?.operation ?? ''
      expect([name, asking.some((one: { name: string }) => one.name === name)]).toEqual([
        name,
        secondPairOperations.includes(operation),
      ])
    }
    expect(asking.length).toBeGreaterThan(30)
  })

  test('finds a lender by their telephone number as by their id, however it is written', async () => {
    const preview = (id: string) =>
      maya.post('/actions/preview', { name: 'endSessions', input: { lenderId: id, reason } })
    const byId = await preview(lenderId)
    expect(byId.status).toBe(200)
    for (const written of [phone, `0${phone}`, `+62 ${phone}`])
      expect((await preview(written)).json, 'and says who that is').toEqual({
        ...byId.json,
        lines: [
          { label: 'Pemberi Dana', before: null, after: `Pemberi Dana ${phone.slice(-4)}` },
          ...byId.json.lines,
        ],
      })
    expect((await preview('81200000001')).json.code).toBe('ACTION_REFUSED')
  })

  test('is refused with the field that is wrong, an unknown field, an unknown action, and by its command in words', async () => {
    const preview = (name: string, input: object) => maya.post('/actions/preview', { name, input })
    expect((await preview('changeContact', { lenderId, phone: '12', reason })).json).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('Nomor telepon baru'),
    })
    expect((await preview('changeContact', { lenderId })).json.message).toContain('Alasan')
    expect((await preview('suspendLender', { lenderId: '1', reason, other: 'x' })).status).toBe(400)
    expect((await preview('dropDatabase', {})).status).toBe(404)
    expect((await preview('endSessions', { lenderId: '1', reason })).json).toMatchObject({
      code: 'ACTION_REFUSED',
      message: 'Tidak ada Pemberi Dana 1.',
    })
    // Free cash stands there as it was; it is not taken away.
    const topUp = { lenderId, amount: '5000', bank: 'BNI', paymentRequestId: 'P-1', reason }
    expect((await preview('creditTopUp', topUp)).json.lines).toEqual([
      { label: 'Saldo kas sebelumnya', before: null, after: expect.stringMatching(/^Rp[\d.]+$/) },
      { label: 'Pembayaran', before: null, after: 'Rp5.000 dikreditkan' },
    ])
    const interest = { status: 'TREATY', ratePpm: '0,1', lenderId }
    expect((await preview('storeTaxStatus', interest)).json.lines).toContainEqual(
      expect.objectContaining({ label: 'Tarif', after: '10%' }),
    )
    const writeOff = { loanNumber: 'TIDAK-ADA', writtenOffOn: '2026-01-31', reason }
    expect((await preview('writeOffLoan', writeOff)).json.code).toBe('LOAN_NOT_FOUND')
  })

  test('is not for who may only look or decide', async () => {
    const input = { lenderId, reason }
    const headers = { 'idempotency-key': 'of-the-decider' }
    const tried = [
      await budi.post('/actions/preview', { name: 'suspendLender', input }),
      await budi.post('/actions/propose', { name: 'suspendLender', input }, { headers }),
    ]
    for (const { json } of tried) expect(json.code).toBe('STAFF_RIGHT_MISSING')
  })
})
