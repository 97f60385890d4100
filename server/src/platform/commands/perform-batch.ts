import { passGate } from '../approvals/gate.ts'
import { type ActorKind, actorName, auditAlone } from '../audit/audit.ts'
import type { Statement } from '../db/database.ts'
import { busy, isUniqueViolation } from '../db/failures.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { named } from '../fail-points.ts'
import { type Outcome, Refusal } from '../refusal.ts'
import {
  assertPermitted,
  type BatchMutation,
  decideLoaded,
  type KeyedCall,
  type MutationContext,
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
    // Replays are rare, so the first attempt does not look for stored answers. If a key already has one, storing the
    // answers fails and rolls back, and the next attempt looks for stored answers first.
    let replays = false
    let decided: Decided<Input, Kind> = { known: new Map(), admitted: new Set() }
    const options = {
      repeatable: true,
      eager: true,
      byKeys: true,
      again: (error: unknown) => (replays ||= isUniqueViolation(error, 'idempotency_pkey')),
      // For a single call the extra flush would cost more than holding the locks. A replayed batch is not released
      // early either: an answer stored by an earlier transaction does not prove that this one was committed.
      get early() {
        return onReleased && calls.length > 1 && !replays
          ? { flush: () => flushOf(command.operation, decided.known), onReleased }
          : undefined
      },
    }
    await named(context, command.operation, () =>
      inTransaction(context.db, options, async (tx) => {
        decided = await decideDistinct(tx, context, command, { claims, replays })
      }),
    )
    const { known, admitted } = decided
    return claims.map((claim) => {
      if (!admitted.has(claim)) return { error: new Refusal('SESSION_ENDED') }
      const answered = known.get(claim.name)
      return answered ? outcomeFor(answered, claim.hash) : { error: new Error(`no answer for ${claim.name}`) }
    })
  } catch (error) {
    const [only] = calls
    if (only && calls.length === 1) {
      if (isOfGate(error)) await recordRefused(context, command.operation, only, error)
      return [{ error }]
    }
    return performSingly(context, command, calls)
  }
}

const isOfGate = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'SECOND_PAIR_NEEDED'

/** Records a call that the gate refused, whose transaction was rolled back with whatever it would have recorded. */
const recordRefused = (
  { db, random }: MutationContext,
  operation: string,
  { actor, requestId, source }: KeyedCall<unknown>,
  { code }: Refusal,
): Promise<void> => auditAlone(db, { id: random.uuid(), actor, operation, requestId, source, outcome: code })

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
function flushOf(route: string, known: ReadonlyMap<string, KnownUnderKey>): Statement | null {
  const [first] = known.values()
  if (!first) return null
  return {
    text: `select pg_logical_emit_message(true, 'flush', '') from idempotency where actor = $1 and route = $2 and key = $3`,
    values: [first.actor, route, first.key],
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

type KnownUnderKey = Known & OwnKey

type Decided<Input, Kind extends ActorKind> = {
  /** The answers of the admitted requests, by the names of their keys. */
  known: ReadonlyMap<string, KnownUnderKey>
  admitted: ReadonlySet<ClaimedCall<Input, Kind>>
}

type Batch<Input, Kind extends ActorKind> = {
  claims: readonly ClaimedCall<Input, Kind>[]
  /** Whether stored answers must be looked for. */
  replays: boolean
}

/** Decides the admitted requests that are not replays, and stores their answers. */
async function decideDistinct<Context extends MutationContext, Input, Answer, Loaded, Kind extends ActorKind>(
  tx: Transaction,
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  { claims, replays }: Batch<Input, Kind>,
): Promise<Decided<Input, Kind>> {
  const callsOf = (some: readonly ClaimedCall<Input, Kind>[]) => some.map(({ call }) => call)
  const [, isAdmitted, loaded] = await Promise.all([
    tx.begun,
    command.admit?.(tx, context, callsOf(claims)),
    command.load?.(tx, callsOf(claims)),
    passGate(
      tx,
      context.random,
      command,
      claims.map(({ call }) => call.actor),
    ),
  ])
  const admitted = new Set(isAdmitted ? claims.filter((_, index) => isAdmitted[index]) : claims)
  const ours = firstOfEachKey([...admitted])
  const known = replays ? await replayMany(tx, command.operation, ours) : new Map<string, KnownUnderKey>()
  const fresh = ours.filter(({ name }) => !known.has(name))
  if (fresh.length === 0) return { known, admitted }
  const effects = await decideLoaded(tx, context, command, callsOf(fresh), loaded as Loaded)
  const answered = fresh.map((claim, index) => ({
    ...claim,
    origin: claim.call,
    effect: effects[index] as (typeof effects)[number],
  }))
  tx.defer(storeAnswers(tx, context.random, command.operation, answered))
  const made = answered.map(
    ({ name, actor, key, hash, effect }) => [name, { actor, key, hash, stored: storedOf(effect) }] as const,
  )
  return { known: new Map([...known, ...made]), admitted }
}
