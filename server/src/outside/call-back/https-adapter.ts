import { Resolver } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { bare, isLocal } from './address.ts'
import type { AddressCheck } from './networks.ts'
import type { CallBackFault, CallBackMessage, CallBackResult, CallBackSender } from './port.ts'

/** Time limit from the lookup to the end of the answer, milliseconds. */
const limitMs = 15_000
/** The part of an answer that is read, bytes. */
const largestAnswer = 64 * 1024

type Options = {
  /** Whether `http://127.0.0.1` may be called: never in production. */
  allowsLocal: boolean
  mayCall: AddressCheck
  /** All addresses of a name. */
  resolve: (name: string) => Promise<readonly string[]>
  /** Certificates to trust in place of the usual ones, in tests. */
  ca?: string
  limitMs?: number
}

class Refused extends Error {
  readonly fault: CallBackFault
  constructor(fault: CallBackFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/**
 * Sends to addresses that strangers chose. The addresses of a name are checked where the socket is opened, which dials just
 * those: a name that leads elsewhere at a second look is of no use. Connections are kept, redirects not followed.
 */
export function httpsCallBacks({
  allowsLocal,
  mayCall,
  resolve,
  ca,
  limitMs: limit = limitMs,
}: Options): CallBackSender {
  const kept = { keepAlive: true, maxFreeSockets: 512, timeout: 20_000 }
  const agents = { https: new https.Agent({ ...kept, minVersion: 'TLSv1.2' }), http: new http.Agent(kept) }
  const lookup = checkedLookup(resolve, mayCall)

  /** Opens one request. @throws Refused */
  function open(url: URL, { headers, body }: CallBackMessage, signal: AbortSignal): ClientRequest {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      signal,
    }
    if (allowsLocal && isLocal(url)) return http.request(url, { ...options, agent: agents.http })
    // Node dials an IP address without a lookup.
    if (url.protocol !== 'https:' || isIP(bare(url.hostname)) !== 0) throw new Refused('ADDRESS_REFUSED')
    return https.request(url, {
      ...options,
      agent: agents.https,
      lookup,
      ...(ca === undefined ? {} : { ca }),
    })
  }

  async function attempt(url: URL, message: CallBackMessage, signal: AbortSignal): Promise<CallBackResult> {
    const request = open(url, message, signal)
    try {
      const response = await responseTo(request, message.body)
      const status = response.statusCode ?? 0
      const fault = status >= 300 && status < 400 ? 'REDIRECT' : await readToEnd(response)
      if (fault !== null) request.destroy()
      return { status, fault }
    } catch (error) {
      // The receiver closed a kept connection just as it was used again; it has seen nothing of the message.
      if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error)) && !signal.aborted)
        return attempt(url, message, signal)
      request.destroy()
      throw error
    }
  }

  return {
    async send(url, message) {
      const signal = AbortSignal.timeout(limit)
      try {
        return await attempt(new URL(url), message, signal)
      } catch (error) {
        return { status: null, fault: signal.aborted ? 'TIMEOUT' : faultOf(error) }
      }
    },
    close() {
      agents.https.destroy()
      agents.http.destroy()
    },
  }
}

const responseTo = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    // It stays: an error may follow the first one, and the response.
    request.on('error', reject)
    // Node closes it without an error where the answer is to be another protocol (101).
    request.once('close', () => reject(new Refused('CONNECTION')))
    request.end(body)
  })

/** Reads an answer to its end, so that its connection can be used again. @returns why it is of no use, or null */
async function readToEnd(response: IncomingMessage): Promise<CallBackFault | null> {
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.byteLength
    if (size > largestAnswer) return 'ANSWER_TOO_LONG'
  }
  return null
}

/** Looks a name up and refuses it if any of its addresses may not be called. */
function checkedLookup(resolve: Options['resolve'], mayCall: AddressCheck): LookupFunction {
  const look = callbackify(async (name: string) => {
    const found = await resolve(name).catch((cause: unknown) => {
      throw new Refused('NAME_UNKNOWN', { cause })
    })
    const [first] = found
    if (first === undefined) throw new Refused('NAME_UNKNOWN')
    if (!found.every(mayCall)) throw new Refused('ADDRESS_REFUSED')
    return { first, all: found.map((address) => ({ address, family: isIP(address) })) }
  })
  return (name, options, callback) =>
    look(name, (error, found) => {
      if (error) callback(error, '', 0)
      else if (options.all) callback(null, found.all)
      else callback(null, found.first, isIP(found.first))
    })
}

/**
 * The addresses of a name by DNS. `dns.lookup` would take one of the few threads of the process for each name whose server
 * does not answer.
 */
export async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function faultOf(error: unknown): CallBackFault {
  if (error instanceof Refused) return error.fault
  const code = codeOf(error)
  if (code.startsWith('HPE_')) return 'ANSWER_INVALID'
  if (/^(?:ERR_TLS|ERR_SSL|CERT|UNABLE|DEPTH|SELF|EPROTO|HOSTNAME|INVALID_CA)/.test(code))
    return 'CERTIFICATE'
  return 'CONNECTION'
}
