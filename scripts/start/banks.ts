import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../../server/database/index.ts'
import { writePrivately } from './secrets.ts'

/** The paths of the two key files of the sandbox's banks: the app's side and the banks' side. */
export interface BankFiles {
  app: string
  sandbox: string
}

/** The banks of the sandbox; the second one has an invented name. */
const BANKS = [
  {
    methodPayment: 1,
    name: 'BNI',
    bankCode: '009',
    serviceId: '98800',
    fees: { internal: 0, external: 2_500 },
  },
  {
    methodPayment: 2,
    name: 'Bank Contoh',
    bankCode: '999',
    serviceId: '77700',
    fees: { internal: 0, external: 2_500 },
  },
] as const

interface AppFile {
  /** The app's side of the banks' keys. Without `outbound`, which an operator may remove, a bank only calls the app. */
  banks: { methodPayment: number; outbound?: { baseUrl: string } }[]
}

/**
 * The files of the sandbox's banks in a data folder, readable by the owner only. The keys are generated once, at the
 * first start; the URL of the sandbox is updated at each start, for every bank that still has `outbound`.
 * @throws when a file exists and is not one of ours
 */
export function keepBanks(dataDir: string, sandboxPort: number): BankFiles {
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const files = { app: path.join(dataDir, 'banks.json'), sandbox: path.join(dataDir, 'sandbox-banks.json') }
  const known = readIfAny(files.app)
  if (known === null || readIfAny(files.sandbox) === null) {
    const made = BANKS.map((bank) => makeBank(bank, sandboxUrl))
    // The app's file is written last: if it exists, both files exist.
    writePrivately(files.sandbox, { banks: made.map(({ sandbox }) => sandbox) })
    writePrivately(files.app, { banks: made.map(({ app }) => app) })
    return files
  }
  const moved = {
    ...known,
    banks: known.banks.map((bank) => {
      if (!bank.outbound) return bank
      return { ...bank, outbound: { ...bank.outbound, baseUrl: `${sandboxUrl}/bank/${bank.methodPayment}` } }
    }),
  }
  if (JSON.stringify(moved) !== JSON.stringify(known)) writePrivately(files.app, moved)
  return files
}

/** Both sides of the credentials that the app and a bank share. */
function makeBank(bank: (typeof BANKS)[number], sandboxUrl: string): { app: object; sandbox: object } {
  const { methodPayment, name, bankCode, serviceId, fees } = bank
  const theirs = makeKeys()
  const ours = makeKeys()
  const accountNo = `${bankCode}${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  const inbound = {
    clientKey: `bank-${methodPayment}-${randomBytes(6).toString('hex')}`,
    partnerId: `bank-${methodPayment}`,
    clientSecret: randomBytes(32).toString('base64url'),
  }
  const outbound = {
    clientKey: `pematang-${randomBytes(6).toString('hex')}`,
    partnerId: `pematang-${methodPayment}`,
    channelId: '95051',
    clientSecret: randomBytes(32).toString('base64url'),
  }
  const { clientSecret, ...named } = inbound
  return {
    app: {
      methodPayment,
      name,
      inbound: {
        ...named,
        publicKeys: [theirs.publicKey],
        clientSecrets: [clientSecret],
        serviceIds: [serviceId],
      },
      outbound: {
        baseUrl: `${sandboxUrl}/bank/${methodPayment}`,
        ...outbound,
        privateKey: ours.privateKey,
        sourceAccountNo: accountNo,
        bankCode,
        disbursements: true,
        fees,
      },
    },
    sandbox: {
      methodPayment,
      name,
      bankCode,
      serviceId,
      accountNo,
      inbound: { ...inbound, channelId: '6010', privateKey: theirs.privateKey },
      outbound: { ...outbound, publicKey: ours.publicKey },
    },
  }
}

const makeKeys = (): { publicKey: string; privateKey: string } =>
  generateKeyPairSync('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

function readIfAny(file: string): AppFile | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    return JSON.parse(text) as AppFile
  } catch {
    throw new Error(`${file} cannot be read as JSON; put back the right one, or move it away to get new keys`)
  }
}
