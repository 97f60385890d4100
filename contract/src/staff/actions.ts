import * as z from 'zod/mini'
import { instant } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { changeLine, objectKinds } from './fields.ts'

/**
 * How a field of a form is typed. DOCUMENT is the SHA-256 of a file, in hexadecimal digits, that the browser computes; the
 * file itself stays with the operator. LENDER, LOAN, PAYMENT, WITHDRAWAL and LINE are filled by the page that the
 * form opens on. YES is `true` or absent.
 */
export const fieldKinds = [
  'TEXT',
  'LONG_TEXT',
  'RUPIAH',
  'DATE',
  'COUNT',
  'NUMBER',
  'PHONE',
  'EMAIL',
  'CHOICE',
  'CHOICES',
  'YES',
  'DOCUMENT',
  'LENDER',
  'LOAN',
  'PAYMENT',
  'WITHDRAWAL',
  'LINE',
] as const

export const actionField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  help: z.nullable(z.string()),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type ActionField = z.infer<typeof actionField>

/** An action: makes a form, a preview and a proposal. */
export const action = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  belongsTo: z.array(z.enum(objectKinds)),
  does: z.string(),
  /** Whether a rule asks for a second pair now; otherwise it runs at once. */
  needsSecondPair: z.boolean(),
  fields: z.array(actionField),
})
export type Action = z.infer<typeof action>

export const listActions = endpoint({
  auth: 'staff',
  operationId: 'listActions',
  method: 'GET',
  path: '/actions',
  right: 'LOOK',
  summary: 'All actions with their forms.',
  answer: z.object({ actions: z.array(action) }),
  errors: [],
})

/** The fields of a form as they were typed; what was left empty is absent or empty. CHOICES are joined by commas. */
const filled = z.strictObject({
  name: z.string().check(z.maxLength(60)),
  input: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(20_000))),
})

/** What an action would do now: found by its dry run, which is rolled back. */
export const preview = z.object({
  lines: z.array(changeLine),
  notified: z.array(z.string()),
  /** What it gives, in whole rupiah; null where it names no sum. */
  amount: z.nullable(z.int()),
  /** How many must agree by the rule of now; 0 where it runs at once. */
  deciders: z.int(),
})
export type Preview = z.infer<typeof preview>

export const previewAction = endpoint({
  auth: 'staff',
  operationId: 'previewAction',
  method: 'POST',
  path: '/actions/preview',
  right: 'WORK',
  summary:
    'What an action would do now, and nothing is written. A command that refuses answers with its refusal.',
  body: filled,
  answer: preview,
  errors: ['NOT_FOUND'],
})

export const proposeAction = endpoint({
  auth: 'staff',
  operationId: 'proposeAction',
  method: 'POST',
  path: '/actions/propose',
  right: 'WORK',
  summary: 'Proposes an action, or runs it at once where no rule asks for a second pair.',
  body: filled,
  movesMoney: true,
  answer: z.object({
    state: z.enum(['PROPOSED', 'DONE']),
    /** The proposal; null where it was done. */
    number: z.nullable(z.int()),
    until: z.nullable(instant),
    /** False where the same one waits already. */
    isNew: z.boolean(),
    lines: z.array(changeLine),
  }),
  errors: ['NOT_FOUND', 'PROPOSALS_TOO_MANY', 'STAFF_RIGHT_MISSING'],
})
