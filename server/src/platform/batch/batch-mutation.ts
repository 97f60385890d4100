import { type Actor, actorName } from '../audit/audit.ts'
import { many, run, type Statement } from '../db/database.ts'
import { busy, isUniqueViolation } from '../db/failures.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { type Call, type Effect, hashInput, type MutationWorld, type Stored } from '../mutation.ts'
import { Refusal } from '../refusal.ts'
import type { Outcome } from './coalescer.ts'

/**
 * A verb that takes many requests at once, as one set in a few statements. It decides them in their order, each
 * seeing what those before it did, exactly as if they had come one after the other.
 */
export type BatchMutation<World extends MutationWorld, Input, Answer, Found = undefined> = {
  operation: string
  permit: readonly Actor['kind'][]
  /** Locks and reads what the requests need, before it is known which of them were answered already. */
  find?(tx: Transaction, requests: readonly Asked<Input>[]): Promise<Found>
  /**
   * Decides, and writes what was accepted or defers that (`tx.defer`); a refusal is decided before anything is written
   * for it. Gives one outcome for each request, in order. Runs perhaps more than once.
   */
  run(
    tx: Transaction,
    requests: readonly Asked<Input>[],
    world: World,
    found: Found,
  ): Outcomes<Answer> | Promise<Outcomes<Answer>>
}

export type Asked<Input> = { input: Input; actor: Actor }
type Outcomes<Answer> = (Effect<Answer> | Refusal)[]

/** Money is only moved in a batch under a key. */
export type KeyedCall<Input> = Call<Input> & { key: string }

export function batchMutation<World extends MutationWorld, Input, Answer, Found = undefined>(
  declaration: BatchMutation<World, Input, Answer, Found>,
): BatchMutation<World, Input, Answer, Found> {
  return declaration
}

/**
 * The gesture of `perform` for many calls in one transaction: permission, keys, the verb, the audit trail and the
 * answers. When the batch as a whole fails, its members are tried one by one under their keys, so that one bad
 * request costs the others nothing but time.
 * @param onReleased where it is given, the locks of several calls are free before the disk has them, and it is called
 *   then (see `EarlyRelease`).
 */
export async function performBatch<World extends MutationWorld, Input, Answer, Found>(
  world: World,
  verb: BatchMutation<World, Input, Answer, Found>,
  calls: readonly KeyedCall<Input>[],
  onReleased?: () => void,
): Promise<Outcome<Answer>[]> {
  const distinct = groupByKey(calls)
  try {
    for (const { actor } of calls) {
      if (!verb.permit.includes(actor.kind)) throw new Error(`${verb.operation} is not for ${actor.kind}`)
    }
    // Hardly any key was answered before. Whether one was shows when the answers are kept: all is undone then, and
    // the next run looks for answers first.
    let looks = false
    const again = (error: unknown) => (looks ||= isUniqueViolation(error, 'idempotency_pkey'))
    const options = {
      repeatable: true,
      eager: true,
      again,
      // For a call that comes alone the flush would cost more than the locks; and an answer that was kept before proves
      // nothing of a run that may have found some.
      get early() {
        return onReleased && calls.length > 1 && !looks
          ? { flush: flushOf(verb.operation, distinct), onReleased }
          : undefined
      },
    }
    const stored = await inTransaction(world.db, options, (tx) =>
      runDistinct(tx, world, verb, distinct, looks),
    )
    return answerAll<Input, Answer>(calls, distinct, stored)
  } catch (error) {
    if (calls.length === 1) return [{ error }]
    return performSingly(world, verb, calls)
  }
}

/** One transaction has kept all of its answers or none, so one of them tells of all. Unnamed: its plan is not kept. */
function flushOf<Input>(route: string, distinct: Map<string, Distinct<Input>>): Statement {
  const [first] = distinct.values()
  return {
    text: `select pg_logical_emit_message(true, 'flush', '') from idempotency where actor = $1 and route = $2 and key = $3`,
    values: [first?.actor, route, first?.call.key],
  }
}

/**
 * Two in a row that the database is too busy for tell of the database and not of themselves: the others are not
 * kept waiting for the same end, each with all its tries.
 */
async function performSingly<World extends MutationWorld, Input, Answer, Found>(
  world: World,
  verb: BatchMutation<World, Input, Answer, Found>,
  calls: readonly KeyedCall<Input>[],
): Promise<Outcome<Answer>[]> {
  const outcomes: Outcome<Answer>[] = []
  let busyInARow = 0
  for (const call of calls) {
    const [outcome] = busyInARow < 2 ? await performBatch(world, verb, [call]) : [{ error: busy() }]
    if (!outcome) throw new Error(`${verb.operation} gave no outcome for one of its requests`)
    busyInARow = isBusy(outcome) ? busyInARow + 1 : 0
    outcomes.push(outcome)
  }
  return outcomes
}

const isBusy = <Answer>(outcome: Outcome<Answer>): boolean =>
  'error' in outcome && outcome.error instanceof Refusal && outcome.error.code === 'OVERLOADED'

type Distinct<Input> = { call: KeyedCall<Input>; hash: Buffer; name: string; actor: string }

const nameOf = (actor: string, key: string): string => `${actor} ${key}`

