import type { Config } from '../../platform/settings/config.ts'
import { httpSms } from './http-adapter.ts'
import { type SmsSender, SmsUnavailable } from './port.ts'

const noGateway = () => Promise.reject(new SmsUnavailable('SMS gateway: none is set up (SMS_URL)'))
/** Used if no gateway is configured: every message fails with an error that names the missing setting. */
const noSms: SmsSender = { send: noGateway, check: noGateway }

/**
 * The SMS sender by configuration.
 * @throws Error with one sentence if a setting of the gateway is wrong
 */
export function createSmsSender(config: Config): SmsSender {
  if (config.SMS_URL === null) return noSms
  return httpSms({
    url: config.SMS_URL,
    method: config.SMS_METHOD,
    headers: config.SMS_HEADERS,
    bodyType: config.SMS_METHOD === 'GET' ? 'none' : config.SMS_BODY_TYPE,
    body: config.SMS_BODY,
    apiKey: config.SMS_API_KEY,
    takenPattern: readPattern(config.SMS_TAKEN_PATTERN),
    numberFormat: config.SMS_NUMBER_FORMAT,
    timeoutMs: config.SMS_TIMEOUT_MS,
    deadlineMs: config.SMS_DEADLINE_MS,
  })
}

function readPattern(text: string | null): RegExp | null {
  try {
    return text === null ? null : new RegExp(text, 'u')
  } catch {
    throw new Error('SMS_TAKEN_PATTERN: no regular expression')
  }
}
