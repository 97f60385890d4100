import { lockFunding, type SignatureProvider } from '../single/index.ts'
import { type Database, many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/**
 * The provider of a funding: the first one that was called for it, otherwise that of the lender. A later change of the
 * lender's provider has no effect, so that two providers are never asked for one signature.
 */
export async function providerOf(
  db: Queryable,
  funding: { id: string; lenderId: number },
): Promise<SignatureProvider> {
  const row = await maybe<{ provider: SignatureProvider }>(
    db,
    'funding.signing.provider',
    `select coalesce((select provider from signing_request s where s.funding_id = $2), dgsign_type) as provider
       from lender where id = $1`,
    [funding.lenderId, funding.id],
  )
  return row?.provider ?? 'PRIVY'
}

export type Attempt = { id: string; fundingId: string; provider: SignatureProvider }

/**
 * Records under the lock of the funding that the provider is about to be called, so that whatever ends the funding
 * knows that the provider may have its documents.
 * @param alone refuse while another attempt may be running
 * @returns `busy` if one is; `ended` if the funding can no longer be signed, or is signed at another provider
 */
export const beginAttempt = (
  db: Database,
  { id, fundingId, provider }: Attempt,
  { alone }: { alone: boolean },
): Promise<'begun' | 'busy' | 'ended'> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    const funding = await lockFunding(tx, fundingId)
    if (!funding || funding.state !== 'WAITING' || funding.overdue || funding.cancelled) return 'ended'
    if ((await providerOf(tx, funding)) !== provider) return 'ended'
    if (alone && (await isUnderWay(tx, { id, fundingId }))) return 'busy'
    await run(
      tx,
      'funding.signing.request',
      `insert into signing_request (funding_id, lender_id, provider) values ($1, $2, $3) on conflict do nothing`,
      [fundingId, funding.lenderId, provider],
    )
    await run(
      tx,
      'funding.signing.begin_attempt',
      'insert into signing_attempt (id, funding_id) values ($1, $2) on conflict do nothing',
      [id, fundingId],
    )
    return 'begun'
  })

async function isUnderWay(tx: Queryable, { id, fundingId }: Omit<Attempt, 'provider'>): Promise<boolean> {
  const { busy } = await one<{ busy: boolean }>(
    tx,
    'funding.signing.is_under_way',
    `select exists (select from signing_attempt a left join signing_request r using (funding_id)
                     where a.funding_id = $2 and a.id <> $1 and r.provider_token is null
                       and a.begun_at >= app_clock() - $3::interval) as busy`,
    [id, fundingId, longestCall],
  )
  return busy
}

/** The longest time that a call can take: both sides time out earlier. */
const longestCall = '5 minutes'

/** Deletes an attempt that certainly had no effect. */
export const dropAttempt = (db: Database, { id }: Pick<Attempt, 'id'>): Promise<unknown> =>
  inTransaction(db, { repeatable: true }, (tx) =>
    run(tx, 'funding.signing.drop_attempt', 'delete from signing_attempt where id = $1', [id]),
  )

/**
 * Deletes the attempts of documents that the provider has refused for their content. It would refuse the same documents
 * again, so earlier attempts stored none either; only attempts that may still be running remain.
 * @returns whether an attempt may still be running
 */
export const dropAttempts = (db: Database, { id, fundingId }: Omit<Attempt, 'provider'>): Promise<boolean> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'funding.signing.drop_attempts',
      `delete from signing_attempt where id = $1 or (funding_id = $2 and begun_at < app_clock() - $3::interval)`,
      [id, fundingId, longestCall],
    )
    const { left } = await one<{ left: boolean }>(
      tx,
      'funding.signing.attempts_left',
      'select exists (select from signing_attempt where funding_id = $1) as left',
      [fundingId],
    )
    return left
  })

/**
 * Stores the provider's token. The provider returns the same token for the same funding, so storing it again has no
 * effect.
 */
export const storeProviderToken = (
  db: Database,
  request: { fundingId: string; providerToken: string },
): Promise<unknown> =>
  inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'funding.signing.store_token',
      `update signing_request set provider_token = $2, uploaded_at = app_now()
        where funding_id = $1 and provider_token is null`,
      [request.fundingId, request.providerToken],
    ),
  )

/** Whether a funding ended so long ago that its documents at the provider are no longer polled. */
export async function isLongOver(db: Queryable, fundingId: string): Promise<boolean> {
  const { over } = await one<{ over: boolean }>(
    db,
    'funding.signing.is_long_over',
    `select coalesce(ended_at < app_now() - interval '30 days', false) as over from funding where id = $1`,
    [fundingId],
  )
  return over
}

/** Stores the provider's token of one file of a funding; an existing token is not replaced. */
export const storeFileToken = (
  db: Database,
  { fundingId, name, token }: { fundingId: string; name: string; token: string },
): Promise<unknown> =>
  inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'funding.signing.store_file_token',
      'insert into esign_document (token, funding_id, name) values ($1, $2, $3) on conflict do nothing',
      [token, fundingId, name],
    ),
  )

/** The tokens of a funding's files that the provider has accepted, by file name. */
export async function fileTokens(db: Queryable, fundingId: string): Promise<Record<string, string>> {
  const rows = await many<{ name: string; token: string }>(
    db,
    'funding.signing.file_tokens',
    'select name, token from esign_document where funding_id = $1',
    [fundingId],
  )
  return Object.fromEntries(rows.map(({ name, token }) => [name, token]))
}

/** Finds the funding whose file has this token at the provider. */
export const fundingOfFile = (db: Queryable, token: string): Promise<{ fundingId: string } | undefined> =>
  maybe<{ fundingId: string }>(
    db,
    'funding.signing.funding_of_file',
    'select funding_id as "fundingId" from esign_document where token = $1',
    [token],
  )

export type EsignNotice = { eventId: string; body: string; providerToken: string; event: string }

/**
 * Stores a callback as received.
 * @returns false for a repeated one
 */
export async function recordNotice(tx: Queryable, notice: EsignNotice): Promise<boolean> {
  const row = await maybe<{ copies: number }>(
    tx,
    'funding.signing.record_notice',
    `insert into esign_notice (event_id, body, provider_token, event) values ($1, $2, $3, $4)
     on conflict (event_id) do update set copies = esign_notice.copies + 1 returning copies`,
    [notice.eventId, notice.body, notice.providerToken, notice.event],
  )
  return row?.copies === 1
}