/** The first call of each key, in the order of arrival: whoever came first decides what the key is for. */
function groupByKey<Input>(calls: readonly KeyedCall<Input>[]): Map<string, Distinct<Input>> {
  const distinct = new Map<string, Distinct<Input>>()
  for (const call of calls) {
    const actor = actorName(call.actor)
    const name = nameOf(actor, call.key)
    if (!distinct.has(name)) distinct.set(name, { call, hash: hashInput(call.input), name, actor })
  }
  return distinct
}

async function runDistinct<World extends MutationWorld, Input, Answer, Found>(
  tx: Transaction,
  world: World,
  verb: BatchMutation<World, Input, Answer, Found>,
  distinct: Map<string, Distinct<Input>>,
  looks: boolean,
): Promise<Map<string, { stored: Stored; hash: Buffer }>> {
  const asked = [...distinct.values()]
  const [, found] = await Promise.all([
    tx.begun,
    verb.find?.(
      tx,
      asked.map(({ call }) => call),
    ),
  ])
  const known = looks ? await replay(tx, verb.operation, asked) : new Map()
  const fresh = asked.filter(({ name }) => !known.has(name))
  if (fresh.length === 0) return known
  const effects = await verb.run(
    tx,
    fresh.map(({ call }) => call),
    world,
    found as Found,
  )
  const rows = fresh.map(({ call, hash, name, actor }, index) => {
    const effect = effects[index]
    if (!effect) throw new Error(`${verb.operation} gave no outcome for one of its requests`)
    const stored: Stored =
      effect instanceof Refusal ? { refusal: effect.code, params: effect.params } : { answer: effect.answer }
    return { call, hash, name, actor, effect, stored }
  })
  tx.defer(keep(tx, world, verb.operation, rows))
  for (const { name, hash, stored } of rows) known.set(name, { stored, hash })
  return known
}

/** The answers of keys that were answered before. It writes, as every replay does (see `perform`). */
async function replay<Input>(tx: Transaction, route: string, asked: readonly Distinct<Input>[]) {
  const rows = await many<{ actor: string; key: string; request_hash: Buffer; answer: Stored }>(
    tx,
    'idempotency.replay_batch',
    `update idempotency i set replays = i.replays + 1
       from unnest($2::text[], $3::text[]) as asked (actor, key)
      where i.actor = asked.actor and i.route = $1 and i.key = asked.key
      returning i.actor, i.key, i.request_hash, i.answer`,
    [route, asked.map(({ actor }) => actor), asked.map(({ call }) => call.key)],
  )
  return new Map(
    rows.map((row) => [nameOf(row.actor, row.key), { stored: row.answer, hash: row.request_hash }]),
  )
}

type Kept<Input, Answer> = {
  call: KeyedCall<Input>
  hash: Buffer
  actor: string
  effect: Effect<Answer> | Refusal
  stored: Stored
}

/**
 * Keeps the answers under their keys and records all of it, in one statement. A key that was answered before undoes
 * the transaction.
 */
async function keep<Input, Answer>(
  tx: Transaction,
  world: MutationWorld,
  route: string,
  rows: readonly Kept<Input, Answer>[],
): Promise<void> {
  await run(
    tx,
    'idempotency.keep_batch',
    `with audit as (
       insert into audit_event (id, actor, operation, subject, outcome, request_id, detail)
       select id, actor, $1, subject, outcome, request_id, detail
         from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
           as row (id, actor, subject, outcome, request_id, detail)
     )
     insert into idempotency (actor, route, key, request_hash, answer)
     select actor, $1, key, request_hash, answer
       from unnest($3::text[], $8::text[], $9::bytea[], $10::jsonb[]) as row (actor, key, request_hash, answer)
      order by actor, key`,
    [
      route,
      rows.map(() => world.random.uuid()),
      rows.map(({ actor }) => actor),
      rows.map(({ effect }) => (effect instanceof Refusal ? null : (effect.subject ?? null))),
      rows.map(({ effect }) => (effect instanceof Refusal ? effect.code : 'done')),
      rows.map(({ call }) => call.requestId ?? null),
      rows.map(({ effect }) =>
        JSON.stringify(effect instanceof Refusal ? effect.params : (effect.detail ?? {})),
      ),
      rows.map(({ call }) => call.key),
      rows.map(({ hash }) => hash),
      rows.map(({ stored }) => JSON.stringify(stored)),
    ],
  )
}

/** Gives every call the outcome of its key; a call that came with another input under it is refused. */
function answerAll<Input, Answer>(
  calls: readonly KeyedCall<Input>[],
  distinct: Map<string, Distinct<Input>>,
  stored: Map<string, { stored: Stored; hash: Buffer }>,
): Outcome<Answer>[] {
  return calls.map((call) => {
    const name = nameOf(actorName(call.actor), call.key)
    const first = distinct.get(name)
    const known = stored.get(name)
    if (!known || !first) return { error: new Error(`no answer for ${name}`) }
    const hash = first.call === call ? first.hash : hashInput(call.input)
    if (!known.hash.equals(hash)) return { error: new Refusal('IDEMPOTENCY_KEY_REUSED') }
    if ('refusal' in known.stored) return { error: new Refusal(known.stored.refusal, known.stored.params) }
    return { answer: known.stored.answer as Answer }
  })
}
