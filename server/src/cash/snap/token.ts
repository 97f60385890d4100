import type { Context } from '../../context.ts'
import { responseHead, services, SnapRefusal } from '../../outside/bank/snap/response-codes.ts'
import { required } from '../../outside/bank/snap/fields.ts'
import { readBody } from '../../outside/bank/snap/json.ts'
import { verifyTokenRequest } from '../../outside/bank/snap/signature.ts'
import { isWithin } from '../../outside/bank/snap/timestamp.ts'
import { type Database, maybe, one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { hashToken } from '../../platform/token.ts'
import { requiredHeader, requiredTimestamp, type SnapRequest } from './request.ts'

/**
 * SNAP service 73: issues a token valid for 15 minutes to a bank that proves its identity by an RSA signature. The
 * answer does not reveal whether the key or the signature was wrong.
 * @throws SnapRefusal FIELD_MISSING, FIELD_FORMAT, BAD_REQUEST or UNAUTHORIZED.
 */
export async function issueToken(context: Context, request: SnapRequest): Promise<object> {
  const clientKey = requiredHeader(request, 'X-CLIENT-KEY', /^.{1,100}$/)
  const timestamp = requiredTimestamp(request)
  const signature = requiredHeader(request, 'X-SIGNATURE', /^.{1,2048}$/)
  const { now } = await one<{ now: Date }>(context.db, 'cash.snap.now', 'select app_now() as now')
  const bank = context.banks.find(({ inbound }) => inbound.clientKey === clientKey)
  const genuine =
    bank !== undefined &&
    verifyTokenRequest(bank.inbound.publicKeys, clientKey, timestamp.text, signature) &&
    isWithin(timestamp.at, now, context.config.SNAP_SKEW_SECONDS)
  if (!genuine) throw new SnapRefusal('UNAUTHORIZED', 'Signature')
  const body = readBody(request.body)
  // One client that is in use writes the field as grant_type.
  required(body, Object.hasOwn(body, 'grant_type') ? 'grant_type' : 'grantType', /^client_credentials$/)
  const accessToken = context.random.token()
  const seconds = context.config.SNAP_TOKEN_SECONDS
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'cash.snap.issue_token',
      `insert into bank_token (token_hash, client_key, expires_at)
       values ($1, $2, app_now() + $3 * interval '1 second') on conflict do nothing`,
      [hashToken(accessToken), clientKey, seconds],
    ),
  )
  return {
    ...responseHead(services.token, 'SUCCESSFUL'),
    accessToken,
    tokenType: 'Bearer',
    expiresIn: String(seconds),
  }
}

/** The client of a token and the database's time; undefined if the token is unknown or expired. */
export const findToken = (
  db: Database,
  token: string,
): Promise<{ clientKey: string; now: Date } | undefined> =>
  maybe<{ clientKey: string; now: Date }>(
    db,
    'cash.snap.token',
    `select client_key as "clientKey", app_now() as now from bank_token
      where token_hash = $1 and expires_at > app_now()`,
    [hashToken(token)],
  )
