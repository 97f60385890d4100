import { type Command, InvalidArgumentError } from 'commander'
import type { Context } from '../context.ts'
import type { ActorKind, ActorOf, Seat } from '../platform/audit/audit.ts'
import { isStaffActorName } from '../platform/commands/decide.ts'
import { performerOf } from '../platform/commands/dry-run.ts'
import { isLockTimeout } from '../platform/db/failures.ts'
import { named } from '../platform/fail-points.ts'
import { Refusal } from '../platform/refusal.ts'
import { CommandError, type CommandResult, type CommandTools, write } from './command-tools.ts'
import { nameLenders } from './name-lenders.ts'
import { fileGate, Proposed, proposedLines, proposeIfNeeded } from './second-pair.ts'
import type { Terminal } from './terminal.ts'

type Globals = {
  from?: unknown
  until?: unknown
  json?: boolean
  operator?: string
  dryRun?: boolean
  breakGlass?: string
  proposal?: number
}

export async function runInContext(
  terminal: Terminal,
  command: Command,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  const globals = command.optsWithGlobals<Globals>()
  const { json = false, dryRun = false, operator = terminal.user, breakGlass, proposal } = globals
  await printed(terminal, { json, dryRun, command }, async () => {
    requirePeriod(globals)
    const actor = seatedOperator(terminal.seat, operator)
    if (breakGlass !== undefined) requirePerson(terminal)
    const opened = await terminal.openContext().catch((error: unknown) => {
      throw error instanceof CommandError ? error : new CommandError(`${forWhoRuns}: ${messageOf(error)}`)
    })
    try {
      const { ownerUrl } = opened
      const context = dryRun ? withoutStore(opened.context) : opened.context
      if (breakGlass !== undefined && !dryRun)
        actor.authority = { breakGlass: context.random.uuid(), reason: breakGlass }
      return await named(context, `operator ${command.parent?.name()} ${command.name()}`, async () => {
        const done = await work({
          context,
          ownerUrl,
          terminal,
          actor,
          dryRun,
          json,
          interactive: !json && terminal.isWatched,
          fileGate: (path) => fileGate(context, actor, command, { path, proposal }),
          act: async (verb, input) => {
            requireDryRun(command)
            await proposeIfNeeded<typeof input, unknown, ActorKind>(context, actor, verb, { input, dryRun })
            return performerOf(dryRun)(context, verb, { actor, input })
          },
        })
        context.db.options.failPoints?.pass('before the answer')
        return json ? done : { ...done, lines: await nameLenders(context.db, done.lines) }
      }).catch(async (error: unknown) => {
        if (!json && error instanceof Error && error.message.includes('Pemberi Dana')) {
          const [message] = await nameLenders(context.db, [error.message])
          error.message = message ?? error.message
        }
        throw error
      })
    } finally {
      await opened.close()
    }
  })
}

/** Runs a command that works where no context can be opened, because it looks for the reasons. */
export const runAlone = (
  terminal: Terminal,
  command: Command,
  work: () => Promise<CommandResult>,
): Promise<void> => {
  const { json = false } = command.optsWithGlobals<Globals>()
  return printed(terminal, { json, dryRun: false, command }, work)
}

/**
 * The operator at a seat. Without a terminal nobody typed the name just now, so the actor is the user of the machine and
 * the name is kept beside it.
 */
function seatedOperator(seat: Seat, name: string): ActorOf<'operator'> {
  if (isStaffActorName(name))
    throw new CommandError(
      `${name} adalah nama orang di konsol. Sebutkan --operator dengan nama Anda sendiri.`,
    )
  return seat.terminal === null
    ? { kind: 'operator', name: `${seat.user}@${seat.host}`, seat: { ...seat, claimed: name } }
    : { kind: 'operator', name, seat }
}

/** A period that ends before it begins has nothing in it, which would read as if nothing had happened. */
function requirePeriod({ from, until }: Globals): void {
  const isOver =
    (typeof from === 'string' && typeof until === 'string' && from > until) ||
    (from instanceof Date && until instanceof Date && from > until)
  if (isOver) throw new CommandError('--until mendahului --from.')
}

