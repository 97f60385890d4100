import { type Environment, withSecrets } from './secrets.ts'

export type { Environment } from './secrets.ts'

/**
 * The settings that are not blank, with the secrets that are in files. A blank one is a missing one: read as a number it
 * would be 0, and as a host every address of the machine.
 * @throws if the file of a secret cannot be read
 */
export const givenSettings = (environment: Environment): Environment =>
  withSecrets(Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())))

/** The additional rule for a setting with NODE_ENV=production. */
export type ProductionRule = {
  setting: string
  /** Whether the start fails without it; `when` and `words` describe a condition on other settings. */
  required?: true | { when: (environment: Environment) => boolean; words: string }
  /** Whether the URL must use TLS. */
  https?: true
  /** The minimum length of a secret, in characters. */
  least?: number
  /** The consequence that is logged if it is missing; the process starts all the same. */
  advised?: string
  /** The default in production, if it differs. */
  otherwise?: string
}

const hasXignature = {
  when: ({ XIGNATURE_BASE_URL }: Environment) => XIGNATURE_BASE_URL?.trim() !== noProvider,
  words: 'unless XIGNATURE_BASE_URL is none',
}

const isPrivy = ({ ESIGN_PROVIDER }: Environment) => ESIGN_PROVIDER?.trim() === 'privy'
const withPrivy = { when: isPrivy, words: 'where ESIGN_PROVIDER is privy' }
const withGateway = {
  when: (environment: Environment) => !isPrivy(environment),
  words: 'where ESIGN_PROVIDER is gateway',
}

const smsUsesKey = {
  when: ({ SMS_URL, SMS_HEADERS, SMS_BODY }: Environment) =>
    SMS_HEADERS === undefined || [SMS_URL, SMS_HEADERS, SMS_BODY].some((text) => text?.includes('{key}')),
  words: 'where a template has {key}',
}

const withMail = {
  when: ({ SMTP_URL }: Environment) => SMTP_URL?.trim() !== noProvider,
  words: 'unless SMTP_URL is none',
}

const withConsole = {
  when: ({ CONSOLE_PORT }: Environment) => !!CONSOLE_PORT && Number(CONSOLE_PORT) !== 0,
  words: 'where CONSOLE_PORT is set',
}

const hasTimestamps = {
  when: ({ TIMESTAMP_URL }: Environment) => !!TIMESTAMP_URL?.trim(),
  words: 'where TIMESTAMP_URL is set',
}

const keptIn = (place: string) => ({
  when: ({ DOCUMENT_STORE }: Environment) => DOCUMENT_STORE?.trim() === place,
  words: `where DOCUMENT_STORE is ${place}`,
})
const inFolder = keptIn('folder')
const inS3 = keptIn('s3')

/** The value by which the operator states that the platform has no such provider. */
export const noProvider = 'none'

/** Settings whose rules differ in production. All others have their defaults there too. */
export const productionRules: readonly ProductionRule[] = [
  { setting: 'DATABASE_URL', required: true },
  { setting: 'APP_ORIGIN', required: true, https: true },
  { setting: 'CONSOLE_ORIGIN', required: withConsole, https: true },
  { setting: 'CALLBACK_ORIGIN', https: true },
  { setting: 'API_BASE', https: true },
  { setting: 'ESIGN_PROVIDER', required: true },
  { setting: 'ESIGN_BASE_URL', required: true, https: true },
  { setting: 'ESIGN_PUBLIC_URL', https: true },
  { setting: 'ESIGN_API_KEY', required: withGateway, least: 16 },
  { setting: 'ESIGN_CALLBACK_SECRET', required: withGateway, least: 32 },
  { setting: 'PRIVY_MERCHANT_KEY', required: withPrivy, least: 8 },
  { setting: 'PRIVY_USERNAME', required: withPrivy },
  { setting: 'PRIVY_PASSWORD', required: withPrivy, least: 8 },
  { setting: 'PRIVY_OWNER_ID', required: withPrivy },
  { setting: 'PRIVY_ENTERPRISE_TOKEN', required: withPrivy, least: 8 },
  { setting: 'ESIGN_TRUST_FILE', required: true },
  { setting: 'XIGNATURE_BASE_URL', required: true, https: true },
  { setting: 'XIGNATURE_API_KEY', required: hasXignature, least: 16 },
  { setting: 'SMS_URL', required: true, https: true },
  { setting: 'SMS_API_KEY', required: smsUsesKey, least: 16 },
  { setting: 'SMTP_URL', required: true },
  { setting: 'MAIL_FROM', required: withMail },
  { setting: 'BANKS_FILE', required: true },
  { setting: 'DISBURSEMENT_BY', otherwise: 'line' },
  { setting: 'BORROWER_CONSENT', otherwise: 'required' },
  { setting: 'PLATFORM_CERTIFICATE_FILE', required: true },
  { setting: 'PLATFORM_KEY_FILE', required: true },
  { setting: 'AUDIT_KEY_FILE', required: true },
  { setting: 'AUDIT_ANCHOR_URL', https: true },
  {
    setting: 'DATA_KEY_FILE',
    advised: 'phones, e-mails and account numbers are not encrypted in the database',
  },
  { setting: 'DOCUMENT_FOLDER', required: inFolder },
  { setting: 'DOCUMENT_S3_ENDPOINT', required: inS3, https: true },
  { setting: 'DOCUMENT_S3_REGION', required: inS3 },
  { setting: 'DOCUMENT_S3_BUCKET', required: inS3 },
  { setting: 'DOCUMENT_S3_CREDENTIALS_FILE', required: inS3 },
  { setting: 'TIMESTAMP_TRUST_FILE', required: hasTimestamps },
  {
    setting: 'TIMESTAMP_URL',
    advised: 'signed agreements carry no time stamp',
  },
  {
    setting: 'TRUSTED_PROXIES',
    advised:
      'no proxy is trusted to name the address of a client, so all who come through one share its limits',
  },
  {
    setting: 'OPERATOR_NAME',
    advised: 'the agreements name the operator of the platform as Pematang',
  },
  {
    setting: 'OPERATOR_ADDRESS',
    advised: 'the agreements name no address of the operator of the platform',
  },
  {
    setting: 'OPERATOR_LICENCE_LINE',
    advised: 'no screen says that the operator is licensed and supervised',
  },
  {
    setting: 'OPERATOR_TAX_NUMBER',
    advised: 'statements of tax do not name the tax number of who withheld it',
  },
  { setting: 'HELP_EMAIL', advised: 'no screen names an e-mail address for help and complaints' },
  { setting: 'HELP_PHONE', advised: 'no screen names a phone number for help and complaints' },
  { setting: 'COMPLAINT_LINE', advised: 'no screen says how to complain' },
]

