import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { banksWithShortKeys, readBanks } from './banks.ts'

const folder = mkdtempSync(join(tmpdir(), 'banks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pairs = new Map(
  [1024, 2048, 3072].map((bits) => [bits, generateKeyPairSync('rsa', { modulusLength: bits })]),
)

function read(theirs: number, ours: number) {
  const secret = 'a secret of more than sixteen characters'
  const bank = {
    methodPayment: 1,
    name: 'BNI',
    inbound: {
      clientKey: 'bni',
      partnerId: 'bni',
      publicKeys: [pairs.get(theirs)?.publicKey.export({ type: 'spki', format: 'pem' })],
      clientSecrets: [secret],
      serviceIds: ['988'],
    },
    outbound: {
      baseUrl: 'https://bank.example',
      clientKey: 'us',
      partnerId: 'us',
      channelId: '95051',
      clientSecret: secret,
      privateKey: pairs.get(ours)?.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      sourceAccountNo: '1234567890',
    },
  }
  const file = join(folder, 'banks.json')
  writeFileSync(file, JSON.stringify({ banks: [bank] }))
  return readBanks(file, true)
}

test('SEC-14 in production our key for a bank has 3072 bits or more, and a bank’s key of 2048 bits is taken and named', () => {
  expect(banksWithShortKeys(read(3072, 3072))).toEqual([])
  expect(banksWithShortKeys(read(2048, 3072))).toEqual(['BNI'])
  expect(() => read(3072, 2048)).toThrow('has a privateKey for BNI of less than 3072 bits')
  expect(() => read(1024, 3072)).toThrow('inbound.publicKeys.0: is no RSA key of 2048 bits or more')
})
