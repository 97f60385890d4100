import type { Context } from '../../context.ts'
import type { Bank } from '../../outside/bank/banks.ts'
import { SnapRefusal } from '../../outside/bank/snap/response-codes.ts'
import { stringToSign, verifyCall } from '../../outside/bank/snap/signature.ts'
import { isWithin } from '../../outside/bank/snap/timestamp.ts'
import { requiredHeader, requiredTimestamp, type SnapRequest } from './request.ts'
import { findToken } from './token.ts'

/** A call whose signature is verified; its X-EXTERNAL-ID is not claimed yet. */
export type GenuineCall = { bank: Bank; externalId: string }

/**
 * Verifies a call before its body is parsed: its headers, its token, its time by the database's clock, and its
 * symmetric signature over the raw body.
 * @throws SnapRefusal FIELD_MISSING or FIELD_FORMAT with the header, TOKEN_INVALID, UNAUTHORIZED.
 */
export async function authenticate(context: Context, request: SnapRequest): Promise<GenuineCall> {
  const token = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(request.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new SnapRefusal('TOKEN_INVALID')
  const timestamp = requiredTimestamp(request)
  const signature = requiredHeader(request, 'X-SIGNATURE', /^.{1,200}$/)
  const partnerId = requiredHeader(request, 'X-PARTNER-ID', /^.{1,36}$/)
  const externalId = requiredHeader(request, 'X-EXTERNAL-ID', /^\d{1,36}$/)
  requiredHeader(request, 'CHANNEL-ID', /^[\w-]{1,20}$/)
  const session = await findToken(context.db, token)
  const bank = context.banks.find(({ inbound }) => inbound.clientKey === session?.clientKey)
  if (!session || !bank) throw new SnapRefusal('TOKEN_INVALID')
  if (!isWithin(timestamp.at, session.now, context.config.SNAP_SKEW_SECONDS)) {
    throw new SnapRefusal('UNAUTHORIZED', 'X-TIMESTAMP')
  }
  const genuine = pathsOf(context, request).some((path) => {
    const text = stringToSign({ ...request, path, accessToken: token, timestamp: timestamp.text })
    return verifyCall(bank.inbound.clientSecrets, text, signature)
  })
  if (!genuine) throw new SnapRefusal('UNAUTHORIZED', 'Signature')
  if (partnerId !== bank.inbound.partnerId) throw new SnapRefusal('UNAUTHORIZED', 'X-PARTNER-ID')
  return { bank, externalId }
}

/**
 * The paths that a signature may cover: some clients sign the whole path, others only the part after the service's base
 * URL.
 */
function pathsOf({ config }: Context, { path }: SnapRequest): string[] {
  const { SNAP_PREFIX: prefix } = config
  return prefix !== '' && path.startsWith(`${prefix}/`) ? [path, path.slice(prefix.length)] : [path]
}
