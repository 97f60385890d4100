import * as z from 'zod/mini'
import { instant } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** A kind of file that can be taken, as the command line does. */
export const fileKind = z.object({
  /** The command, e.g. `repayments import`. */
  command: z.string(),
  title: z.string(),
  /** The first line of such a file. */
  columns: z.string(),
  options: z.array(z.object({ name: z.string(), label: z.string() })),
})
export type FileKind = z.infer<typeof fileKind>

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const listFileKinds = endpoint({
  auth: 'staff',
  operationId: 'listFileKinds',
  method: 'GET',
  path: '/files/kinds',
  right: 'LOOK',
  summary: 'The kinds of files that can be taken.',
  answer: z.object({ kinds: z.array(fileKind), maxBytes: z.int() }),
  errors: [],
})

export const uploadFile = endpoint({
  auth: 'staff',
  operationId: 'uploadFile',
  method: 'POST',
  path: '/files',
  right: 'WORK',
  summary:
    'Keeps a file under the SHA-256 of its content. The body is the file; the same content is kept once.',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(100)) }),
  takesFile: true,
  answer: z.object({ sha256, bytes: z.int(), name: z.string() }),
  errors: ['INPUT_INVALID'],
})

const chosen = {
  sha256,
  command: z.string().check(z.maxLength(60)),
  options: z._default(z.array(z.string().check(z.maxLength(40))), []),
}

const trial = {
  lines: z.int(),
  refused: z.int(),
  /** The first lines that are refused, each with its reason. */
  refusals: z.array(z.object({ line: z.int(), reason: z.string() })),
  report: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What it gives, in whole rupiah; null where it names no sum. */
  amount: z.nullable(z.int()),
  /** Whether it may be proposed: of a file of sums no line may be refused. */
  canBeProposed: z.boolean(),
}

export const tryFile = endpoint({
  auth: 'staff',
  operationId: 'tryFile',
  method: 'POST',
  path: '/files/try',
  right: 'WORK',
  summary: 'A trial run of a file, in which nothing is written.',
  body: z.strictObject(chosen),
  answer: z.object(trial),
  errors: ['NOT_FOUND', 'INPUT_INVALID'],
})

export const proposeFile = endpoint({
  auth: 'staff',
  operationId: 'proposeFile',
  method: 'POST',
  path: '/files/propose',
  right: 'WORK',
  summary: 'Tries a file again and proposes its content; a job imports it after the decision.',
  body: z.strictObject(chosen),
  movesMoney: true,
  answer: z.object({ ...trial, number: z.nullable(z.int()), until: z.nullable(instant), isNew: z.boolean() }),
  errors: ['NOT_FOUND', 'INPUT_INVALID', 'PROPOSALS_TOO_MANY', 'STAFF_RIGHT_MISSING'],
})
