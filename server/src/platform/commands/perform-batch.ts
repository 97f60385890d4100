import { type ActorKind, actorName } from '../audit/audit.ts'
import type { Statement } from '../db/database.ts'
import { busy, isUniqueViolation } from '../db/failures.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { named } from '../fail-points.ts'
import { Refusal } from '../refusal.ts'
import {
  assertPermitted,
  type BatchMutation,
  decideLoaded,
  type KeyedCall,
  type MutationContext,
  type Outcome,
} from './command.ts'
import {
  hashInput,
  type Known,
  outcomeFor,
  type OwnKey,
  ownKeyName,
  replayMany,
  storeAnswers,
  storedOf,
} from './idempotency.ts'

/**
 * Runs a batch command for many calls in one transaction: permission, keys, the command, audit trail, answers. If the
 * batch as a whole fails, its calls run one by one under their keys, so that one bad request only delays the others.
 * @param onReleased if given, batches of several calls release their locks before their commit is flushed to disk;
 *   called at that moment (see `EarlyRelease`).
 */
export async function performBatch<
  Context extends MutationContext,
  Input,
  Answer,
  Loaded,
  Kind extends ActorKind,
>(
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  calls: readonly KeyedCall<Input, NoInfer<Kind>>[],
  onReleased?: () => void,
): Promise<Outcome<Answer>[]> {
  const claims = calls.map(claimOf)
  try {
    for (const { actor } of calls) assertPermitted(command, actor)
    const distinct = firstOfEachKey(claims)
    // Replays are rare, so the first attempt does not look for stored answers. If a key already has one, storing the
    // answers fails and rolls back, and the next attempt looks for stored answers first.
    let replays = false
    const options = {
      repeatable: true,
      eager: true,
      byKeys: true,
      again: (error: unknown) => (replays ||= isUniqueViolation(error, 'idempotency_pkey')),
      // For a single call the extra flush would cost more than holding the locks. A replayed batch is not released
      // early either: an answer stored by an earlier transaction does not prove that this one was committed.
      get early() {
        return onReleased && calls.length > 1 && !replays
          ? { flush: flushOf(command.operation, distinct), onReleased }
          : undefined
      },
    }
    const known = await named(context, command.operation, () =>
      inTransaction(context.db, options, (tx) => decideDistinct(tx, context, command, distinct, replays)),
    )
    return claims.map(({ name, hash }) => {
      const answered = known.get(name)
      return answered ? outcomeFor(answered, hash) : { error: new Error(`no answer for ${name}`) }
    })
  } catch (error) {
    if (calls.length === 1) return [{ error }]
    return performSingly(context, command, calls)
  }
}

type ClaimedCall<Input, Kind extends ActorKind> = OwnKey & {
  call: KeyedCall<Input, Kind>
  name: string
  hash: Buffer
}

function claimOf<Input, Kind extends ActorKind>(call: KeyedCall<Input, Kind>): ClaimedCall<Input, Kind> {
  const own = { actor: actorName(call.actor), key: call.key }
  return { ...own, call, name: ownKeyName(own), hash: hashInput(call.input) }
}

/** The first call of each key, in order of arrival. Its input is the one that belongs to the key. */
function firstOfEachKey<Claim extends { name: string }>(claims: readonly Claim[]): Claim[] {
  const first = new Map<string, Claim>()
  for (const claim of claims) if (!first.has(claim.name)) first.set(claim.name, claim)
  return [...first.values()]
}

/**
 * The statement that flushes a batch. A transaction stores all of its answers or none, so finding the first one is
 * enough. It is unnamed, so that its plan is not cached.
 */
function flushOf(route: string, [first]: readonly OwnKey[]): Statement {
  return {
    text: `select pg_logical_emit_message(true, 'flush', '') from idempotency where actor = $1 and route = $2 and key = $3`,
    values: [first?.actor, route, first?.key],
  }
}

/**
 * Runs the calls one by one. Two OVERLOADED in a row mean that the database is the problem and not the calls, so the
 * rest are refused without retries.
 */
async function performSingly<Context extends MutationContext, Input, Answer, Loaded, Kind extends ActorKind>(
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  calls: readonly KeyedCall<Input, Kind>[],
): Promise<Outcome<Answer>[]> {
  const outcomes: Outcome<Answer>[] = []
  let busyInARow = 0
  for (const call of calls) {
    const [outcome] = busyInARow < 2 ? await performBatch(context, command, [call]) : [{ error: busy() }]
    if (!outcome) throw new Error(`${command.operation} gave no outcome for one of its requests`)
    busyInARow = isBusy(outcome) ? busyInARow + 1 : 0
    outcomes.push(outcome)
  }
  return outcomes
}

const isBusy = <Answer>(outcome: Outcome<Answer>): boolean =>
  'error' in outcome && outcome.error instanceof Refusal && outcome.error.code === 'OVERLOADED'

/**
 * Decides the requests that are not replays, and stores their answers.
 * @returns the answers of all requests, by the names of their keys
 */
async function decideDistinct<Context extends MutationContext, Input, Answer, Loaded, Kind extends ActorKind>(
  tx: Transaction,
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  distinct: readonly ClaimedCall<Input, Kind>[],
  replays: boolean,
): Promise<Map<string, Known>> {
  const callsOf = (claims: readonly ClaimedCall<Input, Kind>[]) => claims.map(({ call }) => call)
  const [, loaded] = await Promise.all([tx.begun, command.load?.(tx, callsOf(distinct))])
  const known = replays ? await replayMany(tx, command.operation, distinct) : new Map<string, Known>()
  const fresh = distinct.filter(({ name }) => !known.has(name))
  if (fresh.length === 0) return known
  const effects = await decideLoaded(tx, context, command, callsOf(fresh), loaded as Loaded)
  const answered = fresh.map((claim, index) => ({
    ...claim,
    origin: claim.call,
    effect: effects[index] as (typeof effects)[number],
  }))
  tx.defer(storeAnswers(tx, context.random, command.operation, answered))
  return new Map([
    ...known,
    ...answered.map(({ name, hash, effect }) => [name, { hash, stored: storedOf(effect) }] as const),
  ])
}
