import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { makeAuthenticator } from '../../../testing/authenticator.ts'
import { givePassword, goodPassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { codeOf, secondStep, setUpApp, setUpPasskey } from '../../../testing/second-factor.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { recoverFactors } from './index.ts'

const origin = 'https://pematang.example'
let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({ settings: { APP_ORIGIN: origin } })
})
afterEach(() => fixture.comeBack())
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const db = () => fixture.context.db
const refused = (code: string) => expect.objectContaining({ code })
const list = async (lender: LoggedIn) => (await lender.get('/auth/factors')).json
const prove = async (lender: LoggedIn, shown: object) =>
  expect((await lender.post('/auth/factors/check', shown)).json).toEqual({ is_validated: true })
const notices = async ({ lenderId }: LoggedIn) =>
  (
    await many<{ what: string }>(
      db(),
      'test.notices',
      `select data ->> 'what' as what from notice where lender_id = $1 and kind = 'FACTORS_CHANGED' order by since`,
      [lenderId],
    )
  ).map(({ what }) => what)

test('MFA-01 the first factor asks for the password, ends the other sessions and gives the recovery codes once', async () => {
  const lender = await logIn(fixture, fixture.app)
  const other = (await openBrowser(fixture.app).login(lender.phone, goodPassword)).json.token
  expect((await lender.post('/auth/factors/passkeys/offer')).json).toEqual(refused('PASSWORD_CHECK_REQUIRED'))
  const { recoveryCodes } = await setUpApp(db(), lender)
  expect(recoveryCodes).toHaveLength(10)
  expect((await fixture.app.get('/lender/summary', { token: other })).status).toBe(401)
  expect((await fixture.app.get('/lender/summary', { token: lender.user.token })).status).toBe(200)
  await prove(lender, { recoveryCode: recoveryCodes[0] })
  const { answer } = await setUpPasskey(lender, origin, 'Kunci kantor')
  expect(answer.json).toEqual({ recoveryCodes: null })
  expect(await list(lender)).toMatchObject({ passkeys: [{ label: 'Kunci kantor' }], recoveryCodes: 9 })
  expect(await notices(lender)).toEqual(['TOTP_ADDED', 'CODE_USED', 'PASSKEY_ADDED'])
})

test('MFA-01 removing the last factor removes the recovery codes, and the login asks for the password alone', async () => {
  const lender = await logIn(fixture, fixture.app)
  await givePassword(lender)
  const { passkey, answer } = await setUpPasskey(lender, origin)
  const [code, next] = answer.json.recoveryCodes
  const end = (id: string) => lender.post('/auth/factors/passkeys/end', { id })
  expect((await end(passkey.id)).json).toEqual(refused('FACTOR_CHECK_REQUIRED'))
  await prove(lender, { recoveryCode: code })
  expect((await end('none')).json).toEqual(refused('NOT_FOUND'))
  expect((await end(passkey.id)).status, 'a refusal left the proof').toBe(200)
  expect(await list(lender)).toEqual({ passkeys: [], totp: null, recoveryCodes: 0, recoversAt: null })
  expect((await lender.post('/auth/factors/check', { recoveryCode: next })).json).toEqual({
    is_validated: false,
  })
  expect((await openBrowser(fixture.app).login(lender.phone, goodPassword)).status).toBe(200)
  await givePassword(lender)
  expect((await lender.post('/auth/factors/totp/end')).json).toEqual(refused('NOT_FOUND'))
  await givePassword(lender)
  expect((await lender.post('/auth/factors/recovery-codes')).json).toEqual(refused('NOT_FOUND'))
})

