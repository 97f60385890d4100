import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { signCall, stringToSign } from '../../outside/bank/snap/signature.ts'
import { identityOf, nextExternalId } from './testing/bank.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'

/** Two third-party SNAP clients from npm that merchants use, run against our services. */
const require = createRequire(import.meta.url)

let scenario: BankScenario
let lender: Awaited<ReturnType<typeof aDepositor>>
beforeAll(async () => {
  scenario = await aBankScenario()
  lender = await aDepositor(scenario.fixture)
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})
const pemOf = (scenario: BankScenario) => scenario.keys[1].privateKey.export({ type: 'pkcs8', format: 'pem' })

type SnapAnswer = { responseCode: string; accessToken?: string; expiresIn?: string; tokenType?: string }

describe('midtrans-client', () => {
  type Client = {
    apiPath: string
    withBody(body: object): Client
    getAccessToken(): Promise<SnapAnswer>
    createConnection(externalId: string): Promise<SnapAnswer>
    withAccessToken(token: string): Client
  }
  const { SnapBi, SnapBiConfig } = require('midtrans-client') as {
    SnapBi: {
      va(): Client
      getSymmetricSignatureHmacSh512(...parts: unknown[]): string
    }
    SnapBiConfig: Record<string, string | boolean>
  }
  const body = (more: object) => ({ ...identityOf(lender.numbers[1]), ...more })
  const paying = (id: string, amount: number) =>
    body({ paymentRequestId: id, paidAmount: { value: `${amount}.00`, currency: 'IDR' } })
  const client = (path: string, content: object) => {
    const made = SnapBi.va().withBody(content)
    made.apiPath = path
    return made
  }

  beforeAll(() => {
    const { bank, clientSecret } = scenario.keys[1]
    Object.assign(SnapBiConfig, {
      SNAP_BI_SANDBOX_BASE_URL: scenario.app.origin,
      isProduction: false,
      snapBiClientId: bank.inbound.clientKey,
      snapBiPrivateKey: pemOf(scenario),
      snapBiClientSecret: clientSecret,
      snapBiPartnerId: bank.inbound.partnerId,
      snapBiChannelId: '12345',
    })
  })

  test('API-01 the npm library midtrans-client gets a token with its own RSA signature and spelling of the grant', async () => {
    expect(await SnapBi.va().getAccessToken()).toMatchObject({
      responseCode: '2007300',
      tokenType: 'Bearer',
      expiresIn: '900',
    })
  })

  test('API-01 the npm library midtrans-client inquires and pays a virtual account with its own token and signature', async () => {
    const asked = client('/v1.0/transfer-va/inquiry', body({ inquiryRequestId: 'm-1' }))
    expect(await asked.createConnection(nextExternalId())).toMatchObject({ responseCode: '2002400' })
    const before = (await cashOf(scenario.fixture.context.db, lender.lenderId)).available
    const send = () =>
      client('/v1.0/transfer-va/payment', paying('m-1', 410_000)).createConnection(nextExternalId())
    expect(await send()).toMatchObject({ responseCode: '2002500' })
    expect(await send()).toMatchObject({ responseCode: '2002500' })
    const changed = client('/v1.0/transfer-va/payment', paying('m-1', 420_000))
    expect(await changed.createConnection(nextExternalId())).toMatchObject({ responseCode: '4042518' })
    expect((await cashOf(scenario.fixture.context.db, lender.lenderId)).available).toBe(before + 410_000)
  })

  test('the npm library midtrans-client is refused with a wrong secret or a wrong key', async () => {
    const { snapBiClientSecret, snapBiPrivateKey } = SnapBiConfig
    SnapBiConfig['snapBiClientSecret'] = 'the secret of somebody else'
    try {
      const api = client('/v1.0/transfer-va/payment', paying('m-2', 1_000))
      expect(await api.createConnection(nextExternalId())).toMatchObject({ responseCode: '4012500' })
      SnapBiConfig['snapBiPrivateKey'] = scenario.keys[2].privateKey.export({ type: 'pkcs8', format: 'pem' })

      expect(await SnapBi.va().getAccessToken()).toMatchObject({ responseCode: '4017300' })
    } finally {
      Object.assign(SnapBiConfig, { snapBiClientSecret, snapBiPrivateKey })
    }
  })

  test('the npm library midtrans-client computes the same signatures as our code', () => {
    const content = body({ note: 'spasi  dan "kutip" \\ é 🌾' })
    const theirs = SnapBi.getSymmetricSignatureHmacSh512(
      'token',
      content,
      'post',
      '/v1.0/x',
      'secret',
      'time',
    )
    const text = stringToSign({
      method: 'POST',
      path: '/v1.0/x',
      accessToken: 'token',
      body: Buffer.from(JSON.stringify(content, null, 2)),
      timestamp: 'time',
    })
    expect(signCall('secret', text)).toBe(theirs)
  })
})

