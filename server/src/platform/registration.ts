import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import type { ActorKind } from './audit/audit.ts'
import type { Mutation, MutationContext } from './commands/command.ts'
import type { JobQueue } from './jobs/ordinary-queue.ts'
import type { Repeat } from './jobs/repeat.ts'
import type { JobHandlers } from './jobs/worker.ts'
import type { Refusal } from './refusal.ts'
import type { TodayLine } from './today-line.ts'

/** Modules that each bring a part. They are loaded only by the process that needs them. */
type Parts<Part> = () => readonly Promise<Part>[]

/** Calls that are not in the contract, because somebody outside decides how they look. */
type Door<Context> = (app: FastifyInstance, context: Context) => Promise<void>

/** Adds a command, or a group of them, to the group above it. */
export type AddCommand<Terminal> = (above: Command, terminal: Terminal) => unknown

export type OpenCommand<Terminal> = () => Promise<AddCommand<Terminal>>

/**
 * What adds each command, by its full name, e.g. `lenders top-up`; loaded where that one is called. A group says what it is
 * here, so that the help of all groups loads none. Its own commands are added to it by what it opens, if not by their names.
 */
export type Commands<Terminal> = Readonly<
  Record<string, OpenCommand<Terminal> | { says: string; open?: OpenCommand<Terminal> }>
>

/** A command of whatever input; the gate has compared the input with what was proposed. */
export type GatedCommand<Context extends MutationContext> = Mutation<Context, unknown, unknown, ActorKind>

/** What the console has of all districts together. */
export type ConsoleTools<Context extends MutationContext> = {
  /** The command with `secondPair` of this operation; undefined if none has it, or it is only run within a file. */
  findCommand: (operation: string) => Promise<GatedCommand<Context> | undefined>
}

/**
 * How the body of a proposed call looks now: why it cannot be done any more as it was proposed, and what is read before it
 * is agreed to.
 */
export type Look = {
  changed: readonly { code: string; message: string }[]
  document?: { title: string; filepath: string }
}

/** What can be seen of the body of a call that was proposed for this company; nothing is written. */
export type Looks<Context> = {
  /** How it looks now; missing where nothing can have changed. */
  look?(context: Context, companyId: number, body: unknown): Promise<Look>
  /**
   * Why nobody can decide it any more: what it is about has gone for good, so that it waits for nothing. Null while it is
   * there; missing where it is about nothing that can go.
   */
  gone?(context: Context, companyId: number, body: unknown): Promise<Refusal | null>
}

/** What the calls and repeats of lenders have of all districts together. */
export type LenderTools<Context> = {
  /** What can be seen of a proposed call; undefined if nothing. */
  looksOf: (operation: string) => Promise<Looks<Context> | undefined>
}

/** What a district brings to the processes of the server, each thing in one place. */
export type District<
  Context extends MutationContext,
  Terminal = never,
  Action extends object = object,
  File extends object = object,
> = {
  name: string
  /** The handlers of calls of the contract, by their operation ids. */
  routes?: Parts<{ routes: (context: Context, tools: LenderTools<Context>) => object }>
  /** How calls look now that were proposed in a company, by their operation ids. */
  looks?: Parts<{ looks: Readonly<Record<string, Looks<Context>>> }>
  /** The handlers of calls with a key of a lender, by their operation ids. */
  partnerRoutes?: Parts<{ partnerRoutes: (context: Context) => object }>
  /**
   * The commands that declare `secondPair` and have no action: the console runs the one that was decided, of these and of the
   * actions.
   */
  gated?: Parts<{ gated: readonly GatedCommand<Context>[] }>
  /** The handlers of calls of the console, by their operation ids. */
  consoleRoutes?: Parts<{ consoleRoutes: (context: Context, tools: ConsoleTools<Context>) => object }>
  /** Calls of providers and mail programs. */
  callbacks?: Parts<{ callbacks: Door<Context> }>
  /** Calls of banks, which have a port of their own if one is set. */
  bankCalls?: Parts<{ bankCalls: Door<Context> }>
  queues?: readonly JobQueue[]
  jobs?: Parts<{ jobs: (context: Context) => JobHandlers }>
  /** Kinds of jobs that are looked for only once an hour if they are missing (`startSweeper`). */
  sweptHourly?: readonly string[]
  /** What the worker does again and again, until the signal. */
  repeats?: Parts<{
    repeats: (context: Context, signal: AbortSignal, tools: LenderTools<Context>) => readonly Repeat[]
  }>
  /** The metrics of the HTTP process, and those of the worker. */
  metrics?: Readonly<Partial<Record<'http' | 'worker', Parts<{ watch: (context: Context) => void }>>>>
  /** The lines of the operator's morning list, by their names in JSON. */
  today?: Parts<{ today: Readonly<Record<string, TodayLine<Context>>> }>
  /** The actions of the console. */
  actions?: Parts<{ actions: readonly Action[] }>
  /** The kinds of files that the console takes. */
  files?: Parts<{ files: readonly File[] }>
  /** The operator's commands. */
  commands?: Parts<{ commands: Commands<Terminal> }>
}
