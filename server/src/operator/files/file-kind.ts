import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'

export type RefusedLine = { line: number; reason: string }

/** What a file reader gets: the name, callbacks for progress and rejected lines, and whether this is a dry run. */
export type Reading = {
  name: string
  onProgress: (bytesRead: number) => void
  onRefused: (refused: RefusedLine) => void
  dryRun: boolean
}

/** Counts that every file reports. */
export type FileCounts = { lines: number; refused: number; known?: number }

export type FileTask<Report> = {
  /** A word or two for the progress bar. */
  task: string
  work: (input: Readable, reading: Reading) => Promise<Report>
  /** Formats what was done, or would be done in a dry run. */
  describe: (report: Report) => string
  /** The sum of what it gives, in whole rupiah, where it names one. */
  gives?: ((foreseen: Report) => number) | undefined
  /** Set where its lines take something away, which needs no second pair of eyes. */
  withoutSecondPair?: boolean
  /** Whether a known line may still bring something, as the bank account that a loan lacked. */
  changesKnown?: boolean
  /** What to ask before, about what would be done; null if nothing is unusual. Neither `yes` nor a dry run asks. */
  question?: ((foreseen: Report) => string | null) | undefined
}

/** Who processes a file: the command line, or the worker for what the console has uploaded. */
export type FileDoer = {
  context: Context
  actor: ActorOf<'operator'>
  /** Executes a mutation as this operator. */
  act: <Input, Answer>(
    command:
      | Mutation<Context, Input, Answer, 'operator'>
      | Mutation<Context, Input, Answer, 'operator' | 'system'>,
    input: Input,
  ) => Promise<Answer>
}

/** Executes mutations as this operator; in a dry run each is rolled back. */
export const actOf =
  ({ context, actor }: Pick<FileDoer, 'context' | 'actor'>, dryRun: boolean): FileDoer['act'] =>
  (verb, input) =>
    performerOf(dryRun)(context, verb, { actor, input })

/** An option of a file that the console asks for, by its name on the command line. */
export type FileOption = { name: string; label: string }

type Declared<Report extends FileCounts, Options> = {
  /** The command that takes it, e.g. `repayments import`. */
  command: string
  /** What it is, in Indonesian. */
  title: string
  /** The names of its columns. */
  columns: readonly string[]
  options?: readonly FileOption[]
  task: (doer: FileDoer, options: Options) => FileTask<Report>
  /** What was done, or would be done in a dry run, beside the counts that every file reports, in Indonesian. */
  tells: (report: Report) => Readonly<Record<string, string>>
}

export type FileFound = {
  lines: number
  refused: number
  known: number
  /** The sum of what it gives, in whole rupiah; null where it names none. */
  amount: number | null
  /** Whether it does nothing: each line is known before or refused. */
  isIdle: boolean
  /** Labels and values in their order, which an object of JSON in the database would not keep. */
  words: readonly (readonly [label: string, value: string])[]
}

/** A kind of file that the command line and the console take by the same functions. */
export type FileKind<Report extends FileCounts, Options> = Declared<Report, Options> & {
  run: (
    doer: FileDoer,
    options: Readonly<Record<string, boolean>>,
    input: Readable,
    reading: Reading,
  ) => Promise<FileFound>
  /** Whether it takes something away, and so needs no second pair of eyes. */
  isTaking: boolean
}

export type AnyFileKind = Pick<
  FileKind<FileCounts, never>,
  'command' | 'title' | 'columns' | 'options' | 'run' | 'isTaking'
>

export function fileKind<Report extends FileCounts, Options>(
  declared: Declared<Report, Options> & { isTaking?: true },
): FileKind<Report, Options> {
  return {
    ...declared,
    isTaking: declared.isTaking ?? false,
    async run(doer, options, input, reading) {
      const { work, gives, changesKnown } = declared.task(doer, options as Options)
      const report = await work(input, reading)
      return {
        ...{ lines: report.lines, refused: report.refused, known: report.known ?? 0 },
        amount: gives?.(report) ?? null,
        isIdle: isIdle(report, changesKnown),
        words: Object.entries(declared.tells(report)),
      }
    },
  }
}

/** Whether every line is refused, or known where that means that nothing of it is written. */
export const isIdle = ({ lines, refused, known = 0 }: FileCounts, changesKnown = false): boolean =>
  refused + (changesKnown ? 0 : known) === lines

/**
 * Why nobody is asked to decide a file by what its dry run found: it does nothing, or it is of sums and a line is refused,
 * which if it were taken tomorrow would lack in the sum that is decided; null where it may be proposed.
 */
export const whyNotProposed = ({
  amount,
  refused,
  isIdle: idle,
}: Pick<FileFound, 'amount' | 'refused' | 'isIdle'>): 'REFUSED_LINES' | 'IDLE' | null =>
  amount !== null && refused > 0 ? 'REFUSED_LINES' : idle ? 'IDLE' : null
