import type { KeyRight } from '@pematang/contract/partner/rights'
import { randomUUID } from 'node:crypto'
import { expectDocumented } from './documented.ts'
import { type Answer, givePassword, type LoggedIn, type TestApp } from './http.ts'

export type KeyTerms = {
  label: string
  right: KeyRight
  networks: string[]
  lastDay: string | null
}

/** A key of a lender, with calls that send it. */
export type TestKey = {
  id: string
  secret: string
  get(path: string): Promise<Answer>
  /** @param key the Idempotency-Key */
  post(path: string, body: unknown, key?: string): Promise<Answer>
}

/**
 * A call with this secret, to a path below /api/v1/partner; a problem is parsed like other JSON.
 * @throws Error if the OpenAPI document has no such answer
 */
export async function callWith(
  app: TestApp,
  secret: string,
  path: string,
  { body, key = randomUUID() }: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  const sent = await app.call(method, `/partner${path}`, body, {
    token: secret,
    ...(body !== undefined && { headers: { 'idempotency-key': key } }),
  })
  const isProblem = sent.headers.get('content-type')?.startsWith('application/problem+json')
  const answer = isProblem ? { ...sent, json: JSON.parse(sent.bytes.toString('utf8')) } : sent
  await expectDocumented(app, method, `/partner${path}`, answer)
  return answer
}

/** Makes a key as the lender's screen does, after the password. */
export async function makeKey(
  app: TestApp,
  lender: Pick<LoggedIn, 'post'>,
  terms: Partial<KeyTerms> = {},
): Promise<TestKey> {
  await givePassword(lender)
  const body = { label: 'ERP', right: 'READ', networks: [], lastDay: null, ...terms }
  const { status, json, bytes } = await lender.post('/keys', body)
  if (status !== 200) throw new Error(`making a key answered ${status}: ${bytes.toString()}`)
  const { id, secret } = json as { id: string; secret: string }
  return {
    id,
    secret,
    get: (path) => callWith(app, secret, path),
    post: (path, sent, key) => callWith(app, secret, path, { body: sent, ...(key !== undefined && { key }) }),
  }
}
