import type { Actor, ActorKind, ActorOf, Origin } from '../audit/audit.ts'
import type { SecondPair } from '../approvals/gate.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Random } from '../random.ts'
import { Refusal } from '../refusal.ts'
import type { SecurityLog } from '../audit/security-log.ts'

export type MutationContext = { db: Database; random: Random; security?: SecurityLog }

export type Effect<Answer> = {
  answer: Answer
  /** What the command acted on, e.g. `funding:0192…`. */
  subject?: string
  /** Ids and amounts for the audit trail. */
  detail?: Record<string, unknown>
}

export type Call<Input, Kind extends ActorKind = ActorKind> = Origin & {
  actor: ActorOf<Kind>
  input: Input
  /** The client's Idempotency-Key. A call without one gets a generated key, which only its own retries use. */
  key?: string | undefined
}

/** Batch commands move money, so each of their calls must carry an idempotency key. */
export type KeyedCall<Input, Kind extends ActorKind = ActorKind> = Call<Input, Kind> & { key: string }

/** A call as a batch command receives it, without its key. */
export type Asked<Input, Kind extends ActorKind = ActorKind> = { input: Input; actor: ActorOf<Kind> }

type Permission<Kind extends ActorKind> = {
  /** The name of the command in the audit trail and in its idempotency keys. */
  operation: string
  /** The kinds of actor that may run the command; `run` receives no other kind. */
  permit: readonly Kind[]
}

/**
 * A command that changes data. Its runner (`perform`, `performDryRun`) handles permission, transaction, retry,
 * idempotency and audit, so that no command can lack one of them.
 */
export type Mutation<
  Context extends MutationContext,
  Input,
  Answer,
  Kind extends ActorKind,
> = Permission<Kind> &
  SecondPair<Input> & {
    /** Whether its outcome is also logged as a security event. */
    security?: true
    /** Set for commands that find sets of rows by keys in quickly growing tables: see `TransactionOptions`. */
    byKeys?: true
    /**
     * Runs the command inside the transaction. It may run more than once, so it must have no effect outside the database.
     */
    run(
      tx: Transaction,
      input: Input,
      call: { context: Context; actor: ActorOf<Kind> },
    ): Promise<Effect<Answer>>
  }

/**
 * A command that decides many requests in a few statements. It decides them in order, and each decision includes the
 * effects of the earlier ones, as if they had arrived one after the other.
 */
export type BatchMutation<
  Context extends MutationContext,
  Input,
  Answer,
  Loaded = undefined,
  Kind extends ActorKind = ActorKind,
> = Permission<Kind> &
  SecondPair<Input> & {
    /**
     * Whether each request is from a live session, read in the transaction. The others are neither decided nor recorded:
     * their outcome is the refusal SESSION_ENDED. Without it, callers check the session before.
     */
    admit?(tx: Transaction, context: Context, requests: readonly Asked<Input, Kind>[]): Promise<boolean[]>
    /** Locks and reads what the requests need, before it is known which of them are replays. */
    load?(tx: Transaction, requests: readonly Asked<Input, Kind>[]): Promise<Loaded>
    /**
     * Decides the requests, and writes what was accepted or defers the write (`tx.defer`). A refusal must be decided
     * before anything is written for its request. Returns one outcome for each request, in order; may run more than once.
     */
    run(
      tx: Transaction,
      requests: readonly Asked<Input, Kind>[],
      context: Context,
      loaded: Loaded,
    ): BatchEffects<Answer> | Promise<BatchEffects<Answer>>
  }

export type BatchEffects<Answer> = (Effect<Answer> | Refusal)[]

