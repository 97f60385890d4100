import { createHash, randomBytes } from 'node:crypto'
import { requestTimestamp } from '../../documents/index.ts'
import { configuredStores } from '../../documents/store/index.ts'
import { readBanks } from '../../outside/bank/banks.ts'
import { EsignRefused, isKeyRefused } from '../../outside/esign/port.ts'
import { httpXignature } from '../../outside/xignature/http-adapter.ts'
import type { Clock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import type { Config } from '../../platform/settings/config.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { makeProviders, payersOf } from '../make-context.ts'
import { type Check, Wrong } from './check.ts'

/** The difference to the time of an authority from which on somebody has to look, milliseconds. */
const mostSkewMs = 30_000
/** The period of the statement that a bank is asked for, milliseconds. */
const statementMs = 60_000
/** A name that no document has at any provider or store. */
const nothing = 'doctor'

/** Every provider by its own protocol, as far as that goes without moving anything; each says how far. */
export function providerChecks(config: Config, clock: Clock): Check[] {
  const { esign, sms, mail, tsa } = makeProviders(config, {})
  return [
    { name: 'tanda tangan elektronik', run: () => checkEsign(() => esign.status(nothing)) },
    {
      name: 'tanda tangan hash',
      run: async () => {
        const { XIGNATURE_BASE_URL: baseUrl, XIGNATURE_API_KEY: apiKey } = config
        if (!baseUrl) return 'tidak diatur'
        await httpXignature({ baseUrl, apiKey }).check()
        return 'menerima kunci kita'
      },
    },
    {
      name: 'SMS',
      run: async () => {
        await sms.check()
        return 'menjawab; hanya pengiriman pesan yang menunjukkan apakah kuncinya diterima'
      },
    },
    {
      name: 'e-mail',
      run: async () => {
        if (mail === null) return 'tidak diatur'
        await mail.check().finally(() => mail.close())
        return 'menerima login kita'
      },
    },
    {
      name: 'stempel waktu',
      run: async () => {
        if (tsa === null) return 'tidak diatur'
        const digest = createHash('sha256').update(randomBytes(32)).digest()
        const { at, authority } = await requestTimestamp({ tsa, config, clock, random: systemRandom }, digest)
        const ahead = clock.now().getTime() - at.getTime()
        if (Math.abs(ahead) > mostSkewMs)
          throw new Wrong(`jam kita ${Math.round(ahead / 1000)} detik di depan ${authority}`)
        return `oleh ${authority}`
      },
    },
    ...bankChecks(config, clock),
    ...[...configuredStores(config)].map(([place, store]) => ({
      name: `dokumen di ${place.toLowerCase()}`,
      run: async () => {
        await store.has(`documents/${nothing}`)
        return 'dapat dibaca'
      },
    })),
  ]
}

/** Asks for documents that do not exist: only a provider that takes our key refuses because of that. */
async function checkEsign(ask: () => Promise<unknown>): Promise<string> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof EsignRefused) || isKeyRefused(error)) throw error
  }
  return 'menerima kunci kita'
}

/** Each bank that pays gives a token and a statement of our account. A file that cannot be read is one finding. */
function bankChecks(config: Config, clock: Clock): Check[] {
  try {
    const banks = readBanks(config.BANKS_FILE, isProduction(config))
    const payers = payersOf(banks, { clock, random: systemRandom, timeoutMs: config.BANK_TIMEOUT_MS })
    return banks.map(({ name, methodPayment }) => ({
      name: `bank ${name}`,
      run: async () => {
        const payer = payers.get(methodPayment)
        if (payer === undefined) return 'tidak kita hubungi'
        const now = clock.now()
        const { balance } = await payer.statement(new Date(now.getTime() - statementMs), now)
        return `memberi token dan rekening koran, ${balance === null ? 'tanpa' : 'dengan'} saldo`
      },
    }))
  } catch (error) {
    const fail = async (): Promise<string> => {
      throw error
    }
    return [{ name: 'bank', run: fail }]
  }
}
