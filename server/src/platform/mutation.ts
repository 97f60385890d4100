import { hash as digest } from 'node:crypto'
import type { RefusalCode, RefusalParams } from '@pematang/contract/refusals'
import { type Actor, actorName, recordAudit } from './audit/audit.ts'
import { type Database, one, run } from './db/database.ts'
import { inTransaction, type Transaction } from './db/transaction.ts'
import type { Random } from './random.ts'
import { Refusal } from './refusal.ts'

/** What a mutation needs of the world. */
export type MutationWorld = { db: Database; random: Random }

/** What a verb tells of itself after it has written. */
export type Effect<Answer> = {
  answer: Answer
  /** What it was done to, for the audit trail, e.g. `funding:0192…`. */
  subject?: string
  /** Ids and amounts for the audit trail. */
  detail?: Record<string, unknown>
}

/**
 * A verb that changes something. Permission, transaction with retry, idempotency and audit belong to the gesture
 * that runs it (`perform`), so that no verb can have three of the four.
 */
export type Mutation<World extends MutationWorld, Input, Answer> = {
  operation: string
  permit: readonly Actor['kind'][]
  /** Runs inside the transaction, perhaps more than once: no effect outside the database. */
  run(tx: Transaction, input: Input, call: { world: World; actor: Actor }): Promise<Effect<Answer>>
}

export type Call<Input> = {
  actor: Actor
  input: Input
  /** The client's Idempotency-Key. A call without one gets a key of its own, for its own tries alone. */
  key?: string | undefined
  requestId?: string | undefined
}

/** Declares a verb that changes something. */
export function mutation<World extends MutationWorld, Input, Answer>(
  declaration: Mutation<World, Input, Answer>,
): Mutation<World, Input, Answer> {
  return declaration
}

/** What is kept under a key. */
export type Stored = { answer: unknown } | { refusal: RefusalCode; params: RefusalParams }

/**
 * Runs a verb: may this actor, has this key been answered, do it, record it, keep the answer; all in one
 * transaction. A refusal undoes what the verb wrote, but is itself recorded and kept under the key.
 * @throws Refusal as the verb, or IDEMPOTENCY_KEY_REUSED where the key came with another input.
 */
export async function perform<World extends MutationWorld, Input, Answer>(
  world: World,
  verb: Mutation<World, Input, Answer>,
  call: Call<Input>,
): Promise<Answer> {
  if (!verb.permit.includes(call.actor.kind)) {
    throw new Error(`${verb.operation} is not for ${call.actor.kind}`)
  }
  // After an unknown end the next try finds what the first one did and answered, whether a client sent a key or not.
  const claim: Claim =
    call.key === undefined
      ? { actor: call.actor, route: verb.operation, key: world.random.uuid(), hash: ownKey }
      : { actor: call.actor, route: verb.operation, key: call.key, hash: hashInput(call.input) }
  const stored = await inTransaction(world.db, { repeatable: true }, async (tx): Promise<Stored> => {
    const known = await claimKey(tx, claim)
    if (known) return known
    const outcome = await attempt(tx, world, verb, call)
    await keepAnswer(tx, claim, outcome)
    return outcome
  })
  if ('refusal' in stored) throw new Refusal(stored.refusal, stored.params)
  return stored.answer as Answer
}

async function attempt<World extends MutationWorld, Input, Answer>(
  tx: Transaction,
  world: World,
  verb: Mutation<World, Input, Answer>,
  call: Call<Input>,
): Promise<Stored> {
  const audit = {
    id: world.random.uuid(),
    actor: call.actor,
    operation: verb.operation,
    requestId: call.requestId,
  }
  await tx.query({ text: 'savepoint verb' })
  try {
    const effect = await verb.run(tx, call.input, { world, actor: call.actor })
    await recordAudit(tx, { ...audit, subject: effect.subject, outcome: 'done', detail: effect.detail })
    return { answer: effect.answer }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.query({ text: 'rollback to savepoint verb' })
    await recordAudit(tx, { ...audit, outcome: error.code, detail: { ...error.params } })
    return { refusal: error.code, params: error.params }
  }
}

/** SHA-256 over the input with its keys in order, so that the order a client wrote them in does not matter. */
export function hashInput(input: unknown): Buffer {
  const ordered = JSON.stringify(input, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return digest('sha256', ordered ?? '', 'buffer')
}

type Claim = { actor: Actor; route: string; key: string; hash: Buffer }

/** A key that only one call knows can come with no other input, so that input need not be hashed. */
const ownKey = hashInput(null)

/**
 * Takes the key for this transaction, or gives the answer it already has. A second request with the same key
 * waits here for the first one's end. A replay writes too, so that on a synchronous cluster its commit waits for
 * a standby like the first one's did: without that a lost first commit could be acknowledged by the replay.
 */
async function claimKey(tx: Transaction, { actor, route, key, hash }: Claim): Promise<Stored | null> {
  const claimed = await run(
    tx,
    'idempotency.claim',
    `insert into idempotency (actor, route, key, request_hash) values ($1, $2, $3, $4) on conflict do nothing`,
    [actorName(actor), route, key, hash],
  )
  if (claimed === 1) return null
  const known = await one<{ request_hash: Buffer; answer: Stored }>(
    tx,
    'idempotency.replay',
    `update idempotency set replays = replays + 1 where actor = $1 and route = $2 and key = $3
     returning request_hash, answer`,
    [actorName(actor), route, key],
  )
  if (!known.request_hash.equals(hash)) return { refusal: 'IDEMPOTENCY_KEY_REUSED', params: {} }
  return known.answer
}

async function keepAnswer(tx: Transaction, { actor, route, key }: Claim, stored: Stored): Promise<void> {
  await run(
    tx,
    'idempotency.keep',
    `update idempotency set answer = $4 where actor = $1 and route = $2 and key = $3`,
    [actorName(actor), route, key, JSON.stringify(stored)],
  )
}