/** Declares a command. By its type, `run` receives an actor of a permitted kind. */
export function mutation<Context extends MutationContext, Input, Answer>(
  declaration: Mutation<Context, Input, Answer, 'lender'>,
): Mutation<Context, Input, Answer, 'lender'>
export function mutation<Context extends MutationContext, Input, Answer>(
  declaration: Mutation<Context, Input, Answer, 'operator'>,
): Mutation<Context, Input, Answer, 'operator'>
export function mutation<Context extends MutationContext, Input, Answer>(
  declaration: Mutation<Context, Input, Answer, 'system'>,
): Mutation<Context, Input, Answer, 'system'>
export function mutation<Context extends MutationContext, Input, Answer>(
  declaration: Mutation<Context, Input, Answer, 'operator' | 'system'>,
): Mutation<Context, Input, Answer, 'operator' | 'system'>
export function mutation<Declaration>(declaration: Declaration): Declaration {
  return declaration
}

export function batchMutation<Context extends MutationContext, Input, Answer, Loaded = undefined>(
  declaration: BatchMutation<Context, Input, Answer, Loaded, 'lender'>,
): BatchMutation<Context, Input, Answer, Loaded, 'lender'>
export function batchMutation<Context extends MutationContext, Input, Answer, Loaded = undefined>(
  declaration: BatchMutation<Context, Input, Answer, Loaded, 'operator'>,
): BatchMutation<Context, Input, Answer, Loaded, 'operator'>
export function batchMutation<Context extends MutationContext, Input, Answer, Loaded = undefined>(
  declaration: BatchMutation<Context, Input, Answer, Loaded, 'system'>,
): BatchMutation<Context, Input, Answer, Loaded, 'system'>
export function batchMutation<Declaration>(declaration: Declaration): Declaration {
  return declaration
}

/** What a command declares of itself, for a command that runs it. */
const declarationOf = <Input, Kind extends ActorKind>({
  operation,
  permit,
  secondPair,
  withoutSecondPair,
  company,
}: Permission<Kind> & SecondPair<Input>): Permission<Kind> & SecondPair<Input> => ({
  operation,
  permit,
  ...(secondPair === undefined ? {} : { secondPair }),
  ...(withoutSecondPair === undefined ? {} : { withoutSecondPair }),
  ...(company === undefined ? {} : { company }),
})

/** Turns a batch command into a command for one request, which runs as a batch of one. */
export const single = <Context extends MutationContext, Input, Answer, Loaded, Kind extends ActorKind>(
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
): Mutation<Context, Input, Answer, Kind> => ({
  ...declarationOf(command),
  async run(tx, input, { context, actor }) {
    const [effect] = await decideBatch(tx, context, command, [{ input, actor }])
    if (effect instanceof Refusal) throw effect
    return effect as Effect<Answer>
  },
})

/** @throws if the command does not permit this actor. That is a bug, because routes check the actor before. */
export function assertPermitted<Kind extends ActorKind>(
  { operation, permit }: Permission<Kind>,
  actor: Actor,
): asserts actor is ActorOf<Kind> {
  if (!permit.some((kind) => kind === actor.kind)) throw new Error(`${operation} is not for ${actor.kind}`)
}

/**
 * Decides many calls in the caller's transaction.
 * @returns one effect for each call, in order
 */
export async function decideBatch<
  Context extends MutationContext,
  Input,
  Answer,
  Loaded,
  Kind extends ActorKind,
>(
  tx: Transaction,
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  requests: readonly Asked<Input, Kind>[],
): Promise<BatchEffects<Answer>> {
  const loaded = await command.load?.(tx, requests)
  return decideLoaded(tx, context, command, requests, loaded as Loaded)
}

/**
 * Like `decideBatch`, after `load` has run.
 * @throws if the command returned too few outcomes
 */
export async function decideLoaded<
  Context extends MutationContext,
  Input,
  Answer,
  Loaded,
  Kind extends ActorKind,
>(
  tx: Transaction,
  context: Context,
  command: BatchMutation<Context, Input, Answer, Loaded, Kind>,
  requests: readonly Asked<Input, Kind>[],
  loaded: Loaded,
): Promise<BatchEffects<Answer>> {
  const effects = await command.run(tx, requests, context, loaded)
  if (requests.some((_, index) => !effects[index]))
    throw new Error(`${command.operation} gave no outcome for one of its requests`)
  return effects
}
