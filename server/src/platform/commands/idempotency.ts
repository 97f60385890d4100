import { decidesRequest } from '@pematang/contract/catalogue'
import { hash as digest } from 'node:crypto'
import type { RefusalCode, RefusalParams } from '@pematang/contract/catalogue'
import { type Actor, actorName, authorityOf, type Origin, seatOf } from '../audit/audit.ts'
import { many, maybe, run } from '../db/database.ts'
import { ChangedMeanwhile } from '../db/failures.ts'
import type { Transaction } from '../db/transaction.ts'
import { manyRows, unnestRows } from '../db/rows.ts'
import type { Random } from '../random.ts'
import { type Outcome, Refusal } from '../refusal.ts'
import type { Effect } from './command.ts'

/** What is stored under an idempotency key. */
export type Stored = { answer: unknown } | { refusal: RefusalCode; params: RefusalParams }

export type Known = { stored: Stored; hash: Buffer }

/** A claim of an idempotency key for one input. Keys are separate for each actor and operation. */
export type Claim = { actor: Actor; route: string; key: string; hash: Buffer }

/** SHA-256 of the input with sorted properties, so that their order in the client's JSON does not matter. */
export function hashInput(input: unknown): Buffer {
  const ordered = JSON.stringify(input, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return digest('sha256', ordered ?? '', 'buffer')
}

export const storedOf = (effect: Effect<unknown> | Refusal): Stored =>
  effect instanceof Refusal ? { refusal: effect.code, params: effect.params } : { answer: effect.answer }

/** The outcome of a replayed request; it is refused if the key was used with another input before. */
export function outcomeFor<Answer>({ stored, hash }: Known, asked: Buffer): Outcome<Answer> {
  if (!hash.equals(asked)) return { error: new Refusal('IDEMPOTENCY_KEY_REUSED') }
  if ('refusal' in stored) return { error: new Refusal(stored.refusal, stored.params) }
  return { answer: stored.answer as Answer }
}

/** Where the answer of one call is stored, and how a retry of the call finds it. */
export type Answers = {
  hash: Buffer
  /** Claims the place of the answer for this transaction, or finds the stored answer. */
  claimOrReplay(tx: Transaction): Promise<Known | null>
  /** Stores the answer in the place that this transaction has claimed. */
  store(tx: Transaction, stored: Stored): Promise<void>
  /** Releases the place, as if the request had not arrived. */
  release(tx: Transaction): Promise<void>
}

export const answerUnderKey = (claim: Claim): Answers => ({
  hash: claim.hash,
  claimOrReplay: (tx) => claimOrReplay(tx, claim),
  store: (tx, stored) => storeAnswer(tx, claim, stored),
  release: (tx) => releaseKey(tx, claim),
})

/**
 * Claims the key for this transaction, or finds its stored answer. A concurrent request with the same key waits here
 * until the first has ended. A replay also writes, so that on a synchronous cluster its commit waits for a standby:
 * otherwise a replay could confirm a commit that is later lost.
 */
export async function claimOrReplay(
  tx: Transaction,
  { actor, route, key, hash }: Claim,
): Promise<Known | null> {
  const claimed = await run(
    tx,
    'platform.commands.claim',
    `insert into idempotency (actor, route, key, request_hash) values ($1, $2, $3, $4) on conflict do nothing`,
    [actorName(actor), route, key, hash],
  )
  if (claimed === 1) return null
  const known = await maybe<Known>(
    tx,
    'platform.commands.replay',
    `update idempotency set replays = replays + 1 where actor = $1 and route = $2 and key = $3
     returning request_hash as hash, answer as stored`,
    [actorName(actor), route, key],
  )
  // It was deleted at the end of its retention between the two statements.
  if (!known) throw new ChangedMeanwhile('a stored answer')
  return known
}

/** Stores the answer under the key that this transaction has claimed. */
export async function storeAnswer(
  tx: Transaction,
  { actor, route, key }: Claim,
  stored: Stored,
): Promise<void> {
  await run(
    tx,
    'platform.commands.keep',
    `update idempotency set answer = $4 where actor = $1 and route = $2 and key = $3`,
    [actorName(actor), route, key, JSON.stringify(stored)],
  )
}

async function releaseKey(tx: Transaction, { actor, route, key }: Claim): Promise<void> {
  await run(
    tx,
    'platform.commands.release',
    'delete from idempotency where actor = $1 and route = $2 and key = $3 and answer is null',
    [actorName(actor), route, key],
  )
}

/** The name of an actor and an idempotency key of theirs. */
export type OwnKey = { actor: string; key: string }

export const ownKeyName = ({ actor, key }: OwnKey): string => `${actor} ${key}`

/** Finds the stored answers of keys. It writes too, like every replay (see `claimOrReplay`). */
export async function replayMany(
  tx: Transaction,
  route: string,
  keys: readonly OwnKey[],
): Promise<Map<string, Known & OwnKey>> {
  const rows = await many<Known & OwnKey>(
    tx,
    'platform.commands.replay_batch',
    `update idempotency i set replays = i.replays + 1
       from unnest($2::text[], $3::text[]) as asked (actor, key)
      where i.actor = asked.actor and i.route = $1 and i.key = asked.key
      returning i.actor, i.key, i.request_hash as hash, i.answer as stored`,
    [route, keys.map(({ actor }) => actor), keys.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [ownKeyName(row), row]))
}

/** The outcome of one request of a batch, with its key. */
export type Answered = OwnKey & {
  hash: Buffer
  origin: Origin & { actor: Actor }
  effect: Effect<unknown> | Refusal
}

const answeredColumns = {
  id: 'uuid',
  actor: 'text',
  subject: 'text',
  outcome: 'text',
  requestId: 'text',
  detail: 'jsonb',
  key: 'text',
  requestHash: 'bytea',
  answer: 'jsonb',
} as const

/**
 * Stores answers under their keys, and audit entries, in one statement.
 * @throws a violation of idempotency_pkey if a key already has an answer; the transaction is then rolled back.
 */
export async function storeAnswers(
  tx: Transaction,
  random: Random,
  route: string,
  answered: readonly Answered[],
): Promise<void> {
  await run(
    tx,
    'platform.commands.keep_batch',
    `with row as (
       select * from ${unnestRows(answeredColumns, 2)}
     ), audit as (
       insert into audit_event (id, actor, operation, subject, outcome, request_id, detail)
       select id, actor, $1, subject, outcome, request_id, detail from row
     )
     insert into idempotency (actor, route, key, request_hash, answer)
     select actor, $1, key, request_hash, answer from row where answer is not null order by actor, key`,
    [
      route,
      ...manyRows(answeredColumns, answered, {
        id: () => random.uuid(),
        actor: ({ actor }) => actor,
        subject: ({ effect }) => (effect instanceof Refusal ? null : effect.subject),
        outcome: ({ effect }) => (effect instanceof Refusal ? effect.code : 'done'),
        requestId: ({ origin }) => origin.requestId,
        detail: ({ effect, origin }) =>
          JSON.stringify({
            ...(effect instanceof Refusal ? effect.params : effect.detail),
            source: origin.source,
            seat: seatOf(origin.actor),
            authority: authorityOf(origin.actor),
          }),
        key: ({ key }) => key,
        requestHash: ({ hash }) => hash,
        // A refusal that does not decide its request is not kept, so that a repetition is evaluated again.
        answer: ({ effect }) =>
          effect instanceof Refusal && !decidesRequest(effect.code) ? null : JSON.stringify(storedOf(effect)),
      }),
    ],
  )
}