test('MFA-01 another app takes the place of the first, whose codes stop, and so do codes of before with new recovery codes', async () => {
  const lender = await logIn(fixture, fixture.app)
  const first = await setUpApp(db(), lender)
  await prove(lender, { code: await codeOf(db(), first.secret, 1) })
  const { secret } = (await lender.post('/auth/factors/totp/offer')).json
  expect((await lender.post('/auth/factors/totp', { code: '000000' })).json).toEqual(refused('FACTOR_WRONG'))
  fixture.travel('1 minute')
  const added = await lender.post('/auth/factors/totp', { code: await codeOf(db(), secret) })
  expect(added.json).toEqual({ recoveryCodes: null })
  fixture.travel('2 minutes')
  const check = (code: string) => lender.post('/auth/factors/check', { code })
  expect((await check(await codeOf(db(), first.secret))).json).toEqual({ is_validated: false })
  await prove(lender, { code: await codeOf(db(), secret) })
  const { recoveryCodes } = (await lender.post('/auth/factors/recovery-codes')).json
  expect(recoveryCodes).toHaveLength(10)
  const browser = openBrowser(fixture.app)
  await browser.login(lender.phone, goodPassword)
  expect((await secondStep(browser, { recoveryCode: first.recoveryCodes[0] })).json).toEqual(
    refused('FACTOR_WRONG'),
  )
  expect((await secondStep(browser, { recoveryCode: recoveryCodes[0] })).status).toBe(200)
})

test('MFA-01 an offer is of one session and ten minutes, and a passkey of one person', async () => {
  const lender = await logIn(fixture, fixture.app)
  const token = (await openBrowser(fixture.app).login(lender.phone, goodPassword)).json.token
  await givePassword(lender)
  const { secret } = (await lender.post('/auth/factors/totp/offer')).json
  const code = await codeOf(db(), secret)
  expect((await fixture.app.post('/auth/factors/totp', { code }, { token })).json).toEqual(
    refused('FACTOR_OFFER_ENDED'),
  )
  fixture.travel('11 minutes')
  expect((await lender.post('/auth/factors/totp', { code: await codeOf(db(), secret) })).json).toEqual(
    refused('FACTOR_OFFER_ENDED'),
  )
  fixture.travel(undefined)
  await givePassword(lender)
  const { challenge } = (await lender.post('/auth/factors/passkeys/offer')).json
  const device = makeAuthenticator(origin)
  const made = { label: 'HP', attestation: device.create(challenge) }
  expect((await fixture.app.post('/auth/factors/passkeys', made, { token })).json, 'another session').toEqual(
    refused('PASSKEY_CHALLENGE'),
  )
  expect((await lender.post('/auth/factors/passkeys', made)).status).toBe(200)
  const stranger = await logIn(fixture, fixture.app)
  await givePassword(stranger)
  const offered = (await stranger.post('/auth/factors/passkeys/offer')).json.challenge
  expect(
    (await stranger.post('/auth/factors/passkeys', { label: 'HP', attestation: device.create(offered) }))
      .json,
  ).toEqual(refused('PASSKEY_TAKEN'))
  await givePassword(stranger)
  expect((await stranger.post('/auth/factors/passkeys/end', { id: device.id })).json).toEqual(
    refused('NOT_FOUND'),
  )
})

test('MFA-02 a lender who is logged in cancels a recovery that staff started, and none when there is none', async () => {
  const lender = await logIn(fixture, fixture.app)
  const cancel = () => lender.post('/auth/factors/recovery/cancel')
  expect((await cancel()).json).toEqual(refused('NOT_FOUND'))
  await setUpApp(db(), lender)
  await perform(fixture.context, recoverFactors, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: lender.lenderId, reason: 'identity checked' },
  })
  expect(await list(lender)).toMatchObject({ recoversAt: expect.any(String) })
  expect((await cancel()).json).toEqual({ message: 'success' })
  expect(await list(lender)).toMatchObject({ recoversAt: null, totp: expect.anything() })
  expect(await notices(lender)).toEqual(['TOTP_ADDED', 'RECOVERY_CANCELLED'])
  expect((await cancel()).json).toEqual(refused('NOT_FOUND'))
})
