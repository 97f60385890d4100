import * as z from 'zod/mini'
import { instant } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { cursorField, proposalStates, rowsField } from './fields.ts'

/** The size of the largest file that the console takes, in bytes. */
export const mostFileBytes = 16 * 1024 * 1024

/**
 * How a run of a file ended: it went through the lines; it is no such file; its content is not what was proposed; its
 * decision does not hold any more; or it failed so often that it was given up.
 */
const runOutcomes = ['DONE', 'UNREADABLE', 'CHANGED', 'UNDECIDED', 'FAILED'] as const

/** A line that was refused; without a number it is the file as a whole. The column is null where it is of several. */
const refusedLine = z.object({
  line: z.nullable(z.int()),
  column: z.nullable(z.string()),
  reason: z.string(),
})
export type RefusedLine = z.infer<typeof refusedLine>

/** A run of a file: a dry run, or the import. */
export const fileRun = z.object({
  id: z.string(),
  what: z.enum(['TRIAL', 'IMPORT']),
  proposal: z.nullable(z.int()),
  by: z.string(),
  at: instant,
  endedAt: z.nullable(instant),
  outcome: z.nullable(z.enum(runOutcomes)),
  says: z.string(),
  /** Null until it has ended, and where it is no such file. */
  found: z.nullable(
    z.object({
      lines: z.int(),
      refused: z.int(),
      known: z.int(),
      /** What it gives, in whole rupiah; null where it names no sum. */
      amount: z.nullable(z.int()),
      words: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  /** The first refused lines; empty once they were removed with the file. */
  refusals: z.array(refusedLine),
})
export type FileRun = z.infer<typeof fileRun>

const fileRow = z.object({
  id: z.string(),
  /** What kind of file it is, and the command with its options that takes it. */
  title: z.string(),
  command: z.string(),
  name: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  uploadedBy: z.string(),
  at: instant,
  removedAt: z.nullable(instant),
  /** Its last proposal, and how that stands. */
  proposal: z.nullable(z.object({ number: z.int(), state: z.enum(proposalStates) })),
  /** Its last run. */
  last: z.nullable(
    z.object({
      what: z.enum(['TRIAL', 'IMPORT']),
      outcome: z.nullable(z.enum(runOutcomes)),
      lines: z.nullable(z.int()),
      refused: z.nullable(z.int()),
    }),
  ),
})
export type FileRow = z.infer<typeof fileRow>

export const listFileKinds = endpoint({
  auth: 'staff',
  operationId: 'listFileKinds',
  method: 'GET',
  path: '/files/kinds',
  right: 'LOOK',
  summary: 'The kinds of files that can be imported.',
  answer: z.object({
    kinds: z.array(
      z.object({
        command: z.string(),
        title: z.string(),
        columns: z.array(z.string()),
        options: z.array(z.object({ name: z.string(), label: z.string() })),
        /** Whether it takes something away, and so is imported without a second pair. */
        isTaking: z.boolean(),
      }),
    ),
    mostBytes: z.int(),
    /** After so many days in which nothing happened the content is removed. */
    days: z.int(),
  }),
  errors: [],
})

export const listFiles = endpoint({
  auth: 'staff',
  operationId: 'listFiles',
  method: 'GET',
  path: '/files',
  right: 'LOOK',
  summary: 'The uploaded files, newest first.',
  query: z.strictObject({ limit: rowsField, after: cursorField }),
  answer: z.object({ rows: z.array(fileRow), next: z.nullable(z.string()) }),
  errors: [],
})

export const uploadFile = endpoint({
  auth: 'staff',
  operationId: 'uploadFile',
  method: 'POST',
  path: '/files',
  right: 'WORK',
  summary:
    'Keeps a file, encrypted, under the SHA-256 of its content, and has it tried. The same content for the same command is one file.',
  query: z.strictObject({
    command: z.string().check(z.minLength(1), z.maxLength(100)),
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The names of the options that are set, with commas between. */
    options: z.optional(z.string().check(z.maxLength(200))),
  }),
  body: z.instanceof(Uint8Array),
  mostBytes: mostFileBytes,
  answer: z.object({ id: z.string(), sha256: z.string(), isNew: z.boolean() }),
  errors: ['NOT_FOUND', 'FILE_EMPTY', 'FILE_NOT_TEXT', 'FILES_TOO_MANY'],
})

const idQuery = z.strictObject({ id: z.uuid() })

export const getFile = endpoint({
  auth: 'staff',
  operationId: 'getFile',
  method: 'GET',
  path: '/files/page',
  right: 'LOOK',
  summary:
    'A file with its runs. Personal data in the reasons of refused lines is masked for those who neither propose nor decide.',
  query: idQuery,
  answer: z.object({
    ...fileRow.shape,
    runs: z.array(fileRun),
    /** Whether a proposal is needed now. */
    needsSecondPair: z.boolean(),
    /** Why it cannot be proposed now, in a sentence; null where it can. */
    whyNot: z.nullable(z.string()),
  }),
  errors: ['NOT_FOUND'],
})

export const tryFile = endpoint({
  auth: 'staff',
  operationId: 'tryFile',
  method: 'POST',
  path: '/files/try',
  right: 'WORK',
  summary: 'Has a file tried again, by the figures of now.',
  body: idQuery,
  answer: z.object({ run: z.string() }),
  errors: ['NOT_FOUND', 'FILE_REMOVED', 'FILE_RUNNING'],
})

export const proposeFile = endpoint({
  auth: 'staff',
  operationId: 'proposeFile',
  method: 'POST',
  path: '/files/propose',
  right: 'WORK',
  summary:
    'Proposes a file by its SHA-256 with the sum that its dry run found; where no rule asks for a second pair, it is imported at once.',
  body: z.strictObject({ id: z.uuid(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  movesMoney: true,
  answer: z.object({
    state: z.enum(['PROPOSED', 'STARTED']),
    /** The proposal; null where the import was started. */
    number: z.nullable(z.int()),
  }),
  errors: [
    'NOT_FOUND',
    'FILE_REMOVED',
    'FILE_RUNNING',
    'FILE_UNTRIED',
    'FILE_REFUSED_LINES',
    'FILE_IDLE',
    'FILE_DIFFERS',
    'FILE_PROPOSED',
    'PROPOSALS_TOO_MANY',
    'STAFF_RIGHT_MISSING',
  ],
})

export const openFile = endpoint({
  auth: 'staff',
  operationId: 'openFile',
  method: 'POST',
  path: '/files/open',
  right: 'LOOK',
  summary: 'Lines of a file as they were uploaded. Who, which and why is recorded in the audit trail.',
  body: z.strictObject({
    id: z.uuid(),
    /** The first line, from 1. */
    from: z._default(z.int().check(z.gt(0)), 1),
    reason: z
      .string('Tulis alasannya.')
      .check(z.trim(), z.minLength(5, 'Tulis alasannya.'), z.maxLength(200)),
  }),
  answer: z.object({
    lines: z.array(z.object({ line: z.int(), text: z.string() })),
    /** The line after these; null at the end. */
    next: z.nullable(z.int()),
  }),
  errors: ['NOT_FOUND', 'FILE_REMOVED'],
})
