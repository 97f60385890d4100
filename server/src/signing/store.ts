import { maybe, type Queryable, run } from '../platform/db/database.ts'

/** The provider's token of a funding's documents, once it has them. */
export async function findProviderToken(db: Queryable, fundingId: string): Promise<string | undefined> {
  const row = await maybe<{ token: string }>(
    db,
    'signing.provider_token',
    'select provider_token as token from signing_request where funding_id = $1',
    [fundingId],
  )
  return row?.token
}

/**
 * Whether a funding is signed by hash: its lender signs with XIGNATURE, and its documents are not with the other provider
 * already, whose word then counts.
 */
export async function isSignedByHash(
  db: Queryable,
  funding: { id: string; lenderId: number },
): Promise<boolean> {
  const row = await maybe<{ byHash: boolean }>(
    db,
    'signing.by_hash',
    `select dgsign_type = 'XIGNATURE' and not exists (
              select from signing_request s where s.funding_id = $2) as "byHash" from lender where id = $1`,
    [funding.lenderId, funding.id],
  )
  return row?.byHash ?? false
}

/** Keeps the provider's token. The provider gives the same one for the same funding, so a second time changes nothing. */
export async function keepProviderToken(
  db: Queryable,
  request: { fundingId: string; lenderId: number; providerToken: string },
): Promise<void> {
  await run(
    db,
    'signing.keep_token',
    `insert into signing_request (funding_id, lender_id, provider_token, uploaded_at) values ($1, $2, $3, app_now())
     on conflict do nothing`,
    [request.fundingId, request.lenderId, request.providerToken],
  )
}

export type EsignNotice = { eventId: string; body: string; providerToken: string; event: string }

/** Keeps what the provider told us, as it came. Gives false when it was told before. */
export async function keepNotice(tx: Queryable, notice: EsignNotice): Promise<boolean> {
  const row = await maybe<{ copies: number }>(
    tx,
    'signing.keep_notice',
    `insert into esign_notice (event_id, body, provider_token, event) values ($1, $2, $3, $4)
     on conflict (event_id) do update set copies = esign_notice.copies + 1 returning copies`,
    [notice.eventId, notice.body, notice.providerToken, notice.event],
  )
  return row?.copies === 1
}
