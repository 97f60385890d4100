import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts'
import { snapBank } from './http-adapter.ts'
import type { PayingBank } from './port.ts'
import { type BankUnderTest, payingBankConformance } from './testing/conformance.ts'

/** Account numbers that trigger the faults of the sandbox's bank; its README lists them. */
const accounts = {
  good: '7700000001',
  unknown: '7700990001',
  inactive: '7700990002',
  'of others': '7700990003',
}
const amounts = {
  none: 100_000,
  refused: 100_901,
  lost: 100_902,
  'paid, answer lost': 100_903,
  'timed out, paid': 100_904,
  failed: 100_905,
  'failed, but paid': 100_914,
  'pending, then paid': 100_906,
  'pending, then failed': 100_907,
  doubled: 100_908,
  late: 100_911,
}

let folder: string
let sandbox: SandboxProcess
let bank: PayingBank
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pematang-bank-'))
  const keysFile = join(folder, 'banks.json')
  const [ours, theirs] = [makeKeys(), makeKeys()]
  const partner = { channelId: '95051', clientSecret: 'secret of the app 1', partnerId: 'app' }
  const named = {
    methodPayment: 1,
    name: 'BNI',
    bankCode: '009',
    serviceId: '98800',
    accountNo: '009000000001',
  }
  const inbound = {
    clientKey: 'bank-1',
    partnerId: 'bank',
    channelId: '6010',
    clientSecret: 'secret of bank 1',
  }
  const outbound = { ...partner, clientKey: 'app-1' }
  const keys = {
    banks: [
      {
        ...named,
        inbound: { ...inbound, privateKey: theirs.privateKey },
        outbound: { ...outbound, publicKey: ours.publicKey },
      },
    ],
  }
  await writeFile(keysFile, JSON.stringify(keys))
  sandbox = await startSandbox({
    SANDBOX_BANKS_FILE: keysFile,
    SANDBOX_BANK_SLOW_MS: '100',
    SANDBOX_BANK_TIMEOUT_MS: '4000',
    SANDBOX_BANK_LATE_MS: '3000',
  })
  bank = snapBank(
    {
      ...outbound,
      baseUrl: `${sandbox.baseUrl}/bank/1`,
      privateKey: ours.key,
      sourceAccountNo: named.accountNo,
      bankCode: '009',
      fees: { internal: 0, external: 2_500 },
    },
    { clock: systemClock, random: systemRandom, timeoutMs: 2_000 },
  )
})
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    key: privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

describe('the sandbox bank', () => {
  payingBankConformance(
    (): BankUnderTest => ({
      bank: () => bank,
      account: (kind) => accounts[kind],
      amount: (trouble) => amounts[trouble],
      bankCode: (way) => (way === 'IM' ? '009' : '014'),
    }),
  )

  test('WDR-05 the sandbox bank reports a transfer that was paid and then returned as failed', async () => {
    const order = {
      reference: systemRandom.uuid().replaceAll('-', ''),
      amount: 100_909,
      at: new Date(),
      accountNumber: accounts.good,
      accountName: 'Sri Lestari',
      bankCode: '014',
      transferType: 'INTERBANK',
    } as const
    expect(await bank.transfer(order)).toMatchObject({ end: 'paid' })
    await expect.poll(() => bank.status(order)).toEqual({ end: 'failed', code: 'STATUS_04' })
  })
})
