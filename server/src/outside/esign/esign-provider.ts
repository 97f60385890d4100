import type { Config } from '../../platform/settings/config.ts'
import { httpEsign } from './http-adapter.ts'
import type { EsignProvider } from './port.ts'
import { privyEsign } from './privy/http-adapter.ts'
import { pageOriginOf } from './privy/wire.ts'

export function createEsignProvider(config: Config): EsignProvider {
  const { ESIGN_BASE_URL: baseUrl } = config
  if (config.ESIGN_PROVIDER === 'gateway') return httpEsign({ baseUrl, apiKey: config.ESIGN_API_KEY })
  return privyEsign({
    baseUrl,
    pageOrigin: esignPageOrigin(config),
    merchantKey: config.PRIVY_MERCHANT_KEY,
    username: config.PRIVY_USERNAME,
    password: config.PRIVY_PASSWORD,
    owner: { privyId: config.PRIVY_OWNER_ID, enterpriseToken: config.PRIVY_ENTERPRISE_TOKEN },
    fileHosts: config.PRIVY_FILE_HOSTS,
    timeoutMs: config.PRIVY_TIMEOUT_MS,
  })
}

/**
 * The origin of the signing page that the browser embeds: the configured one, or else the one that belongs to the API.
 */
export function esignPageOrigin(config: Config): string {
  const { ESIGN_PROVIDER, ESIGN_BASE_URL: baseUrl, ESIGN_PUBLIC_URL: set } = config
  const known = ESIGN_PROVIDER === 'privy' ? pageOriginOf(baseUrl) : null
  return new URL(set ?? known ?? baseUrl).origin
}
