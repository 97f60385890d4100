import { readAtMost } from '../read-at-most.ts'
import { TimestampUnavailable, type TimestampAuthority } from './port.ts'

export type TimestampHttpConfig = {
  /** The whole URL. A user and a password in it are sent as basic authentication. */
  url: string
  /** Time limit of one call, milliseconds. */
  timeoutMs?: number
}

/** Maximum answer size, bytes. A token with a long certificate chain has some ten thousand bytes. */
const largestAnswer = 128 * 1024

/** A time-stamping authority over HTTP (RFC 3161, 3.4). */
export function httpTimestamps({ url, timeoutMs = 10_000 }: TimestampHttpConfig): TimestampAuthority {
  const address = new URL(url)
  const { username, password } = address
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  )
  address.username = ''
  address.password = ''
  const authorization = username === '' ? {} : { authorization: `Basic ${secret}` }
  return {
    async ask(request) {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/timestamp-query', ...authorization },
          body: new Uint8Array(request),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const type = response.headers.get('content-type') ?? 'none'
        if (response.status !== 200) throw await unusable(response, `status ${response.status}`)
        if (!type.startsWith('application/timestamp-reply'))
          throw await unusable(response, `an answer of type ${type}`)
        return await readAtMost(response, largestAnswer, tooLong)
      } catch (error) {
        if (error instanceof TimestampUnavailable) throw error
        throw new TimestampUnavailable('time-stamping authority: no answer', { cause: error })
      }
    },
  }
}

async function unusable(response: Response, what: string): Promise<TimestampUnavailable> {
  await response.body?.cancel()
  return new TimestampUnavailable(`time-stamping authority: ${what}`)
}

const tooLong = (what: string) => new TimestampUnavailable(`time-stamping authority: an answer of ${what}`)