/** A run without a second pair is for a person who is there, and not for a script. */
function requirePerson({ seat, canAnswer }: Terminal): void {
  if (seat.terminal === null || !canAnswer)
    throw new CommandError('--break-glass hanya untuk orang di depan terminal; tidak ada yang dilakukan.')
}

/** A command that mutates the books says so in its specification, or its operator could not try it first. */
function requireDryRun(command: Command): void {
  if (!command.options.some(({ long }) => long === '--dry-run'))
    throw new Error(`${command.name()} changes the books without an option --dry-run`)
}

/** A dry run stores documents in rows that are rolled back, because a write to a store outside cannot be undone. */
const withoutStore = (context: Context): Context => ({ ...context, contents: context.contents.inDatabase() })

/** Prints what a command results in, or its error, and sets the exit code. */
async function printed(
  terminal: Terminal,
  { json, dryRun, command }: { json: boolean; dryRun: boolean; command: Command },
  work: () => Promise<CommandResult>,
): Promise<void> {
  try {
    const result = await work()
    const lines = dryRun ? [...result.lines, 'Uji coba: tidak ada yang ditulis.'] : result.lines
    const data = dryRun ? { ...result.data, dryRun } : result.data
    await write(
      terminal.stdout,
      json ? `${JSON.stringify(data, exactly)}\n` : lines.map((line) => `${line}\n`).join(''),
    )
    terminal.exit(result.exit)
  } catch (error) {
    if (error instanceof Proposed) {
      const { proposal } = error
      const lines = proposedLines(proposal).join('\n')
      await write(terminal.stdout, json ? `${JSON.stringify({ proposal })}\n` : `${lines}\n`)
      return terminal.exit(0)
    }
    const fault = error instanceof InvalidArgumentError ? ofArgument(error, command) : faultOf(error)
    await write(terminal.stderr, json ? `${JSON.stringify(fault)}\n` : `${fault.error}\n`)
    terminal.exit(2)
  }
}

/** JSON replacer that writes sums above 2^53-1 with all their digits. */
const exactly = (_: string, value: unknown): unknown =>
  typeof value === 'bigint'
    ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
    : value

/** A value that a command itself reads from its argument, which the parser would have named. */
function ofArgument({ message }: InvalidArgumentError, command: Command): { error: string } {
  const names = command.registeredArguments.map((argument) => `'${argument.name()}'`).join(' atau ')
  return { error: `Argumen ${names} tidak berlaku. ${message}` }
}

/** Formats an error. A refusal's message is Indonesian, for lenders, so its code is printed before it. */
function faultOf(error: unknown): { error: string; code?: string } {
  if (error instanceof Refusal) {
    if (error.code === 'OVERLOADED' && isLockTimeout(error.cause))
      return {
        error:
          'Perintah atau impor lain sedang mengerjakan data yang sama. Tunggu sampai selesai, lalu jalankan lagi: yang sudah dicatat tidak dicatat dua kali.',
        code: error.code,
      }
    // Nobody knows from the sentence alone that they are asked who they are.
    const hint =
      error.code === 'STAFF_RIGHT_MISSING'
        ? ' Sebutkan --operator dengan nama staf yang berwenang ("staff list").'
        : ''
    return { error: `${error.code}: ${error.message}${hint}`, code: error.code }
  }
  return { error: isOfMachine(error) ? `${forWhoRuns}: ${messageOf(error)}` : messageOf(error) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a clerk reads before the words of a fault that is not theirs: those words are for who runs the machine. */
const forWhoRuns = 'Sistem bermasalah, bukan perintah Anda. Teruskan kalimat ini kepada pengelola sistem'

/** Faults of the program, its database and its stores, by the names of their classes. */
const ofMachine = new Set([
  'AccountFull',
  'CertificateFault',
  'DatabaseError',
  'KeyFault',
  'LedgerBreach',
  'ObjectTooLarge',
  'RangeError',
  'StoreUnavailable',
  'TypeError',
  'WrongBytes',
])

/** Whether an error is a fault of the machine; those of connections and files have a code, as ECONNREFUSED. */
const isOfMachine = (error: unknown): boolean =>
  error instanceof Error &&
  (ofMachine.has(error.constructor.name) || /^E[A-Z]+$/.test(String(Reflect.get(error, 'code'))))