describe('doku-nodejs-library', () => {
  const tokens = require('doku-nodejs-library/_services/tokenService.js') as {
    generateTimestamp(): string
    generateSignature(privateKey: string, clientKey: string, timestamp: string): string
    createTokenB2BRequestDTO(signature: string, timestamp: string, clientKey: string): object
    createTokenB2B(request: object, isProduction: boolean): Promise<SnapAnswer>
    generateSymmetricSignature(...parts: unknown[]): string
  }
  const places = require('doku-nodejs-library/_commons/config.js') as Record<string, string>
  type Payload = { toObject(): Record<string, unknown> }
  const Inquiry = require('doku-nodejs-library/_models/inquiryRequestBodyDTO.js') as new (
    ...parts: unknown[]
  ) => Payload
  const Payment = require('doku-nodejs-library/_models/paymentNotificationRequestBodyDTO.js') as new (
    ...parts: unknown[]
  ) => Payload
  const Amount = require('doku-nodejs-library/_models/totalAmount.js') as new (...parts: unknown[]) => Payload

  /** The library has its own URL for tokens: only origin and path are set here, and its request is unchanged. */
  const getToken = async (): Promise<SnapAnswer> => {
    places['CORE_SANDBOX_BASE_URL'] = scenario.app.origin
    places['ACCESS_TOKEN'] = '/v1.0/access-token/b2b'
    const { clientKey } = scenario.keys[1].bank.inbound
    const timestamp = new Date().toISOString()
    const signature = tokens.generateSignature(pemOf(scenario), clientKey, timestamp)
    return tokens.createTokenB2B(tokens.createTokenB2BRequestDTO(signature, timestamp, clientKey), false)
  }

  const send = async (path: string, payload: object): Promise<SnapAnswer> => {
    const { accessToken } = await getToken()
    const { bank, clientSecret } = scenario.keys[1]
    const timestamp = new Date().toISOString()
    const parts = ['POST', path, accessToken, payload, timestamp, clientSecret]
    const response = await fetch(scenario.app.origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'x-timestamp': timestamp,
        'x-signature': tokens.generateSymmetricSignature(...parts),
        'x-partner-id': bank.inbound.partnerId,
        'x-external-id': nextExternalId(),
        'channel-id': 'H2H',
      },
      body: JSON.stringify(payload),
    })
    return (await response.json()) as SnapAnswer
  }

  test('API-01 the npm library doku-nodejs-library gets a token with its own signature', async () => {
    expect(await getToken()).toMatchObject({ responseCode: '2007300', expiresIn: '900' })
  })

  test('API-01 inquiry and payment bodies of the npm library doku-nodejs-library are accepted, and credited once', async () => {
    const { partnerServiceId, customerNo, virtualAccountNo } = identityOf(lender.numbers[1])
    const identity = [partnerServiceId, customerNo, virtualAccountNo]
    const inquiry = new Inquiry(...identity, '6011', '2026-11-21T10:00:00+07:00', 'ID', 'd-1', {
      channel: 'VIRTUAL_ACCOUNT_BNI',
    })
    expect(await send('/v1.0/transfer-va/inquiry', inquiry.toObject())).toMatchObject({
      responseCode: '2002400',
      virtualAccountData: { ...identityOf(lender.numbers[1]), virtualAccountTrxType: 'O' },
    })
    const before = (await cashOf(scenario.fixture.context.db, lender.lenderId)).available
    const payment = (amount: number) =>
      new Payment(
        ...identity,
        'Pemberi Dana',
        'trx-1',
        'd-pay-1',
        new Amount(`${amount}.00`, 'IDR'),
      ).toObject()
    expect(payment(310_000)).toMatchObject({ paidAmount: { value: '310000.00', currency: 'IDR' } })
    const path = '/v1.0/transfer-va/payment'
    expect(await send(path, payment(310_000))).toMatchObject({ responseCode: '2002500' })
    expect(await send(path, payment(310_000))).toMatchObject({ responseCode: '2002500' })
    expect(await send(path, payment(910_000))).toMatchObject({ responseCode: '4042518' })
    expect((await cashOf(scenario.fixture.context.db, lender.lenderId)).available).toBe(before + 310_000)
  })
})