const known = ['', 'development', 'test', 'production']

export const isProduction = ({ NODE_ENV }: { NODE_ENV?: string | undefined }): boolean =>
  NODE_ENV === 'production'

/**
 * One sentence about everything that prevents a start in production, or null. It contains no values, because a
 * misplaced one may be a secret. A misspelt `production` in NODE_ENV is reported instead of treated as development.
 */
export function productionProblem(given: Environment): string | null {
  const environment = givenSettings(given)
  if (!known.includes(environment.NODE_ENV ?? ''))
    return `NODE_ENV is not known: it is production or development (or not set, which is the same); docs/operating/settings.md tells of it.`
  const faults = productionFaults(environment).map(({ what, settings }) => `${what} ${listed(settings)}`)
  if (faults.length === 0) return null
  return `In production (NODE_ENV=production) every provider is real or nothing starts: ${faults.join('; ')}; docs/operating/settings.md tells of each.`
}

/** What to do before a start in production, and to which settings; a text beside a setting is in parentheses. */
export function productionFaults(given: Environment): { what: string; settings: string[] }[] {
  const environment = givenSettings(given)
  if (!isProduction(environment)) return []
  const valueOf = (setting: string) => environment[setting]?.trim() ?? ''
  const named = (isWrong: (rule: ProductionRule, value: string) => boolean, words = plainName) =>
    productionRules.filter((rule) => isWrong(rule, valueOf(rule.setting))).map(words)
  const faults: { what: string; settings: string[] }[] = []
  const add = (what: string, settings: string[]) => {
    if (settings.length > 0) faults.push({ what, settings })
  }
  add(
    'set',
    named((rule, value) => value === '' && isRequired(rule, environment)),
  )
  add(
    'give an https address to',
    named(({ setting, https }, value) => https === true && value !== '' && !isSafeAddress(setting, value)),
  )
  add(
    'give longer secrets, not of a few characters over and over, to',
    named(
      ({ least }, value) => least !== undefined && value !== '' && !isSecret(value, least),
      ({ setting, least }) => `${setting} (${least} characters or more)`,
    ),
  )
  return faults
}

/** Warnings about settings that production should have but starts without; one sentence for each. */
export function productionWarnings(given: Environment): string[] {
  const environment = givenSettings(given)
  if (!isProduction(environment)) return []
  const unset = productionRules.flatMap(({ setting, advised }) =>
    advised !== undefined && environment[setting] === undefined ? `${setting} is not set: ${advised}` : [],
  )
  const unverified = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'READ_DATABASE_URL'].filter((setting) =>
    isUnverified(environment[setting] ?? ''),
  )
  return unset.concat(
    unverified.map(
      (setting) =>
        `${setting} names another host without sslmode=verify-full: who is between can read and change all of it`,
    ),
  )
}

/** Whether the address names another host whose certificate is not checked. */
export function isUnverified(url: string): boolean {
  const [address = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const authority = address.split('://')[1]?.split('/')[0] ?? ''
  const hosts = (parameters.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)).split(',')
  const isHere = (host: string) => host === '' || /^(\/|localhost(:|$)|127\.|\[?::1\]?(:|$))/.test(host)
  return !hosts.every(isHere) && !['verify-full', 'verify-ca'].includes(parameters.get('sslmode') ?? '')
}

const plainName = ({ setting }: ProductionRule): string => setting

const isRequired = ({ required }: ProductionRule, environment: Environment): boolean =>
  typeof required === 'object' ? required.when(environment) : required === true

const isSafeAddress = (setting: string, value: string): boolean =>
  URL.parse(value)?.protocol === 'https:' || (setting === 'XIGNATURE_BASE_URL' && value === noProvider)

/**
 * Whether a value is a plausible secret. Random text of this length hardly repeats characters, so at least eight
 * different ones are required.
 */
const isSecret = (value: string, least: number): boolean => value.length >= least && new Set(value).size >= 8

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
