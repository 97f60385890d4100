/** A variable that `npm start` or the sandbox reads, and the app does not. */
export interface StartSetting {
  setting: string
  fallback: string
  production: string
  meaning: string
}

const unused = 'not used'

/**
 * All variables that only `npm start` or the sandbox reads; docs/operating/settings.md lists them below those of the app.
 */
export const START_SETTINGS: readonly StartSetting[] = [
  {
    setting: 'DEMO',
    fallback: 'on',
    production: 'off, whatever it says',
    meaning: '`off` starts without the demo data',
  },
  {
    setting: 'PG_BIN_DIR',
    fallback: 'npm’s programs',
    production: unused,
    meaning: 'folder of another server’s programs for the embedded database',
  },
  {
    setting: 'SANDBOX_PORT, SANDBOX_HOST',
    fallback: '4010, 127.0.0.1',
    production: 'the sandbox does not start',
    meaning: 'where the sandbox listens',
  },
  {
    setting: 'SANDBOX_PUBLIC_URL',
    fallback: 'where it listens',
    production: unused,
    meaning:
      'the origin under which browsers reach the sandbox, which answers to no other name (DNS rebinding)',
  },
  {
    setting: 'SANDBOX_DATA',
    fallback: 'in `PEMATANG_DATA`',
    production: unused,
    meaning: 'folder of what the sandbox keeps',
  },
  {
    setting: 'SANDBOX_SMS_KEY',
    fallback: 'made at the first start',
    production: unused,
    meaning: 'the key of the sandbox’s SMS gateway',
  },
  {
    setting: 'SANDBOX_SMTP_PORT, SANDBOX_MAIL_SLOW_MS',
    fallback: 'that of the sandbox and 1000 more, 10000',
    production: unused,
    meaning: 'where the sandbox takes e-mail, and how late it answers',
  },
  {
    setting: 'SANDBOX_BANKS_FILE, SANDBOX_BANK_…',
    fallback: 'made at the first start',
    production: unused,
    meaning: 'the banks that the sandbox plays, [see there](../../sandbox/src/bank/README.md)',
  },
  {
    setting: 'SANDBOX_PRIVY_CALLBACK_URL',
    fallback: 'the app',
    production: unused,
    meaning: 'where the sandbox calls back as Privy',
  },
  {
    setting: 'ESIGN_FRAME_ANCESTORS, ESIGN_LATE_MS, ESIGN_RETRY_MS, SMS_SLOW_MS, SMS_LATE_MS',
    fallback: '`APP_ORIGIN`, 20000, 1000, 10000, 20000',
    production: unused,
    meaning: 'who may embed the sandbox’s signing page, and how late its providers are',
  },
]

/** The value that `npm start` sets outside production, where the user has set none. */
export const START_DEFAULTS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'the embedded server',
  DATABASE_OWNER_URL: 'the embedded server',
  APP_ORIGIN: '`http://localhost:3000`',
  PEMATANG_DATA: '`.data`',
  ESIGN_BASE_URL: 'the sandbox',
  ESIGN_TRUST_FILE: 'those of the sandbox',
  TIMESTAMP_URL: 'the sandbox',
  TIMESTAMP_TRUST_FILE: 'that of the sandbox',
  ESIGN_PUBLIC_URL: 'the sandbox',
  ESIGN_API_KEY: 'made at the first start',
  ESIGN_CALLBACK_SECRET: 'made at the first start',
  PRIVY_MERCHANT_KEY: 'made at the first start',
  PRIVY_USERNAME: '`sandbox`',
  PRIVY_PASSWORD: 'made at the first start',
  PRIVY_OWNER_ID: '`PEMATANG`',
  PRIVY_ENTERPRISE_TOKEN: 'made at the first start',
  XIGNATURE_BASE_URL: 'the sandbox',
  XIGNATURE_API_KEY: 'made at the first start',
  SMS_URL: 'the sandbox’s inbox',
  SMS_API_KEY: 'made at the first start',
  SMTP_URL: 'the sandbox’s inbox for e-mail',
  BANKS_FILE: 'the sandbox’s banks',
  DISBURSEMENT_BY: 'operator',
  BORROWER_CONSENT: 'optional',
  PLATFORM_CERTIFICATE_FILE: 'a test certificate, made at the first start',
  PLATFORM_KEY_FILE: 'a test certificate, made at the first start',
  AUDIT_KEY_FILE: '`audit-keys` in `PEMATANG_DATA`, made at the first start',
  AUDIT_ANCHOR_FILE: '`audit-anchors.jsonl` in `PEMATANG_DATA`',
}
