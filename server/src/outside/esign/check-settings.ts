import type * as z from 'zod'
import { pageOriginOf } from './privy/wire.ts'

/** Minimum lengths of the provider's settings, characters. */
const esignSettings = {
  gateway: { ESIGN_API_KEY: 8, ESIGN_CALLBACK_SECRET: 16 },
  privy: {
    PRIVY_MERCHANT_KEY: 1,
    PRIVY_USERNAME: 1,
    PRIVY_PASSWORD: 1,
    PRIVY_OWNER_ID: 1,
    PRIVY_ENTERPRISE_TOKEN: 1,
  },
} as const

type EsignSetting = {
  [P in keyof typeof esignSettings]: keyof (typeof esignSettings)[P]
}[keyof typeof esignSettings]

type EsignConfig = Record<EsignSetting, string> & {
  ESIGN_PROVIDER: keyof typeof esignSettings
  ESIGN_BASE_URL: string
  ESIGN_PUBLIC_URL?: string | undefined
}

/** Checks that the chosen provider has all its settings and that its signing page is known. */
export function checkEsign(config: EsignConfig, issue: z.RefinementCtx): void {
  const { ESIGN_PROVIDER: provider } = config
  for (const [name, least] of Object.entries(esignSettings[provider])) {
    if (config[name as EsignSetting].length >= least) continue
    const message = `has ${least} characters or more with ESIGN_PROVIDER=${provider}`
    issue.addIssue({ code: 'custom', path: [name], message })
  }
  if (provider === 'gateway' || config.ESIGN_PUBLIC_URL || pageOriginOf(config.ESIGN_BASE_URL)) return
  issue.addIssue({
    code: 'custom',
    path: ['ESIGN_PUBLIC_URL'],
    message: 'names the origin of the signing page, for it does not follow from this ESIGN_BASE_URL',
  })
}
